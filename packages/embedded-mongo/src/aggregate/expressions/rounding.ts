import {
  type BsonValue,
  Decimal128,
  Long,
  type NumericValue,
  describe,
  isNumber,
  toNumber,
} from '../../values';
import { failure } from '../failures';
import { binary, isNullish, operands, typeLabel, unary } from './arguments';
import { type Rounding, absoluteDecimal, divideInteger, roundDecimal } from './decimals';
import {
  MIN_LONG,
  decimalOf,
  integerOf,
  kindOf,
  makeDouble,
  makeInteger,
  makeNumber,
  smallInteger,
} from './numbers';
import { type Evaluate, type OperatorCompiler, type OperatorTable } from './scope';

/** An operator of one number that gives null for null. */
function ofNumber(apply: (value: NumericValue, name: string) => NumericValue): OperatorCompiler {
  return unary((value, _scope, name) => {
    if (isNullish(value)) return null;
    if (!isNumber(value)) {
      throw failure(28765, `${name} only supports numeric types, not ${typeLabel(value)}`);
    }
    return apply(value, name);
  });
}

/** A function of the real numbers: the result is a double, or a decimal for a decimal. */
function realFunction(
  apply: (value: number) => number,
  check?: (value: number, original: NumericValue) => void,
): OperatorCompiler {
  return ofNumber((value) => {
    const number = toNumber(value);
    check?.(number, value);
    const result = apply(number);
    return value instanceof Decimal128 ? decimalOf(result) : makeDouble(result);
  });
}

function demandPositive(code: number, name: string) {
  return (value: number, original: NumericValue): void => {
    if (value <= 0) {
      throw failure(
        code,
        `${name}'s argument must be a positive number, but is ${describe(original)}`,
      );
    }
  };
}

function absolute(value: NumericValue): NumericValue {
  if (value instanceof Decimal128) return absoluteDecimal(value);
  if (value instanceof Long) {
    const exact = value.toBigInt();
    if (exact === MIN_LONG) throw failure(28680, "can't take $abs of long long min");
    return makeInteger(exact < 0n ? -exact : exact, 'long');
  }
  return makeNumber(Math.abs(toNumber(value)), kindOf(value));
}

function toWhole(rounding: Rounding, apply: (value: number) => number) {
  return (value: NumericValue): NumericValue => {
    if (value instanceof Decimal128) return roundDecimal(value, 0, rounding);
    const kind = kindOf(value);
    return kind === 'double' ? makeDouble(apply(toNumber(value))) : value;
  };
}

/** `$round` and `$trunc`: a number and, optionally, the decimal place to round at. */
function atPlace(rounding: Rounding): OperatorCompiler {
  return (argument, scope, name) => {
    const [operand, place] = operands(argument, scope, name, 1, 2) as [Evaluate, Evaluate?];
    return (doc) => {
      const value = operand(doc);
      const digits = place ? place(doc) : 0;
      if (isNullish(value) || isNullish(digits)) return null;
      if (!isNumber(value)) {
        throw failure(51081, `${name} only supports numeric types, not ${typeLabel(value)}`);
      }
      const precision = smallInteger(digits);
      if (precision === undefined) {
        throw failure(51082, 'precision argument to  ' + name + ' must be a integral value');
      }
      if (precision < -20 || precision > 100) {
        throw failure(
          51083,
          `cannot apply ${name} with precision value ${precision} value must be in [-20, 100]`,
        );
      }
      return roundAt(value, precision, rounding);
    };
  };
}

function roundAt(value: NumericValue, place: number, rounding: Rounding): NumericValue {
  const kind = kindOf(value);
  switch (kind) {
    case 'decimal':
      return roundDecimal(decimalOf(value), place, rounding);
    case 'double':
      return roundDouble(toNumber(value), place, rounding);
    default: {
      if (place >= 0) return value;
      const unit = 10n ** BigInt(-place);
      return makeInteger(divideInteger(integerOf(value) ?? 0n, unit, rounding) * unit, kind);
    }
  }
}

function roundDouble(value: number, place: number, rounding: Rounding): NumericValue {
  if (!Number.isFinite(value) || (Number.isInteger(value) && place >= 0)) return makeDouble(value);
  // The double's own digits are rounded in decimal, as MongoDB does: 2.675 to two places is 2.68.
  const rounded = roundDecimal(Decimal128.fromString(String(value)), place, rounding);
  const result = Number(rounded.toString());
  return makeDouble(result === 0 && value < 0 ? -0 : result);
}

function logarithm(value: BsonValue, base: BsonValue): BsonValue {
  if (isNullish(value) || isNullish(base)) return null;
  if (!isNumber(value)) {
    throw failure(28756, `$log's argument must be numeric, not ${typeLabel(value)}`);
  }
  if (!isNumber(base)) throw failure(28757, `$log's base must be numeric, not ${typeLabel(base)}`);
  const number = toNumber(value);
  const root = toNumber(base);
  if (number <= 0) {
    throw failure(28758, `$log's argument must be a positive number, but is ${describe(value)}`);
  }
  if (root <= 0 || root === 1) {
    throw failure(
      28759,
      `$log's base must be a positive number not equal to 1, but is ${describe(base)}`,
    );
  }
  const result = Math.log(number) / Math.log(root);
  const decimal = value instanceof Decimal128 || base instanceof Decimal128;
  return decimal ? decimalOf(result) : makeDouble(result);
}

function power(base: BsonValue, exponent: BsonValue): BsonValue {
  if (isNullish(base) || isNullish(exponent)) return null;
  if (!isNumber(base)) throw failure(28762, `$pow's base must be numeric, not ${typeLabel(base)}`);
  if (!isNumber(exponent)) {
    throw failure(28763, `$pow's exponent must be numeric, not ${typeLabel(exponent)}`);
  }
  const root = toNumber(base);
  const times = toNumber(exponent);
  if (root === 0 && times < 0) {
    throw failure(28764, '$pow cannot take a base of 0 and a negative exponent');
  }
  if (base instanceof Decimal128 || exponent instanceof Decimal128) {
    return decimalOf(root ** times);
  }
  const whole = integerOf(base);
  const isWhole = kindOf(base) !== 'double' && kindOf(exponent) !== 'double';
  if (!isWhole || whole === undefined || times < 0) return makeDouble(root ** times);
  // Beyond 64 bits the result is a double anyway, so the exact power is only worth it below.
  if (Math.abs(root ** times) >= 2 ** 64) return makeDouble(root ** times);
  const kind = kindOf(base) === 'long' || kindOf(exponent) === 'long' ? 'long' : 'int';
  return makeInteger(whole ** BigInt(times), kind);
}

/** `$abs`, `$ceil`, `$floor`, `$round`, `$trunc`, `$sqrt`, `$exp`, `$ln`, `$log`, `$log10`, `$pow`. */
export const roundingOperators: OperatorTable = {
  $abs: ofNumber(absolute),
  $ceil: ofNumber(toWhole('ceiling', Math.ceil)),
  $floor: ofNumber(toWhole('floor', Math.floor)),
  $round: atPlace('half-even'),
  $trunc: atPlace('down'),
  $sqrt: realFunction(Math.sqrt, (value) => {
    if (value < 0) throw failure(28714, "$sqrt's argument must be greater than or equal to 0");
  }),
  $exp: realFunction(Math.exp),
  $ln: realFunction(Math.log, demandPositive(28766, '$ln')),
  $log10: realFunction(Math.log10, demandPositive(28761, '$log10')),
  $log: binary(logarithm),
  $pow: binary(power),
  $sigmoid: realFunction((value) => 1 / (1 + Math.exp(-value))),
};
