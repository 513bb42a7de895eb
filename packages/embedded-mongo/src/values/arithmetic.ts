import { type Decimal128, Double, Long } from 'bson';
import { overflow } from '../errors';
import {
  addDecimals,
  type DecimalParts,
  decimalParts,
  divideDecimals,
  makeDecimal,
  multiplyDecimals,
  negateDecimal,
  partsOfBigInt,
  partsOfDouble,
} from './decimal';
import { makeDouble, toNumber } from './numbers';
import { bsonType, fitsInt32, type NumericValue } from './types';

/** What becomes of a sum or product of integers beyond 64 bits: $inc fails, $add goes to double. */
export type OnOverflow = 'error' | 'double';

interface Operation {
  readonly name: string;
  ofDoubles(a: number, b: number): number;
  ofIntegers(a: bigint, b: bigint): bigint;
  ofDecimals(a: DecimalParts, b: DecimalParts): DecimalParts;
}

const ADD: Operation = {
  name: 'add',
  ofDoubles: (a, b) => a + b,
  ofIntegers: (a, b) => a + b,
  ofDecimals: addDecimals,
};
const SUBTRACT: Operation = {
  name: 'subtract',
  ofDoubles: (a, b) => a - b,
  ofIntegers: (a, b) => a - b,
  ofDecimals: (a, b) => addDecimals(a, negateDecimal(b)),
};
const MULTIPLY: Operation = {
  name: 'multiply',
  ofDoubles: (a, b) => a * b,
  ofIntegers: (a, b) => a * b,
  ofDecimals: multiplyDecimals,
};

type NumericType = 'int32' | 'int64' | 'double' | 'decimal';

/** a + b in the wider of the two types; an int32 that overflows becomes an int64. */
export function add(a: NumericValue, b: NumericValue, onOverflow?: OnOverflow): NumericValue {
  return apply(ADD, a, b, onOverflow);
}

/** a - b in the wider of the two types; an int32 that overflows becomes an int64. */
export function subtract(a: NumericValue, b: NumericValue, onOverflow?: OnOverflow): NumericValue {
  return apply(SUBTRACT, a, b, onOverflow);
}

/** a * b in the wider of the two types; an int32 that overflows becomes an int64. */
export function multiply(a: NumericValue, b: NumericValue, onOverflow?: OnOverflow): NumericValue {
  return apply(MULTIPLY, a, b, onOverflow);
}

/** a / b, a decimal if one of them is and a double otherwise; the caller refuses a zero divisor. */
export function divide(a: NumericValue, b: NumericValue): NumericValue {
  if (numericType(a) === 'decimal' || numericType(b) === 'decimal')
    return makeDecimal(divideDecimals(toParts(a), toParts(b)));
  return makeDouble(toNumber(a) / toNumber(b));
}

/** The Decimal128 of a number; a double is rounded to 15 digits, as MongoDB does. */
export function toDecimal(value: NumericValue): Decimal128 {
  return numericType(value) === 'decimal' ? (value as Decimal128) : makeDecimal(toParts(value));
}

function apply(
  operation: Operation,
  a: NumericValue,
  b: NumericValue,
  onOverflow: OnOverflow = 'error',
): NumericValue {
  const aType = numericType(a);
  const bType = numericType(b);
  if (aType === 'decimal' || bType === 'decimal')
    return makeDecimal(operation.ofDecimals(toParts(a), toParts(b)));
  if (aType === 'double' || bType === 'double')
    return makeDouble(operation.ofDoubles(toNumber(a), toNumber(b)));
  if (aType === 'int32' && bType === 'int32') {
    const quick = operation.ofDoubles(toNumber(a), toNumber(b)) + 0;
    if (fitsInt32(quick)) return quick;
  }
  const exact = operation.ofIntegers(toBigInt(a), toBigInt(b));
  if (BigInt.asIntN(64, exact) === exact) {
    return Long.fromBigInt(exact);
  }
  if (onOverflow === 'double') return new Double(Number(exact));
  throw overflow(`integer overflow: cannot ${operation.name} ${String(a)} and ${String(b)}`);
}

function numericType(value: NumericValue): NumericType {
  if (typeof value === 'number') return fitsInt32(value) ? 'int32' : 'double';
  switch (bsonType(value)) {
    case 'Int32':
      return 'int32';
    case 'Long':
      return 'int64';
    case 'Decimal128':
      return 'decimal';
    default:
      return 'double';
  }
}

function toBigInt(value: NumericValue): bigint {
  return bsonType(value) === 'Long' ? (value as Long).toBigInt() : BigInt(toNumber(value));
}

function toParts(value: NumericValue): DecimalParts {
  switch (numericType(value)) {
    case 'decimal':
      return decimalParts(value as Decimal128);
    case 'double':
      return partsOfDouble(toNumber(value));
    default:
      return partsOfBigInt(toBigInt(value));
  }
}
