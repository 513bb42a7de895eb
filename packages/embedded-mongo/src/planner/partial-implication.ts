import { compileFilter, isOperatorObject } from '../match';
import { type BsonValue, type Doc, equals, isPlainObject, typeRank } from '../values';
import { type Constraint, type Constraints, type Interval } from './constraints';

/**
 * Whether every match of a filter also matches the filter of a partial index. Says no when in
 * doubt: the index is then not used.
 */
export function impliesPartial(constraints: Constraints, filter: Doc, partial: Doc): boolean {
  return Object.keys(partial).every((key) => {
    const value = partial[key];
    if (key === '$and' && Array.isArray(value)) {
      return value.every(
        (part) => isPlainObject(part) && impliesPartial(constraints, filter, part),
      );
    }
    if (key === '$or' && Array.isArray(value)) {
      return value.some((part) => isPlainObject(part) && impliesPartial(constraints, filter, part));
    }
    if (Object.hasOwn(filter, key) && equals(filter[key], value)) return true;
    return impliesField(constraints.byPath.get(key) ?? [], filter[key], key, value);
  });
}

function impliesField(
  constraints: readonly Constraint[],
  condition: BsonValue,
  path: string,
  partial: BsonValue,
): boolean {
  const operators = isOperatorObject(partial) ? partial : { $eq: partial };
  return Object.keys(operators).every((operator) => {
    const operand = operators[operator];
    if (operator === '$exists' && isOperatorObject(condition) && condition.$exists === true) {
      return true;
    }
    return constraints.some((constraint) => impliesOperator(constraint, operator, operand));
  });
}

function impliesOperator(constraint: Constraint, operator: string, operand: BsonValue): boolean {
  if (operator === '$exists') {
    return constraint.kind !== 'points' || constraint.values.every((value) => value !== null);
  }
  if (constraint.kind === 'prefix') return false;
  if (constraint.kind === 'points') {
    const fulfils = compileFilter({ value: { [operator]: operand } });
    return constraint.values.every((value) => value !== null && fulfils({ value }));
  }
  return impliesByInterval(constraint.interval, operator, operand);
}

/** An interval lies inside of another when its own ends do. */
function impliesByInterval(interval: Interval, operator: string, operand: BsonValue): boolean {
  const isLow = operator === '$gt' || operator === '$gte';
  const isHigh = operator === '$lt' || operator === '$lte';
  if (operator === '$type') return impliesType(interval, operand);
  if (!isLow && !isHigh) return false;
  const end = isLow ? interval.low : interval.high;
  const includesEnd = isLow ? interval.lowInclusive : interval.highInclusive;
  if (end === undefined || typeRank(operand) !== interval.rank) return false;
  if (!includesEnd && equals(end, operand)) return true;
  return compileFilter({ value: { [operator]: operand } })({ value: end });
}

/** All values of an interval have one type, unless they are numbers. */
function impliesType(interval: Interval, operand: BsonValue): boolean {
  const sample = interval.low ?? interval.high;
  if (sample === undefined) return false;
  if (interval.rank === typeRank(0) && operand !== 'number') return false;
  return compileFilter({ value: { $type: operand } })({ value: sample });
}
