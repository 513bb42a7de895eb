import { Decimal128 } from 'bson';
import {
  addDecimals,
  compareDecimals,
  compareDecimalWithDouble,
  type DecimalParts,
  decimalParts,
  divideDecimals,
  exactPartsOfDouble,
  makeDecimal,
  multiplyDecimals,
  nearestDouble,
  partsOfDouble,
} from './decimal';

const parse = (text: string): DecimalParts => decimalParts(new Decimal128(text));
const show = (parts: DecimalParts): string => makeDecimal(parts).toString();

describe('Decimal128 parts', () => {
  it.each([
    '0',
    '-0',
    '1',
    '-1.50',
    '1E-6176',
    '9.999999999999999999999999999999999E+6144',
    'NaN',
    'Infinity',
    '-Infinity',
    '0E+6111',
    '123E-20',
  ])('takes %s apart and puts it together again', (text) => {
    expect(show(parse(text))).toBe(new Decimal128(text).toString());
  });

  it('reads a coefficient beyond 34 digits as zero, as IEEE 754 says', () => {
    const bytes = Buffer.alloc(16, 0xff);
    bytes.writeUInt16LE(0x6fff, 14);
    expect(decimalParts(new Decimal128(bytes)).coefficient).toBe(0n);
  });

  it('converts a double to 15 digits, as MongoDB does', () => {
    expect(show(partsOfDouble(0.1))).toBe('0.100000000000000');
    expect(show(partsOfDouble(10))).toBe('10.0000000000000');
    expect(show(partsOfDouble(-0))).toBe('-0');
    expect(show(partsOfDouble(-Infinity))).toBe('-Infinity');
  });

  it('knows the exact value of a double', () => {
    expect(nearestDouble(exactPartsOfDouble(5e-324))).toBe(5e-324);
    expect(exactPartsOfDouble(0.5)).toMatchObject({
      coefficient: 5n * 10n ** 52n,
      negative: false,
    });
    expect(compareDecimalWithDouble(parse('0.1'), 0.1)).toBe(-1);
    expect(compareDecimalWithDouble(parse('0.5'), 0.5)).toBe(0);
    expect(compareDecimalWithDouble(parse('1E+400'), Infinity)).toBe(-1);
    expect(compareDecimalWithDouble(parse('NaN'), -Infinity)).toBe(-1);
  });
});

describe('rounding', () => {
  it('rounds half to even at 34 digits', () => {
    const long = (digits: string): string =>
      show({ kind: 'finite', negative: false, coefficient: BigInt(digits), exponent: 0 });
    const nines = '9'.repeat(33);
    expect(long(`${nines}25`)).toBe(`9.${'9'.repeat(32)}2E+34`);
    expect(long(`${nines}35`)).toBe(`9.${'9'.repeat(32)}4E+34`);
    expect(long(`${nines}95`)).toBe(`1.${'0'.repeat(33)}E+35`);
  });

  it('ends in infinity above and in zero below', () => {
    const huge = parse('9E+6144');
    expect(show(addDecimals(huge, huge))).toBe('Infinity');
    const tiny = parse('1E-6176');
    expect(show(multiplyDecimals(tiny, parse('0.5')))).toBe('0E-6176');
    expect(show(multiplyDecimals(tiny, parse('1.5')))).toBe('2E-6176');
  });

  it('pads a coefficient to reach an exponent that is too large', () => {
    expect(show({ kind: 'finite', negative: false, coefficient: 1n, exponent: 6144 })).toBe(
      `1.${'0'.repeat(33)}E+6144`,
    );
  });
});

describe('operations', () => {
  it('keep the exponent that the operands suggest', () => {
    expect(show(addDecimals(parse('1.10'), parse('2.2')))).toBe('3.30');
    expect(show(multiplyDecimals(parse('1.10'), parse('2.0')))).toBe('2.200');
    expect(show(divideDecimals(parse('1'), parse('4')))).toBe('0.25');
    expect(show(divideDecimals(parse('1'), parse('3')))).toBe(`0.${'3'.repeat(34)}`);
    expect(show(divideDecimals(parse('2'), parse('3')))).toBe(`0.${'6'.repeat(33)}7`);
  });

  it('follow the rules for infinities, zeros and NaN', () => {
    const [infinite, negative, zero] = [parse('Infinity'), parse('-Infinity'), parse('0')];
    expect(show(addDecimals(infinite, negative))).toBe('NaN');
    expect(show(addDecimals(infinite, parse('1')))).toBe('Infinity');
    expect(show(multiplyDecimals(infinite, zero))).toBe('NaN');
    expect(show(multiplyDecimals(infinite, parse('-2')))).toBe('-Infinity');
    expect(show(divideDecimals(zero, zero))).toBe('NaN');
    expect(show(divideDecimals(parse('-1'), zero))).toBe('-Infinity');
    expect(show(addDecimals(parse('1'), parse('-1')))).toBe('0');
    expect(show(addDecimals(parse('-0'), parse('-0')))).toBe('-0');
  });

  it('compare equal numbers with different exponents', () => {
    expect(compareDecimals(parse('1.0'), parse('1.000'))).toBe(0);
    expect(compareDecimals(parse('-0'), parse('0E+10'))).toBe(0);
    expect(compareDecimals(parse('-2'), parse('-1'))).toBe(-1);
  });
});
