import { Decimal128, Double, Long, ObjectId } from '../../values';
import { codeOf, evaluate, textOf } from '../testing/aggregate';
import { compileExpression } from './index';

describe('type conversions', () => {
  it.each([
    [{ $toDouble: '1.5' }, 1.5],
    [{ $toDouble: '-1e3' }, -1000],
    [{ $toDouble: true }, 1],
    [{ $toInt: '42' }, 42],
    [{ $toInt: 3.9 }, 3],
    [{ $toInt: -3.9 }, -3],
    [{ $toLong: '42' }, 42],
    [{ $toBool: 0 }, false],
    [{ $toBool: '' }, true],
    [{ $toBool: 'false' }, true],
    [{ $toString: 1.5 }, '1.5'],
    [{ $toString: true }, 'true'],
    [{ $toString: new Date(0) }, '1970-01-01T00:00:00.000Z'],
    [{ $toDate: '1970-01-02' }, new Date(86_400_000)],
    [{ $toInt: null }, null],
    [{ $toDouble: '$missing' }, null],
    [{ $type: '$missing' }, 'missing'],
    [{ $type: 1 }, 'int'],
    [{ $type: 1.5 }, 'double'],
    [{ $type: null }, 'null'],
    [{ $type: [[1]] }, 'array'],
    [{ $isNumber: 1 }, true],
    [{ $isNumber: '1' }, false],
  ])('%j is %p', (expression, expected) => {
    expect(evaluate(expression)).toEqual(expected);
  });

  it('gives values of the asked type', () => {
    expect(compileExpression({ $toDouble: '2' })({})).toEqual(new Double(2));
    expect(compileExpression({ $toLong: 2 })({})).toEqual(Long.fromNumber(2));
    expect(textOf(compileExpression({ $toDecimal: '1.10' })({}))).toBe('1.10');
    expect(compileExpression({ $toDecimal: 1 })({})).toBeInstanceOf(Decimal128);
    const id = new ObjectId();
    expect(evaluate({ $toString: id })).toBe(id.toHexString());
    expect(textOf(evaluate({ $toObjectId: id.toHexString() }))).toBe(id.toHexString());
    expect(evaluate({ $toDate: id })).toEqual(id.getTimestamp());
    expect(evaluate({ $toDate: Long.fromNumber(1000) })).toEqual(new Date(1000));
  });

  it.each([
    { $toDouble: '' },
    { $toDouble: ' 1' },
    { $toDouble: '1x' },
    { $toDouble: '0x10' },
    { $toInt: '1.5' },
    { $toInt: 3_000_000_000 },
    { $toInt: NaN },
    { $toInt: new Date(0) },
    { $toLong: '9223372036854775808' },
    { $toObjectId: 'xyz' },
    { $toDate: 'no date' },
    { $toDate: 5 },
    { $toString: { $literal: {} } },
    { $convert: { input: [1], to: 'int' } },
  ])('%j is a conversion failure', (expression) => {
    expect(codeOf(() => evaluate(expression))).toBe(241);
  });

  it('uses onError and onNull of $convert', () => {
    const convert = (input: string | null): unknown =>
      evaluate({ $convert: { input, to: 'double', onError: 'bad', onNull: 'none' } });
    expect(convert('1.5')).toBe(1.5);
    expect(convert('x')).toBe('bad');
    expect(convert('')).toBe('bad');
    expect(convert(null)).toBe('none');
    expect(evaluate({ $convert: { input: '7', to: 16 } })).toBe(7);
    expect(codeOf(() => evaluate({ $convert: { input: '7', to: 'number' } }))).toBe(2);
  });

  it('lets only conversion failures reach onError', () => {
    const expression = { $convert: { input: { $divide: [1, 0] }, to: 'int', onError: 0 } };
    expect(codeOf(() => evaluate(expression))).toBe(2);
  });
});
