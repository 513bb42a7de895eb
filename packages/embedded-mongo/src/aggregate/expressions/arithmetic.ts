import {
  type BsonValue,
  Decimal128,
  type NumericValue,
  add,
  divide as divideNumbers,
  isNumber,
  multiply,
  subtract,
  toNumber,
} from '../../values';
import { failure } from '../failures';
import { binary, isNullish, operands, typeLabel } from './arguments';
import { isZeroDecimal, remainderOfDecimals } from './decimals';
import { decimalOf, integerOf, isInt, kindOf, makeDouble, makeInteger, widerKind } from './numbers';
import { type OperatorTable } from './scope';

/** A computation in doubles is exact for ints unless the result leaves the range of ints. */
function plain(left: number, right: number, result: number, exact: typeof add): NumericValue {
  return isInt(result) === (isInt(left) && isInt(right)) ? result : exact(left, right, 'double');
}

function addNumbers(left: NumericValue, right: NumericValue): NumericValue {
  return typeof left === 'number' && typeof right === 'number'
    ? plain(left, right, left + right, add)
    : add(left, right, 'double');
}

function addAll(values: Iterable<BsonValue>): BsonValue {
  let sum: NumericValue = 0;
  let date: Date | undefined;
  for (const value of values) {
    if (isNumber(value)) sum = addNumbers(sum, value);
    else if (isNullish(value)) return null;
    else if (value instanceof Date) {
      if (date) throw failure(16612, 'only one date allowed in an $add expression');
      date = value;
    } else {
      throw failure(14, `$add only supports numeric or date types, not ${typeLabel(value)}`);
    }
  }
  return date ? shiftDate(date, sum) : sum;
}

function shiftDate(date: Date, by: NumericValue): Date {
  const shifted = new Date(date.getTime() + Math.round(toNumber(by)));
  if (Number.isNaN(shifted.getTime())) throw failure(15, 'date overflow');
  return shifted;
}

function multiplyAll(values: Iterable<BsonValue>): BsonValue {
  let product: NumericValue = 1;
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!isNumber(value)) {
      throw failure(14, `$multiply only supports numeric types, not ${typeLabel(value)}`);
    }
    product =
      typeof product === 'number' && typeof value === 'number'
        ? plain(product, value, product * value, multiply)
        : multiply(product, value, 'double');
  }
  return product;
}

function subtractValues(left: BsonValue, right: BsonValue): BsonValue {
  if (typeof left === 'number' && typeof right === 'number') {
    return plain(left, right, left - right, subtract);
  }
  if (isNullish(left) || isNullish(right)) return null;
  if (isNumber(left) && isNumber(right)) return subtract(left, right, 'double');
  if (left instanceof Date) {
    if (right instanceof Date) {
      return makeInteger(BigInt(left.getTime() - right.getTime()), 'long');
    }
    if (isNumber(right)) return shiftDate(left, -toNumber(right));
  }
  throw failure(14, `can't $subtract ${typeLabel(right)} from ${typeLabel(left)}`);
}

function divide(left: BsonValue, right: BsonValue): BsonValue {
  if (isNullish(left) || isNullish(right)) return null;
  if (!isNumber(left) || !isNumber(right)) {
    throw failure(
      14,
      `$divide only supports numeric types, not ${typeLabel(left)} and ${typeLabel(right)}`,
    );
  }
  if (left instanceof Decimal128 || right instanceof Decimal128) {
    const divisor = decimalOf(right);
    if (isZeroDecimal(divisor)) throw failure(2, "can't $divide by zero");
    return divideNumbers(left, divisor);
  }
  const divisor = toNumber(right);
  if (divisor === 0) throw failure(2, "can't $divide by zero");
  return divideNumbers(left, right);
}

function modulo(left: BsonValue, right: BsonValue): BsonValue {
  if (isNullish(left) || isNullish(right)) return null;
  if (!isNumber(left) || !isNumber(right)) {
    throw failure(
      16611,
      `$mod only supports numeric types, not ${typeLabel(left)} and ${typeLabel(right)}`,
    );
  }
  const kind = widerKind(kindOf(left), kindOf(right));
  if (kind === 'decimal') {
    const divisor = decimalOf(right);
    if (isZeroDecimal(divisor)) throw failure(16610, "can't $mod by zero");
    return remainderOfDecimals(decimalOf(left), divisor);
  }
  const divisor = toNumber(right);
  if (divisor === 0) throw failure(16610, "can't $mod by zero");
  if (kind === 'double') return makeDouble(toNumber(left) % divisor);
  return makeInteger((integerOf(left) ?? 0n) % (integerOf(right) ?? 1n), kind);
}

/** `$add`, `$subtract`, `$multiply`, `$divide`, `$mod`. */
export const arithmeticOperators: OperatorTable = {
  $add: (argument, scope, name) => {
    const list = operands(argument, scope, name, 0, Infinity);
    return (doc) => addAll(list.map((operand) => operand(doc)));
  },
  $subtract: binary(subtractValues),
  $multiply: (argument, scope, name) => {
    const list = operands(argument, scope, name, 0, Infinity);
    return (doc) => multiplyAll(list.map((operand) => operand(doc)));
  },
  $divide: binary(divide),
  $mod: binary(modulo),
};
