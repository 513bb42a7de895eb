import { Decimal128 } from '../../values';

/** The digits and the exponent of a decimal, or what it is instead of a number. */
interface DecimalParts {
  coefficient: bigint;
  exponent: number;
  special?: 'NaN' | 'Infinity' | '-Infinity';
}

const PRECISION = 34;

/** How a quotient or a root is rounded to an integer. */
export type Rounding = 'down' | 'floor' | 'ceiling' | 'half-even';

/** Takes a decimal apart. */
export function decimalParts(value: Decimal128): DecimalParts {
  const text = value.toString();
  if (text === 'NaN' || text.endsWith('Infinity')) {
    return { coefficient: 0n, exponent: 0, special: text as 'NaN' | 'Infinity' | '-Infinity' };
  }
  const [mantissa, exponent = '0'] = text.split(/e/i) as [string, string?];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?];
  return {
    coefficient: BigInt(whole + fraction),
    exponent: Number(exponent) - fraction.length,
  };
}

/** Puts a decimal together, rounded to the 34 digits that it can hold. */
export function makeDecimal(coefficient: bigint, exponent: number): Decimal128 {
  const excess = String(coefficient < 0n ? -coefficient : coefficient).length - PRECISION;
  if (excess > 0) {
    return makeDecimal(
      divideInteger(coefficient, 10n ** BigInt(excess), 'half-even'),
      exponent + excess,
    );
  }
  return Decimal128.fromString(`${coefficient}E${exponent}`);
}

/** An integer quotient, rounded as asked. */
export function divideInteger(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const quotient = dividend / divisor;
  const remainder = dividend % divisor;
  if (remainder === 0n) return quotient;
  const away = remainder < 0n === divisor < 0n ? 1n : -1n;
  switch (rounding) {
    case 'down':
      return quotient;
    case 'floor':
      return away < 0n ? quotient - 1n : quotient;
    case 'ceiling':
      return away > 0n ? quotient + 1n : quotient;
    case 'half-even': {
      const twice = 2n * (remainder < 0n ? -remainder : remainder);
      const size = divisor < 0n ? -divisor : divisor;
      const up = twice > size || (twice === size && quotient % 2n !== 0n);
      return up ? quotient + away : quotient;
    }
  }
}

/** The remainder with the sign of the dividend; the divisor is not zero. */
export function remainderOfDecimals(dividend: Decimal128, divisor: Decimal128): Decimal128 {
  const left = decimalParts(dividend);
  const right = decimalParts(divisor);
  if (left.special || right.special) return viaDouble(dividend, divisor, (a, b) => a % b);
  const exponent = Math.min(left.exponent, right.exponent);
  const scale = (parts: DecimalParts): bigint =>
    parts.coefficient * 10n ** BigInt(parts.exponent - exponent);
  return makeDecimal(scale(left) % scale(right), exponent);
}

/** Rounds at a decimal place; a negative place rounds before the point. */
export function roundDecimal(value: Decimal128, place: number, rounding: Rounding): Decimal128 {
  const { coefficient, exponent, special } = decimalParts(value);
  const dropped = -place - exponent;
  if (special || dropped <= 0) return value;
  return makeDecimal(divideInteger(coefficient, 10n ** BigInt(dropped), rounding), -place);
}

/** The size of a decimal without its sign. */
export function absoluteDecimal(value: Decimal128): Decimal128 {
  const text = value.toString();
  return text.startsWith('-') ? Decimal128.fromString(text.slice(1)) : value;
}

/** Whether a decimal is zero, of either sign and any exponent. */
export function isZeroDecimal(value: Decimal128): boolean {
  const { coefficient, special } = decimalParts(value);
  return !special && coefficient === 0n;
}

function viaDouble(
  left: Decimal128,
  right: Decimal128,
  apply: (left: number, right: number) => number,
): Decimal128 {
  return Decimal128.fromString(String(apply(Number(left.toString()), Number(right.toString()))));
}
