import { Decimal128 } from 'bson';

/** What a Decimal128 says: coefficient * 10^exponent with a sign, or one of the special values. */
export interface DecimalParts {
  readonly kind: 'finite' | 'infinite' | 'nan';
  readonly negative: boolean;
  readonly coefficient: bigint;
  readonly exponent: number;
}

/** How many significant digits a Decimal128 holds. */
export const DECIMAL_DIGITS = 34;
const SMALLEST_EXPONENT = -6176;
const LARGEST_EXPONENT = 6111;
const EXPONENT_BIAS = 6176;
const COEFFICIENT_LIMIT = 10n ** BigInt(DECIMAL_DIGITS);
const INFINITY_BITS = 0x7800;
const NAN_BITS = 0x7c00;

const NAN: DecimalParts = special('nan', false);

function special(kind: 'infinite' | 'nan', negative: boolean): DecimalParts {
  return { kind, negative, coefficient: 0n, exponent: 0 };
}

/** A finite decimal from a signed integer and a power of ten, not yet rounded to 34 digits. */
function finite(negative: boolean, coefficient: bigint, exponent: number): DecimalParts {
  return { kind: 'finite', negative, coefficient, exponent };
}

const powers: bigint[] = [];

/** 10^exponent for an exponent of at least 0. */
export function powerOfTen(exponent: number): bigint {
  if (exponent > 100) return 10n ** BigInt(exponent);
  return (powers[exponent] ??= 10n ** BigInt(exponent));
}

/** How many decimal digits a positive integer has; 1 for zero. */
export function digitCount(value: bigint): number {
  return value.toString().length;
}

/** Takes a Decimal128 (the BID form of IEEE 754-2008) apart. */
export function decimalParts(decimal: Decimal128): DecimalParts {
  const bytes = decimal.bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const high = view.getBigUint64(8, true);
  const top = Number(high >> 48n);
  const negative = (top & 0x8000) !== 0;
  if ((top & NAN_BITS) === NAN_BITS) return NAN;
  if ((top & NAN_BITS) === INFINITY_BITS) return special('infinite', negative);
  // The second form of the encoding can only say coefficients above 10^34, which count as zero.
  if ((top & 0x6000) === 0x6000)
    return finite(negative, 0n, Number((high >> 47n) & 0x3fffn) - EXPONENT_BIAS);
  const exponent = ((top & 0x7fff) >> 1) - EXPONENT_BIAS;
  const coefficient = ((high & 0x1ffffffffffffn) << 64n) | view.getBigUint64(0, true);
  return finite(negative, coefficient < COEFFICIENT_LIMIT ? coefficient : 0n, exponent);
}

/** Puts a Decimal128 together, rounding half to even where 34 digits or the exponent require it. */
export function makeDecimal(parts: DecimalParts): Decimal128 {
  if (parts.kind === 'nan') return fromBits(false, BigInt(NAN_BITS) << 48n, 0n);
  if (parts.kind === 'infinite') return infinity(parts.negative);
  let { coefficient, exponent } = parts;
  const surplus = Math.max(
    digitCount(coefficient) - DECIMAL_DIGITS,
    SMALLEST_EXPONENT - exponent,
    0,
  );
  if (surplus > 0) {
    coefficient = divideHalfEven(coefficient, powerOfTen(surplus));
    exponent += surplus;
    // 9.99...9 rounds up to a 1 with 34 zeros: one digit too many again, and that digit is a zero.
    if (coefficient === COEFFICIENT_LIMIT) {
      coefficient /= 10n;
      exponent++;
    }
  }
  if (exponent > LARGEST_EXPONENT) {
    if (coefficient === 0n) exponent = LARGEST_EXPONENT;
    else {
      const padding = exponent - LARGEST_EXPONENT;
      if (padding + digitCount(coefficient) > DECIMAL_DIGITS) return infinity(parts.negative);
      coefficient *= powerOfTen(padding);
      exponent = LARGEST_EXPONENT;
    }
  }
  const high = (BigInt(exponent + EXPONENT_BIAS) << 49n) | (coefficient >> 64n);
  return fromBits(parts.negative, high, coefficient & 0xffffffffffffffffn);
}

function infinity(negative: boolean): Decimal128 {
  return fromBits(negative, BigInt(INFINITY_BITS) << 48n, 0n);
}

function fromBits(negative: boolean, high: bigint, low: bigint): Decimal128 {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(low, 0);
  bytes.writeBigUInt64LE(negative ? high | (1n << 63n) : high, 8);
  return new Decimal128(bytes);
}

function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twiceRest = (dividend % divisor) * 2n;
  const roundUp = twiceRest > divisor || (twiceRest === divisor && (quotient & 1n) === 1n);
  return roundUp ? quotient + 1n : quotient;
}

/** The parts of an integer. */
export function partsOfBigInt(value: bigint): DecimalParts {
  return finite(value < 0n, value < 0n ? -value : value, 0);
}

/**
 * The parts of a double as MongoDB converts it for arithmetic and $toDecimal: rounded to 15
 * significant digits, so that 0.1 becomes 0.100000000000000 and not 0.1000000000000000055.
 */
export function partsOfDouble(value: number): DecimalParts {
  if (Number.isNaN(value)) return NAN;
  if (!Number.isFinite(value)) return special('infinite', value < 0);
  if (value === 0) return finite(Object.is(value, -0), 0n, 0);
  const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential(14).split('e');
  return finite(value < 0, BigInt(mantissa.replace('.', '')), Number(exponent) - 14);
}

/** The exact parts of a double, however many digits they need. */
export function exactPartsOfDouble(value: number): DecimalParts {
  if (Number.isNaN(value)) return NAN;
  if (!Number.isFinite(value)) return special('infinite', value < 0);
  const scratch = new DataView(new ArrayBuffer(8));
  scratch.setFloat64(0, Math.abs(value));
  const bits = scratch.getBigUint64(0);
  const biased = Number(bits >> 52n);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  const shift = (biased === 0 ? 1 : biased) - 1075;
  const negative = value < 0 || Object.is(value, -0);
  if (shift >= 0) return finite(negative, mantissa << BigInt(shift), 0);
  // m / 2^n = m * 5^n / 10^n
  return finite(negative, mantissa * 5n ** BigInt(-shift), shift);
}

/** Compares by exact value; NaN comes first and the sign of a zero does not count. */
export function compareDecimals(a: DecimalParts, b: DecimalParts): number {
  if (a.kind === 'nan' || b.kind === 'nan')
    return (a.kind === 'nan' ? 0 : 1) - (b.kind === 'nan' ? 0 : 1);
  const aSign = signOf(a);
  const bSign = signOf(b);
  if (aSign !== bSign) return aSign < bSign ? -1 : 1;
  if (aSign === 0) return 0;
  return aSign > 0 ? compareMagnitudes(a, b) : compareMagnitudes(b, a);
}

function signOf(parts: DecimalParts): number {
  if (parts.kind === 'finite' && parts.coefficient === 0n) return 0;
  return parts.negative ? -1 : 1;
}

function compareMagnitudes(a: DecimalParts, b: DecimalParts): number {
  if (a.kind === 'infinite' || b.kind === 'infinite')
    return (a.kind === 'infinite' ? 1 : 0) - (b.kind === 'infinite' ? 1 : 0);
  const aTop = digitCount(a.coefficient) + a.exponent;
  const bTop = digitCount(b.coefficient) + b.exponent;
  if (aTop !== bTop) return aTop < bTop ? -1 : 1;
  const common = Math.min(a.exponent, b.exponent);
  const aScaled = a.coefficient * powerOfTen(a.exponent - common);
  const bScaled = b.coefficient * powerOfTen(b.exponent - common);
  return aScaled < bScaled ? -1 : aScaled > bScaled ? 1 : 0;
}

/** The double nearest to a decimal. */
export function nearestDouble(parts: DecimalParts): number {
  if (parts.kind === 'nan') return NaN;
  const magnitude =
    parts.kind === 'infinite' ? Infinity : Number(`${parts.coefficient}e${parts.exponent}`);
  return parts.negative ? -magnitude : magnitude;
}

/** Compares a decimal with a double by exact value. */
export function compareDecimalWithDouble(parts: DecimalParts, double: number): number {
  if (parts.kind !== 'finite' || !Number.isFinite(double))
    return compareDecimals(parts, exactPartsOfDouble(double));
  const nearest = nearestDouble(parts);
  // Rounding keeps order, so only a double that the decimal rounds to needs the exact comparison.
  if (nearest !== double) return nearest < double ? -1 : 1;
  return compareDecimals(parts, exactPartsOfDouble(double));
}

/** a + b. */
export function addDecimals(a: DecimalParts, b: DecimalParts): DecimalParts {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN;
  if (a.kind === 'infinite') return b.kind === 'infinite' && a.negative !== b.negative ? NAN : a;
  if (b.kind === 'infinite') return b;
  const exponent = Math.min(a.exponent, b.exponent);
  const sum =
    signedCoefficient(a) * powerOfTen(a.exponent - exponent) +
    signedCoefficient(b) * powerOfTen(b.exponent - exponent);
  const negative = sum === 0n ? a.negative && b.negative : sum < 0n;
  return finite(negative, sum < 0n ? -sum : sum, exponent);
}

/** a * b. */
export function multiplyDecimals(a: DecimalParts, b: DecimalParts): DecimalParts {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN;
  const negative = a.negative !== b.negative;
  if (a.kind === 'infinite' || b.kind === 'infinite')
    return signOf(a) === 0 || signOf(b) === 0 ? NAN : special('infinite', negative);
  return finite(negative, a.coefficient * b.coefficient, a.exponent + b.exponent);
}

/** a / b; the quotient is exact where 34 digits can say it. */
export function divideDecimals(a: DecimalParts, b: DecimalParts): DecimalParts {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN;
  const negative = a.negative !== b.negative;
  if (a.kind === 'infinite') return b.kind === 'infinite' ? NAN : special('infinite', negative);
  if (b.kind === 'infinite') return finite(negative, 0n, SMALLEST_EXPONENT);
  if (b.coefficient === 0n) return a.coefficient === 0n ? NAN : special('infinite', negative);
  const preferred = a.exponent - b.exponent;
  if (a.coefficient === 0n) return finite(negative, 0n, preferred);
  // Two digits more than will stay, and one that is only there to say "and a little more".
  const shift = Math.max(
    0,
    DECIMAL_DIGITS + 2 + digitCount(b.coefficient) - digitCount(a.coefficient),
  );
  const scaled = a.coefficient * powerOfTen(shift);
  const isExact = scaled % b.coefficient === 0n;
  let quotient = scaled / b.coefficient;
  let exponent = preferred - shift;
  if (!isExact) return finite(negative, quotient * 10n + 1n, exponent - 1);
  while (exponent < preferred && quotient % 10n === 0n) {
    quotient /= 10n;
    exponent++;
  }
  return finite(negative, quotient, exponent);
}

/** -a. */
export function negateDecimal(parts: DecimalParts): DecimalParts {
  return parts.kind === 'nan' ? parts : { ...parts, negative: !parts.negative };
}

function signedCoefficient(parts: DecimalParts): bigint {
  return parts.negative ? -parts.coefficient : parts.coefficient;
}
