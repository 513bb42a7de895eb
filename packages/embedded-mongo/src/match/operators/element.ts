import { badValue, failedToParse, typeMismatch } from '../../errors';
import {
  type BsonValue,
  describe,
  isNumber,
  isTruthy,
  toNumber,
  typeNumber,
  typeNumberOfAlias,
} from '../../values';
import { PRECEDENCE, negation, valueCondition } from '../conditions';
import { type FieldOperatorCompiler } from '../operator-context';

/** Numbers of the types double, int, long and decimal, which the alias `number` stands for. */
const NUMBER_TYPES = [1, 16, 18, 19];
const MIN_KEY_TYPE = -1;
const MAX_KEY_TYPE = 127;
const LAST_ORDINARY_TYPE = 19;

/** Reads a type or a list of types, each a number or an alias, as `$type` and `bsonType` take them. */
export function parseTypes(operand: BsonValue): ReadonlySet<number> {
  const types = Array.isArray(operand) ? operand : [operand];
  return new Set(types.flatMap(parseType));
}

function parseType(type: BsonValue): number[] {
  if (typeof type === 'string') {
    return typeOfAlias(type);
  }
  if (!isNumber(type)) {
    throw typeMismatch('type must be represented as a number or a string');
  }
  const code = toNumber(type);
  if (code === 0) {
    throw badValue('Invalid numerical type code: 0. Instead use {$exists:false}.');
  }
  const isKnown =
    code === MIN_KEY_TYPE || code === MAX_KEY_TYPE || (code >= 1 && code <= LAST_ORDINARY_TYPE);
  if (!Number.isInteger(code) || !isKnown) {
    throw badValue(`Invalid numerical type code: ${describe(type)}`);
  }
  return [code];
}

function typeOfAlias(alias: string): number[] {
  if (alias === 'number') {
    return NUMBER_TYPES;
  }
  const code = typeNumberOfAlias(alias);
  if (code === undefined) {
    throw badValue(`Unknown type name alias: ${alias}`);
  }
  return [code];
}

const type: FieldOperatorCompiler = (operand, { path }) => {
  const types = parseTypes(operand);
  if (types.size === 0) {
    throw failedToParse(`${path} must match at least one type`);
  }
  return valueCondition(
    PRECEDENCE.type,
    (value) => value !== undefined && types.has(typeNumber(value)),
  );
};

const exists: FieldOperatorCompiler = (operand) => {
  const isThere = valueCondition(PRECEDENCE.exists, (value) => value !== undefined);
  return isTruthy(operand) ? isThere : negation(isThere);
};

/** `$exists` and `$type`. */
export const elementOperators: Readonly<Record<string, FieldOperatorCompiler>> = {
  $exists: exists,
  $type: type,
};
