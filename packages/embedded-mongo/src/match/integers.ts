import { failedToParse } from '../errors';
import { type BsonValue, type Decimal128, describe, isBson, isNumber, toNumber } from '../values';
import { scaledNumber } from './scaled-number';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** The whole part of a number, and whether that is all of it. */
export interface WholePart {
  readonly integer: bigint;
  readonly isExact: boolean;
}

/** The whole part of a number that fits 64 bits; undefined for others, NaN and the infinities. */
export function wholePartOf(value: BsonValue): WholePart | undefined {
  const whole = untilWhole(value);
  return whole !== undefined && whole.integer >= INT64_MIN && whole.integer <= INT64_MAX
    ? whole
    : undefined;
}

function untilWhole(value: BsonValue): WholePart | undefined {
  if (isBson(value, 'Long')) {
    return { integer: value.toBigInt(), isExact: true };
  }
  if (isBson(value, 'Decimal128')) {
    return wholePartOfDecimal(value);
  }
  const number = toNumber(value);
  if (!Number.isFinite(number)) {
    return undefined;
  }
  const truncated = Math.trunc(number);
  return { integer: BigInt(truncated), isExact: truncated === number };
}

function wholePartOfDecimal(value: Decimal128): WholePart | undefined {
  const scaled = scaledNumber(value);
  if (scaled === undefined) {
    return undefined;
  }
  const { digits, exponent } = scaled;
  // A decimal's exponent reaches 6,111: far outside of 64 bits, so spare the arithmetic.
  if (digits !== 0n && exponent > 20) {
    return undefined;
  }
  const scale = 10n ** BigInt(Math.min(Math.abs(exponent), 40));
  return exponent >= 0
    ? { integer: digits * scale, isExact: true }
    : { integer: digits / scale, isExact: digits % scale === 0n };
}

/** Says why a value is no 64-bit integer; nothing when it is one. */
export function integerProblem(name: string, value: BsonValue): string | undefined {
  const shown = `${name}: ${describe(value)}`;
  if (!isNumber(value)) {
    return `Expected a number in: ${shown}`;
  }
  if (Number.isNaN(toNumber(value))) {
    return `Expected an integer, but found NaN in: ${shown}`;
  }
  const whole = wholePartOf(value);
  if (whole === undefined) {
    return `Cannot represent as a 64-bit integer: ${shown}`;
  }
  return whole.isExact ? undefined : `Expected an integer: ${shown}`;
}

/** Like integerProblem, but a negative integer is a problem too. */
export function naturalNumberProblem(name: string, value: BsonValue): string | undefined {
  const problem = integerProblem(name, value);
  if (problem === undefined && (wholePartOf(value)?.integer ?? 0n) < 0n) {
    return `Expected a non-negative number in: ${name}: ${describe(value)}`;
  }
  return problem;
}

/** Reads an integer operand that must not be negative. */
export function parseNaturalNumber(name: string, value: BsonValue): bigint {
  const problem = naturalNumberProblem(name, value);
  if (problem !== undefined) {
    throw failedToParse(problem);
  }
  return wholePartOf(value)?.integer ?? 0n;
}
