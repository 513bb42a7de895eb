import { Double, type Decimal128, type Long } from 'bson';
import { compareDecimalWithDouble, compareDecimals, decimalParts, partsOfBigInt } from './decimal';
import {
  bsonType,
  type BsonValue,
  type Doc,
  isBson,
  isPlainObject,
  type NumericValue,
} from './types';
import { setOwn } from './fields';

/** The nearest JavaScript number; NaN for what is not a number. */
export function toNumber(value: BsonValue): number {
  if (typeof value === 'number') return value;
  switch (bsonType(value)) {
    case 'Long':
      return (value as Long).toNumber();
    case 'Double':
    case 'Int32':
      return Number((value as Double).value);
    case 'Decimal128':
      return Number((value as Decimal128).toString());
    default:
      return NaN;
  }
}

/** A double that keeps its BSON type when stored: an integral number alone would become an int. */
export function makeDouble(value: number): number | Double {
  return Number.isInteger(value) ? new Double(value) : value;
}

/** The plain JavaScript number of a numeric value where it loses nothing but the type. */
export function toPlainNumber(value: NumericValue): NumericValue {
  if (typeof value === 'number') return value;
  if (isBson(value, 'Decimal128')) return value;
  const plain = toNumber(value);
  return isBson(value, 'Long') && !Number.isSafeInteger(plain) ? value : plain;
}

/** The document with plain JavaScript numbers where they are exact; the original is left alone. */
export function toPlainNumbers(doc: Doc): Doc {
  const plain: Doc = {};
  for (const field of Object.keys(doc)) setOwn(plain, field, toPlainValue(doc[field]));
  return plain;
}

function toPlainValue(value: BsonValue): BsonValue {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(toPlainValue);
  if (isPlainObject(value)) return toPlainNumbers(value);
  switch (bsonType(value)) {
    case 'Long':
    case 'Double':
    case 'Int32':
      return toPlainNumber(value as NumericValue);
    default:
      return value;
  }
}

/**
 * Compares numbers of any types by their exact values, as MongoDB does: the double 0.1 is a little
 * more than the decimal 0.1. NaN comes before every other number.
 */
export function compareNumbers(a: NumericValue, b: NumericValue): number {
  if (typeof a === 'number' && typeof b === 'number') return compareDoubles(a, b);
  const aType = bsonType(a);
  const bType = bsonType(b);
  if (aType === 'Decimal128') {
    if (bType === 'Decimal128')
      return compareDecimals(decimalParts(a as Decimal128), decimalParts(b as Decimal128));
    return compareDecimalWith(a as Decimal128, b, bType === 'Long');
  }
  if (bType === 'Decimal128') return 0 - compareDecimalWith(b as Decimal128, a, aType === 'Long');
  if (aType === 'Long') {
    if (bType === 'Long') return (a as Long).compare(b as Long);
    return compareLongWithDouble(a as Long, toNumber(b));
  }
  if (bType === 'Long') return 0 - compareLongWithDouble(b as Long, toNumber(a));
  return compareDoubles(toNumber(a), toNumber(b));
}

function compareDoubles(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1;
  return 1;
}

function compareLongWithDouble(long: Long, double: number): number {
  const nearest = long.toNumber();
  // Rounding keeps order, so only a double that the long rounds to needs the exact comparison.
  if (nearest !== double || Number.isSafeInteger(nearest)) return compareDoubles(nearest, double);
  const exact = long.toBigInt();
  const other = BigInt(double);
  return exact < other ? -1 : exact > other ? 1 : 0;
}

function compareDecimalWith(
  decimal: Decimal128,
  other: NumericValue,
  otherIsLong: boolean,
): number {
  const parts = decimalParts(decimal);
  if (otherIsLong) return compareDecimals(parts, partsOfBigInt((other as Long).toBigInt()));
  return compareDecimalWithDouble(parts, toNumber(other));
}
