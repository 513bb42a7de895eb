import { BSONRegExp, BSONSymbol, type BsonValue } from '../../values';
import { compileFilter } from '../filter';

const of = (condition: BsonValue, value: BsonValue): boolean =>
  compileFilter({ a: condition })({ a: value });

describe('regular expressions', () => {
  it('match strings, symbols, elements of arrays and the same regex', () => {
    const regex = new BSONRegExp('^ab', 'i');
    expect(of(regex, 'ABC')).toBe(true);
    expect(of(regex, new BSONSymbol('abc'))).toBe(true);
    expect(of(regex, ['x', 'abx'])).toBe(true);
    expect(of(regex, new BSONRegExp('^ab', 'i'))).toBe(true);
    expect(of(regex, new BSONRegExp('^ab'))).toBe(false);
    expect(of(regex, 5)).toBe(false);
    expect(of(regex, null)).toBe(false);
  });

  it('are values for $eq', () => {
    expect(of({ $eq: new BSONRegExp('ab') }, 'ab')).toBe(false);
    expect(of({ $eq: new BSONRegExp('ab') }, new BSONRegExp('ab'))).toBe(true);
  });

  it('take options beside them, in any order', () => {
    expect(of({ $regex: 'AB', $options: 'i' }, 'xab')).toBe(true);
    expect(of({ $options: 'i', $regex: 'AB' }, 'xab')).toBe(true);
    expect(of({ $regex: new BSONRegExp('AB'), $options: 'i' }, 'xab')).toBe(true);
    expect(of({ $regex: 'a.c', $options: 's' }, 'a\nc')).toBe(true);
    expect(of({ $regex: 'ab', $ne: 'xab' }, 'xab')).toBe(false);
  });

  it('negate', () => {
    expect(of({ $not: new BSONRegExp('ab') }, 'xab')).toBe(false);
    expect(of({ $not: { $regex: 'ab' } }, 5)).toBe(true);
  });

  it.each<[BsonValue, string]>([
    [{ $regex: 5 }, '$regex has to be a string'],
    [{ $regex: 'a', $options: 5 }, '$options has to be a string'],
    [{ $options: 'i' }, '$options needs a $regex'],
    [
      { $regex: new BSONRegExp('a', 'i'), $options: 'm' },
      'options set in both $regex and $options',
    ],
    [{ $regex: '(' }, 'Regular expression is invalid'],
    [{ $regex: 'a', $options: 'g' }, 'invalid flag in regex options: g'],
  ])('refuse %j', (condition, message) => {
    expect(() => compileFilter({ a: condition })).toThrow(message);
  });
});
