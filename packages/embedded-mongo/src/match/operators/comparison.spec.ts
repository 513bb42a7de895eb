import {
  BSONRegExp,
  BSONSymbol,
  type BsonValue,
  Decimal128,
  type Doc,
  Double,
  Long,
  MaxKey,
  MinKey,
} from '../../values';
import { compileFilter } from '../filter';

const matches = (filter: Doc, doc: Doc): boolean => compileFilter(filter)(doc);
const of = (condition: BsonValue, value: BsonValue): boolean =>
  matches({ a: condition }, { a: value });

describe('equality', () => {
  it.each<[BsonValue, BsonValue]>([
    [5, new Double(5)],
    [5, Long.fromNumber(5)],
    [5, Decimal128.fromString('5.0')],
    [Long.fromString('9007199254740993'), Long.fromString('9007199254740993')],
    ['x', 'x'],
    ['x', new BSONSymbol('x')],
    [NaN, NaN],
    [NaN, Decimal128.fromString('NaN')],
    [null, null],
    [null, undefined],
    [
      { a: 1, b: [2] },
      { a: 1, b: [2] },
    ],
    [
      [1, 2],
      [1, 2],
    ],
    [
      [1, 2],
      [[1, 2], 3],
    ],
    [2, [1, 2]],
    [{}, {}],
    [new Date(5), new Date(5)],
  ])('%j equals %j', (operand, value) => {
    expect(of(operand, value)).toBe(true);
    expect(of({ $eq: operand }, value)).toBe(true);
    expect(of({ $ne: operand }, value)).toBe(false);
  });

  it.each<[BsonValue, BsonValue]>([
    [5, '5'],
    [1, true],
    [Long.fromString('9007199254740993'), 9007199254740992],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: 1 }, { a: 1, b: 2 }],
    [
      [1, 2],
      [2, 1],
    ],
    [null, []],
    [null, 0],
    [0, null],
    [1, [[1]]],
  ])('%j does not equal %j', (operand, value) => {
    expect(of(operand, value)).toBe(false);
    expect(of({ $ne: operand }, value)).toBe(true);
  });

  it('matches null with what a path does not reach, but not with elements that are no documents', () => {
    expect(matches({ 'a.b': null }, { a: [{ b: 1 }, {}] })).toBe(true);
    expect(matches({ 'a.b': null }, { a: [{ b: 1 }] })).toBe(false);
    expect(matches({ 'a.b': null }, { a: [1, 2] })).toBe(false);
    expect(matches({ 'a.b': null }, { a: [] })).toBe(false);
    expect(matches({ 'a.b': null }, { a: 4 })).toBe(true);
    expect(matches({ 'a.b': { $ne: null } }, { a: [] })).toBe(true);
  });

  it('refuses undefined', () => {
    expect(() => compileFilter({ a: { $eq: undefined } })).toThrow('cannot compare to undefined');
  });

  it('compares reference fields', () => {
    const doc = { r: { $ref: 'users', $id: 7 } };
    expect(matches({ 'r.$id': 7 }, doc)).toBe(true);
    expect(matches({ r: { $ref: 'users', $id: 7 } }, doc)).toBe(true);
    expect(matches({ rs: { $elemMatch: { $ref: 'users', $id: 7 } } }, { rs: [doc.r] })).toBe(true);
    expect(matches({ rs: { $elemMatch: { $id: 8 } } }, { rs: [doc.r] })).toBe(false);
  });
});

describe('order', () => {
  it('compares only values of the same type', () => {
    expect(of({ $gt: 5 }, 6)).toBe(true);
    expect(of({ $gt: 5 }, '6')).toBe(false);
    expect(of({ $lt: 5 }, null)).toBe(false);
    expect(of({ $lt: 'b' }, 'a')).toBe(true);
    expect(of({ $gte: true }, true)).toBe(true);
    expect(of({ $gt: {} }, { a: 1 })).toBe(true);
    expect(of({ $lt: new Date(5) }, new Date(4))).toBe(true);
  });

  it('compares numbers of all types', () => {
    expect(
      of({ $gt: Long.fromString('9007199254740992') }, Long.fromString('9007199254740993')),
    ).toBe(true);
    expect(of({ $lt: Decimal128.fromString('0.3') }, 0.25)).toBe(true);
  });

  it('matches null and missing with $gte and $lte null', () => {
    expect(of({ $gte: null }, null)).toBe(true);
    expect(of({ $lte: null }, undefined)).toBe(true);
    expect(of({ $gt: null }, null)).toBe(false);
    expect(of({ $gte: null }, 0)).toBe(false);
  });

  it('lets NaN match only NaN', () => {
    expect(of({ $gte: NaN }, NaN)).toBe(true);
    expect(of({ $gt: NaN }, 5)).toBe(false);
    expect(of({ $lt: 5 }, NaN)).toBe(false);
    expect(of({ $lte: NaN }, 5)).toBe(false);
  });

  it('compares every type with the ends of the order', () => {
    expect(of({ $gt: new MinKey() }, 5)).toBe(true);
    expect(of({ $lt: new MaxKey() }, 'x')).toBe(true);
    expect(of({ $gt: new MinKey() }, undefined)).toBe(true);
    expect(of({ $gt: new MinKey() }, new MinKey())).toBe(false);
    expect(of({ $gte: new MinKey() }, new MinKey())).toBe(true);
  });

  it('looks at elements one by one, so that two of them may meet two bounds', () => {
    expect(of({ $gt: 4, $lt: 2 }, [1, 5])).toBe(true);
    expect(of({ $gt: 4, $lt: 2 }, 3)).toBe(false);
  });

  it('refuses a regex', () => {
    const regex = new BSONRegExp('x');
    expect(() => compileFilter({ a: { $gt: regex } })).toThrow(
      "Can't have RegEx as arg to predicate over field 'a'.",
    );
    expect(() => compileFilter({ a: { $ne: regex } })).toThrow("Can't have regex as arg to $ne.");
  });
});

describe('collation', () => {
  const insensitive = { collation: { locale: 'en', strength: 2 } };

  it('applies to equality, order and lists', () => {
    expect(compileFilter({ a: 'ABC' }, insensitive)({ a: 'abc' })).toBe(true);
    expect(compileFilter({ a: { $in: ['ABC', 'x'] } }, insensitive)({ a: 'abc' })).toBe(true);
    expect(compileFilter({ a: { $gt: 'B' } }, insensitive)({ a: 'b' })).toBe(false);
    expect(compileFilter({ a: { b: 'X' } }, insensitive)({ a: { b: 'x' } })).toBe(true);
    expect(compileFilter({ a: 'ABC' })({ a: 'abc' })).toBe(false);
  });

  it('compares numbers in strings when asked', () => {
    const numeric = { collation: { locale: 'en', numericOrdering: true } };
    expect(compileFilter({ a: { $gt: 'v9' } }, numeric)({ a: 'v10' })).toBe(true);
  });
});
