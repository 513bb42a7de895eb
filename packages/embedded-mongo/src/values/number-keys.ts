import type { Decimal128, Long } from 'bson';
import {
  compareDecimalWithDouble,
  DECIMAL_DIGITS,
  type DecimalParts,
  decimalParts,
  digitCount,
  nearestDouble,
  partsOfBigInt,
  powerOfTen,
} from './decimal';
import type { KeyWriter } from './key-writer';
import { toNumber } from './numbers';
import { bsonType, type NumericValue } from './types';

const IS_THE_DOUBLE = 0;
const IS_ABOVE_THE_DOUBLE = 1;
const EXPONENT_BIAS = 0x8000;

/**
 * Writes a number so that keys of all numeric types sort and equal each other by exact value: first
 * the largest double that is not above it, then, if the number is no double itself, the number
 * once more with all of its up to 34 decimal digits.
 */
export function writeNumber(writer: KeyWriter, value: NumericValue): void {
  if (typeof value === 'number') return writeDouble(writer, value);
  switch (bsonType(value)) {
    case 'Long': {
      const nearest = (value as Long).toNumber();
      if (Number.isSafeInteger(nearest)) return writeDouble(writer, nearest);
      return writeParts(writer, partsOfBigInt((value as Long).toBigInt()));
    }
    case 'Decimal128':
      return writeParts(writer, decimalParts(value as Decimal128));
    default:
      return writeDouble(writer, toNumber(value));
  }
}

function writeDouble(writer: KeyWriter, value: number): void {
  writer.double(value);
  writer.byte(IS_THE_DOUBLE);
}

function writeParts(writer: KeyWriter, parts: DecimalParts): void {
  const nearest = nearestDouble(parts);
  const order = parts.kind === 'finite' ? compareDecimalWithDouble(parts, nearest) : 0;
  if (order === 0) return writeDouble(writer, nearest);
  writer.double(order < 0 ? nextBelow(nearest) : nearest);
  writer.byte(IS_ABOVE_THE_DOUBLE);
  writeDigits(writer, parts);
}

/** Between two doubles all numbers have one sign, so the sign itself need not be written. */
function writeDigits(writer: KeyWriter, { negative, coefficient, exponent }: DecimalParts): void {
  const start = writer.length;
  const padding = DECIMAL_DIGITS - digitCount(coefficient);
  const digits = coefficient * powerOfTen(padding);
  writer.uint16(exponent - padding + EXPONENT_BIAS);
  writer.uint64(digits >> 64n);
  writer.uint64(digits & 0xffffffffffffffffn);
  if (negative) writer.invertFrom(start);
}

const scratch = new DataView(new ArrayBuffer(8));

/** The largest double below a given one. */
function nextBelow(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  if (value === Infinity) return Number.MAX_VALUE;
  scratch.setFloat64(0, value);
  const bits = scratch.getBigInt64(0);
  scratch.setBigInt64(0, value > 0 ? bits - 1n : bits + 1n);
  return scratch.getFloat64(0);
}
