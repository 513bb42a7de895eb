import { badValue } from '../../errors';
import { type BsonValue, isNumber, toNumber } from '../../values';
import { PRECEDENCE, valueCondition } from '../conditions';
import { wholePartOf } from '../integers';
import { type FieldOperatorCompiler } from '../operator-context';

function parsePart(name: 'divisor' | 'remainder', value: BsonValue): bigint {
  if (!isNumber(value)) {
    throw badValue(`malformed mod, ${name} not a number`);
  }
  const whole = wholePartOf(value);
  if (whole === undefined) {
    const reason = Number.isFinite(toNumber(value))
      ? 'Out of bounds coercing to integral value'
      : 'Unable to coerce NaN/Inf to integral type';
    throw badValue(`malformed mod, ${name} value is invalid :: caused by :: ${reason}`);
  }
  return whole.integer;
}

const mod: FieldOperatorCompiler = (operand) => {
  if (!Array.isArray(operand)) {
    throw badValue('malformed mod, needs to be an array');
  }
  if (operand.length < 2) {
    throw badValue('malformed mod, not enough elements');
  }
  const divisor = parsePart('divisor', operand[0]);
  const remainder = parsePart('remainder', operand[1]);
  if (operand.length > 2) {
    throw badValue('malformed mod, too many elements');
  }
  if (divisor === 0n) {
    throw badValue('divisor cannot be 0');
  }
  const plainDivisor = Number(divisor);
  const plainRemainder = Number(remainder);
  const arePlain = Number.isSafeInteger(plainDivisor) && Number.isSafeInteger(plainRemainder);
  return valueCondition(PRECEDENCE.modulo, (value) => {
    if (arePlain && typeof value === 'number' && Number.isSafeInteger(value)) {
      return value % plainDivisor === plainRemainder;
    }
    if (!isNumber(value)) {
      return false;
    }
    const whole = wholePartOf(value);
    return whole !== undefined && whole.integer % divisor === remainder;
  });
};

/** `$mod`. */
export const moduloOperators: Readonly<Record<string, FieldOperatorCompiler>> = { $mod: mod };
