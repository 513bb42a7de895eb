import {
  type BsonValue,
  Decimal128,
  Int32,
  Long,
  type NumericValue,
  fitsInt32,
  isNumber,
  makeDouble,
  toDecimal,
  toNumber,
} from '../../values';

export { fitsInt32 as isInt, makeDouble, toDecimal as decimalOf } from '../../values';

/** The four numeric types of BSON, from the narrowest to the widest. */
export type NumberKind = 'int' | 'long' | 'double' | 'decimal';

const WIDTH: Readonly<Record<NumberKind, number>> = { int: 0, long: 1, double: 2, decimal: 3 };

export const MIN_INT = -0x80000000;
export const MAX_INT = 0x7fffffff;
export const MIN_LONG = -(2n ** 63n);
export const MAX_LONG = 2n ** 63n - 1n;

/** The BSON type that a number has, or would have when it is encoded. */
export function kindOf(value: NumericValue): NumberKind {
  if (typeof value === 'number') return fitsInt32(value) ? 'int' : 'double';
  if (value instanceof Long) return 'long';
  if (value instanceof Int32) return 'int';
  if (value instanceof Decimal128) return 'decimal';
  return 'double';
}

/** The wider of two numeric types: the type of their sum. */
export function widerKind(left: NumberKind, right: NumberKind): NumberKind {
  return WIDTH[left] >= WIDTH[right] ? left : right;
}

/** An int64. */
export function makeLong(value: bigint | number): Long {
  return Long.fromBigInt(BigInt(value));
}

/** An integer of the given type, widened to a long or a double when it does not fit. */
export function makeInteger(value: bigint, kind: 'int' | 'long'): NumericValue {
  if (kind === 'int' && value >= MIN_INT && value <= MAX_INT) return Number(value);
  if (value >= MIN_LONG && value <= MAX_LONG) return Long.fromBigInt(value);
  return makeDouble(Number(value));
}

/** A number computed in doubles, given back in the type that its operands had. */
export function makeNumber(value: number, kind: NumberKind): NumericValue {
  if (kind === 'decimal') return toDecimal(value);
  if (kind === 'double' || !Number.isInteger(value)) return makeDouble(value);
  if (kind === 'int' && fitsInt32(value)) return value;
  return Math.abs(value) < 2 ** 63 ? makeLong(value) : makeDouble(value);
}

/** The exact integer behind an int, a long or an integral double; undefined for anything else. */
export function integerOf(value: BsonValue): bigint | undefined {
  if (!isNumber(value)) return undefined;
  if (value instanceof Long) return value.toBigInt();
  const number = toNumber(value);
  return Number.isInteger(number) ? BigInt(number) : undefined;
}

/** A whole number that fits into an int, as many operators demand of their counts and positions. */
export function smallInteger(value: BsonValue): number | undefined {
  if (!isNumber(value)) return undefined;
  const number = toNumber(value);
  return Number.isInteger(number) && number >= MIN_INT && number <= MAX_INT ? number : undefined;
}
