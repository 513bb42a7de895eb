import { Decimal128, Double, Int32, Long } from 'bson';
import { CommandError } from '../errors';
import { add, divide, multiply, subtract, toDecimal } from './arithmetic';

describe('the type of a result', () => {
  it('is int32 while it fits and int64 beyond', () => {
    expect(add(1, 2)).toBe(3);
    expect(add(2 ** 31 - 1, 1)).toEqual(Long.fromNumber(2 ** 31));
    expect(multiply(65536, 65536)).toEqual(Long.fromNumber(2 ** 32));
    expect(subtract(new Int32(-(2 ** 31)), 1)).toEqual(Long.fromNumber(-(2 ** 31) - 1));
    expect(multiply(0, -1)).toBe(0);
  });

  it('stays int64 once one operand is', () => {
    expect(add(Long.fromNumber(1), 1)).toEqual(Long.fromNumber(2));
  });

  it('is double with a double, also when it is integral', () => {
    expect(add(0.5, 0.25)).toBe(0.75);
    expect(add(0.5, 0.5)).toEqual(new Double(1));
    expect(add(new Double(1), Long.fromNumber(1))).toEqual(new Double(2));
    expect(multiply(2 ** 40, 2)).toEqual(new Double(2 ** 41));
  });

  it('is decimal with a decimal', () => {
    expect(add(new Decimal128('0.1'), 0.2)).toEqual(new Decimal128('0.300000000000000'));
    expect(add(new Decimal128('0.1'), Long.MAX_VALUE)).toEqual(
      new Decimal128('9223372036854775807.1'),
    );
    expect(multiply(3, new Decimal128('1.10'))).toEqual(new Decimal128('3.30'));
    expect(subtract(new Decimal128('1'), new Decimal128('0.9'))).toEqual(new Decimal128('0.1'));
  });
});

describe('int64 overflow', () => {
  it('is an error, or a double for expressions', () => {
    expect(() => add(Long.MAX_VALUE, 1)).toThrow(CommandError);
    expect(() => multiply(Long.MIN_VALUE, -1)).toThrow('integer overflow');
    expect(add(Long.MAX_VALUE, 1, 'double')).toEqual(new Double(2 ** 63));
  });
});

describe('divide and toDecimal', () => {
  it('divides to a double or a decimal', () => {
    expect(divide(6, 4)).toBe(1.5);
    expect(divide(6, 3)).toEqual(new Double(2));
    expect(divide(new Decimal128('10'), 4)).toEqual(new Decimal128('2.5'));
  });

  it('converts as $toDecimal does', () => {
    expect(toDecimal(5)).toEqual(new Decimal128('5'));
    expect(toDecimal(0.1).toString()).toBe('0.100000000000000');
  });
});
