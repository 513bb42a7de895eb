import { Binary, type BsonValue, Decimal128, Double, Long } from '../../values';
import { compileFilter } from '../filter';

const of = (condition: BsonValue, value: BsonValue): boolean =>
  compileFilter({ a: condition })({ a: value });

describe('$mod', () => {
  it('divides whole parts of numbers of all types', () => {
    expect(of({ $mod: [4, 1] }, 5)).toBe(true);
    expect(of({ $mod: [4, 1] }, 5.9)).toBe(true);
    expect(of({ $mod: [4, 1] }, Long.fromString('9007199254740993'))).toBe(true);
    expect(of({ $mod: [4, 1] }, Decimal128.fromString('5.5'))).toBe(true);
    expect(of({ $mod: [3, -2] }, -5)).toBe(true);
    expect(of({ $mod: [2, 0] }, -4)).toBe(true);
    expect(of({ $mod: [4.7, 1.2] }, new Double(5))).toBe(true);
    expect(of({ $mod: [4, 1] }, [2, 5])).toBe(true);
  });

  it('does not match what is no finite number', () => {
    expect(of({ $mod: [4, 0] }, NaN)).toBe(false);
    expect(of({ $mod: [4, 0] }, Infinity)).toBe(false);
    expect(of({ $mod: [4, 0] }, 1e300)).toBe(false);
    expect(of({ $mod: [4, 0] }, '4')).toBe(false);
    expect(of({ $mod: [4, 0] }, null)).toBe(false);
  });

  it.each<[BsonValue, string]>([
    [5, 'malformed mod, needs to be an array'],
    [[4], 'malformed mod, not enough elements'],
    [[4, 1, 2], 'malformed mod, too many elements'],
    [[0, 1], 'divisor cannot be 0'],
    [['x', 1], 'malformed mod, divisor not a number'],
    [[4, 'x'], 'malformed mod, remainder not a number'],
    [[NaN, 1], 'Unable to coerce NaN/Inf to integral type'],
  ])('refuses %j', (operand, message) => {
    expect(() => compileFilter({ a: { $mod: operand } })).toThrow(message);
  });
});

describe('bit tests', () => {
  it('take positions, a mask or binary data', () => {
    expect(of({ $bitsAllSet: [1, 5] }, 0b100010)).toBe(true);
    expect(of({ $bitsAllSet: 0b100010 }, 0b100010)).toBe(true);
    expect(of({ $bitsAllSet: new Binary(Buffer.from([0b100010])) }, 0b110010)).toBe(true);
    expect(of({ $bitsAllSet: [1, 2] }, 0b100010)).toBe(false);
  });

  it('ask for all or any, set or clear', () => {
    expect(of({ $bitsAnySet: [0, 1] }, 0b10)).toBe(true);
    expect(of({ $bitsAnySet: [0, 2] }, 0b10)).toBe(false);
    expect(of({ $bitsAllClear: [0, 2] }, 0b10)).toBe(true);
    expect(of({ $bitsAllClear: [0, 1] }, 0b10)).toBe(false);
    expect(of({ $bitsAnyClear: [0, 1] }, 0b10)).toBe(true);
    expect(of({ $bitsAnyClear: [1] }, 0b10)).toBe(false);
  });

  it('extend the sign of negative numbers and read binary data from the first byte', () => {
    expect(of({ $bitsAllSet: [63, 200] }, -1)).toBe(true);
    expect(of({ $bitsAllClear: [63] }, Long.MAX_VALUE)).toBe(true);
    expect(of({ $bitsAllSet: [8] }, new Binary(Buffer.from([0, 1])))).toBe(true);
    expect(of({ $bitsAllClear: [100] }, new Binary(Buffer.from([255])))).toBe(true);
  });

  it('do not match other values', () => {
    expect(of({ $bitsAllClear: [0] }, 1.5)).toBe(false);
    expect(of({ $bitsAllClear: [0] }, 'x')).toBe(false);
    expect(of({ $bitsAllClear: [0] }, undefined)).toBe(false);
  });

  it.each<[BsonValue, string]>([
    ['x', 'takes an Array, a number, or a BinData but received'],
    [-1, 'Expected a non-negative number in: $bitsAllSet: -1'],
    [1.5, 'Expected an integer: $bitsAllSet: 1.5'],
    [[-1], 'bit positions must be >= 0 but got'],
    [['x'], 'bit positions must be an integer but got'],
    [[1e12], 'bit positions cannot be represented as a 32-bit signed integer'],
  ])('refuse %j', (operand, message) => {
    expect(() => compileFilter({ a: { $bitsAllSet: operand } })).toThrow(message);
  });
});
