import { type BsonValue, Decimal128, isNumber, toNumber } from '../../values';
import { failure } from '../failures';
import { binary, isNullish, typeLabel, unary } from './arguments';
import { decimalOf, makeDouble } from './numbers';
import { type OperatorCompiler, type OperatorTable } from './scope';

interface Range {
  minimum: number;
  maximum: number;
  label: string;
}

const finite: Range = {
  minimum: -Number.MAX_VALUE,
  maximum: Number.MAX_VALUE,
  label: '(-inf,inf)',
};
const unit: Range = { minimum: -1, maximum: 1, label: '[-1,1]' };
const fromOne: Range = { minimum: 1, maximum: Infinity, label: '[1,inf]' };

function angleFunction(apply: (value: number) => number, range?: Range): OperatorCompiler {
  return unary((value, _scope, name) => {
    if (isNullish(value)) return null;
    if (!isNumber(value)) {
      throw failure(28765, `${name} only supports numeric types, not ${typeLabel(value)}`);
    }
    const number = toNumber(value);
    if (range && (number < range.minimum || number > range.maximum)) {
      throw failure(50989, `cannot apply ${name} to ${number}, value must be in ${range.label}`);
    }
    return result(apply(number), value);
  });
}

function result(number: number, ...operands: BsonValue[]): BsonValue {
  return operands.some((operand) => operand instanceof Decimal128)
    ? decimalOf(number)
    : makeDouble(number);
}

function arcTangent(left: BsonValue, right: BsonValue): BsonValue {
  if (isNullish(left) || isNullish(right)) return null;
  if (!isNumber(left) || !isNumber(right)) {
    const wrong = isNumber(left) ? right : left;
    throw failure(51044, `$atan2 only supports numeric types, not ${typeLabel(wrong)}`);
  }
  return result(Math.atan2(toNumber(left), toNumber(right)), left, right);
}

/** The functions of angles. */
export const trigonometryOperators: OperatorTable = {
  $sin: angleFunction(Math.sin, finite),
  $cos: angleFunction(Math.cos, finite),
  $tan: angleFunction(Math.tan, finite),
  $asin: angleFunction(Math.asin, unit),
  $acos: angleFunction(Math.acos, unit),
  $atan: angleFunction(Math.atan),
  $atan2: binary(arcTangent),
  $sinh: angleFunction(Math.sinh),
  $cosh: angleFunction(Math.cosh),
  $tanh: angleFunction(Math.tanh),
  $asinh: angleFunction(Math.asinh),
  $acosh: angleFunction(Math.acosh, fromOne),
  $atanh: angleFunction(Math.atanh, unit),
  $degreesToRadians: angleFunction((degrees) => (degrees * Math.PI) / 180),
  $radiansToDegrees: angleFunction((radians) => (radians * 180) / Math.PI),
};
