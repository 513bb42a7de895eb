import { badValue } from '../../errors';
import {
  type BsonValue,
  type StringComparator,
  bsonType,
  compare,
  equals,
  isNumber,
  isRegex,
  toNumber,
  typeRank,
} from '../../values';
import { PRECEDENCE, negation, valueCondition } from '../conditions';
import { type FieldOperatorCompiler } from '../operator-context';
import { type ValuePredicate } from '../types';

type Ordering = '$gt' | '$gte' | '$lt' | '$lte';

const ORDERING_PRECEDENCE: Readonly<Record<Ordering, number>> = {
  $lte: PRECEDENCE.lessOrEqual,
  $lt: PRECEDENCE.less,
  $gt: PRECEDENCE.greater,
  $gte: PRECEDENCE.greaterOrEqual,
};

const HOLDS: Readonly<Record<Ordering, (order: number) => boolean>> = {
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};

/** Equality of one value with an operand; null equals a missing field, a regex only a regex. */
export function equalityTest(operand: BsonValue, strings?: StringComparator): ValuePredicate {
  if (operand === undefined) {
    throw badValue('cannot compare to undefined');
  }
  if (operand === null) {
    return (value) => value === null || value === undefined;
  }
  if (typeof operand === 'string' && strings === undefined) {
    return (value) =>
      typeof value === 'string'
        ? value === operand
        : bsonType(value) === 'BSONSymbol' && equals(value, operand);
  }
  if (typeof operand === 'number' && !Number.isNaN(operand)) {
    return (value) =>
      typeof value === 'number' ? value === operand : isNumber(value) && equals(value, operand);
  }
  return (value) => value !== undefined && equals(value, operand, strings);
}

/** Order of one value against an operand: only values of the operand's type are compared. */
export function orderingTest(
  operator: Ordering,
  operand: BsonValue,
  strings?: StringComparator,
): ValuePredicate {
  if (operand === undefined) {
    throw badValue('cannot compare to undefined');
  }
  const holds = HOLDS[operator];
  const includesEqual = holds(0);
  if (operand === null) {
    return (value) => includesEqual && (value === null || value === undefined);
  }
  const kind = bsonType(operand);
  if (kind === 'MinKey' || kind === 'MaxKey') {
    // The ends of the order are the only operands compared with every type, missing included.
    return (value) => holds(compare(value, operand, strings));
  }
  if (isNumber(operand)) {
    return numberOrderingTest(holds, includesEqual, operand);
  }
  const rank = typeRank(operand);
  return (value) =>
    value !== undefined && typeRank(value) === rank && holds(compare(value, operand, strings));
}

function numberOrderingTest(
  holds: (order: number) => boolean,
  includesEqual: boolean,
  operand: BsonValue,
): ValuePredicate {
  if (Number.isNaN(toNumber(operand))) {
    return (value) => includesEqual && isNumber(value) && Number.isNaN(toNumber(value));
  }
  return (value) =>
    isNumber(value) && !Number.isNaN(toNumber(value)) && holds(compare(value, operand));
}

const eq: FieldOperatorCompiler = (operand, { strings }) =>
  valueCondition(PRECEDENCE.equality, equalityTest(operand, strings));

const ne: FieldOperatorCompiler = (operand, { strings }) => {
  if (isRegex(operand)) {
    throw badValue("Can't have regex as arg to $ne.");
  }
  return negation(valueCondition(PRECEDENCE.equality, equalityTest(operand, strings)));
};

function ordering(operator: Ordering): FieldOperatorCompiler {
  return (operand, { path, strings }) => {
    if (isRegex(operand)) {
      throw badValue(`Can't have RegEx as arg to predicate over field '${path}'.`);
    }
    return valueCondition(ORDERING_PRECEDENCE[operator], orderingTest(operator, operand, strings));
  };
}

/** `$eq`, `$ne` and the four orderings. */
export const comparisonOperators: Readonly<Record<string, FieldOperatorCompiler>> = {
  $eq: eq,
  $ne: ne,
  $gt: ordering('$gt'),
  $gte: ordering('$gte'),
  $lt: ordering('$lt'),
  $lte: ordering('$lte'),
};
