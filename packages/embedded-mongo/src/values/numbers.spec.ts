import { Decimal128, Double, Int32, Long } from 'bson';
import { makeDouble, toNumber, toPlainNumber, toPlainNumbers } from './numbers';

describe('numbers', () => {
  it('convert to the nearest JavaScript number', () => {
    expect(
      [1, Long.fromNumber(2), new Double(3), new Int32(4), new Decimal128('5.5')].map(toNumber),
    ).toEqual([1, 2, 3, 4, 5.5]);
    expect(toNumber(Long.MAX_VALUE)).toBe(2 ** 63);
    expect(toNumber(new Decimal128('-Infinity'))).toBe(-Infinity);
    expect([toNumber('1'), toNumber(null), toNumber(undefined)]).toEqual([NaN, NaN, NaN]);
  });

  it('keep a double a double', () => {
    expect(makeDouble(1)).toEqual(new Double(1));
    expect(makeDouble(1.5)).toBe(1.5);
    expect(makeDouble(Infinity)).toBe(Infinity);
  });

  it('become plain where nothing is lost', () => {
    expect(toPlainNumber(Long.fromNumber(5))).toBe(5);
    expect(toPlainNumber(Long.MAX_VALUE)).toBe(Long.MAX_VALUE);
    const decimal = new Decimal128('1');
    const doc = { a: [new Double(1), { b: Long.ONE }], d: decimal };
    expect(toPlainNumbers(doc)).toEqual({ a: [1, { b: 1 }], d: decimal });
    expect(doc.a[0]).toEqual(new Double(1));
  });
});
