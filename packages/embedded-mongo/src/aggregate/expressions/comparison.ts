import { type BsonValue, type StringComparator, compare } from '../../values';
import { operands } from './arguments';
import { type Evaluate, type OperatorCompiler, type OperatorTable, constantOf } from './scope';

/** Compares as expressions do: unlike in a sort, a missing value comes before null. */
export function compareInExpression(
  left: BsonValue,
  right: BsonValue,
  strings?: StringComparator,
): number {
  if (left === undefined || right === undefined) {
    return left === right ? 0 : left === undefined ? -1 : 1;
  }
  return compare(left, right, strings);
}

function comparison(
  decide: (order: number) => BsonValue,
  numbers: (left: number, right: number) => BsonValue,
): OperatorCompiler {
  return (argument, scope, name) => {
    const [left, right] = operands(argument, scope, name, 2) as [Evaluate, Evaluate];
    const { strings } = scope.settings;
    const fixed = constantOf(right)?.value;
    if (typeof fixed === 'number' && !Number.isNaN(fixed)) {
      return (doc) => {
        const value = left(doc);
        return typeof value === 'number' && value === value
          ? numbers(value, fixed)
          : decide(compareInExpression(value, fixed, strings));
      };
    }
    return (doc) => decide(compareInExpression(left(doc), right(doc), strings));
  };
}

/** `$eq`, `$ne`, `$gt`, `$gte`, `$lt`, `$lte`, `$cmp`. */
export const comparisonOperators: OperatorTable = {
  $eq: comparison(
    (order) => order === 0,
    (left, right) => left === right,
  ),
  $ne: comparison(
    (order) => order !== 0,
    (left, right) => left !== right,
  ),
  $gt: comparison(
    (order) => order > 0,
    (left, right) => left > right,
  ),
  $gte: comparison(
    (order) => order >= 0,
    (left, right) => left >= right,
  ),
  $lt: comparison(
    (order) => order < 0,
    (left, right) => left < right,
  ),
  $lte: comparison(
    (order) => order <= 0,
    (left, right) => left <= right,
  ),
  $cmp: comparison(
    (order) => Math.sign(order),
    (left, right) => (left === right ? 0 : left < right ? -1 : 1),
  ),
};
