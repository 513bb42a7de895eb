import { type BsonValue, compare, isNumber, describe } from '../../values';
import { failure } from '../failures';
import { binary, isNullish, namedOperands, operands, typeLabel, unary } from './arguments';
import { smallInteger } from './numbers';
import { type Evaluate, type OperatorCompiler, type OperatorTable, type Scope } from './scope';

function elementAt(list: BsonValue, position: BsonValue): BsonValue {
  if (isNullish(list) || isNullish(position)) return null;
  if (!Array.isArray(list)) {
    throw failure(
      28689,
      `$arrayElemAt's first argument must be an array, but is ${typeLabel(list)}`,
    );
  }
  if (!isNumber(position)) {
    throw failure(
      28690,
      `$arrayElemAt's second argument must be a numeric value, but is ${typeLabel(position)}`,
    );
  }
  const index = smallInteger(position);
  if (index === undefined) {
    throw failure(
      28691,
      `$arrayElemAt's second argument must be representable as a 32-bit integer: ${describe(position)}`,
    );
  }
  return list.at(index);
}

function endOfArray(index: 0 | -1): OperatorCompiler {
  return unary((list, _scope, name) => {
    if (isNullish(list)) return null;
    if (!Array.isArray(list)) {
      throw failure(28689, `${name}'s argument must be an array, but is ${typeLabel(list)}`);
    }
    return list.at(index);
  });
}

function compileSlice(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const [array, second, third] = operands(argument, scope, name, 2, 3) as [
    Evaluate,
    Evaluate,
    Evaluate?,
  ];
  return (doc) => {
    const list = array(doc);
    const first = second(doc);
    const last = third?.(doc);
    if (isNullish(list) || isNullish(first) || (third && isNullish(last))) return null;
    if (!Array.isArray(list)) {
      throw failure(
        28724,
        `First argument to $slice must be an array, but is of type: ${typeLabel(list)}`,
      );
    }
    const position = sliceNumber(first, 'Second', 28725);
    if (!third) return position >= 0 ? list.slice(0, position) : list.slice(position);
    const count = sliceNumber(last, 'Third', 28727);
    if (count <= 0) throw failure(28729, `Third argument to $slice must be positive: ${count}`);
    const start = position < 0 ? Math.max(0, list.length + position) : position;
    return list.slice(start, start + count);
  };
}

function sliceNumber(value: BsonValue, which: string, code: number): number {
  if (!isNumber(value)) {
    throw failure(
      code,
      `${which} argument to $slice must be numeric, but is of type: ${typeLabel(value)}`,
    );
  }
  const number = smallInteger(value);
  if (number === undefined) {
    throw failure(
      code + 1,
      `${which} argument to $slice can't be represented as a 32-bit integer: ${describe(value)}`,
    );
  }
  return number;
}

/** The positive count of `$firstN` and its like. */
export function positiveCount(value: BsonValue, name: string): number {
  const count = isNumber(value) ? smallInteger(value) : undefined;
  if (count === undefined) {
    throw failure(5787902, `Value for 'n' must be of integral type, but found ${describe(value)}`);
  }
  if (count <= 0) throw failure(5787908, `'n' must be greater than 0, found ${count} for ${name}`);
  return count;
}

function firstOf(
  pick: (list: BsonValue[], count: number, scope: Scope) => BsonValue[],
): OperatorCompiler {
  return (argument, scope, name) => {
    const named = namedOperands(argument, scope, name, ['n', 'input']);
    const count = named.n as Evaluate;
    const input = named.input as Evaluate;
    return (doc) => {
      const list = input(doc);
      if (!Array.isArray(list)) throw failure(5788200, 'Input must be an array');
      return pick(list, positiveCount(count(doc), name), scope);
    };
  };
}

function extreme(direction: 1 | -1) {
  return (list: BsonValue[], count: number, scope: Scope): BsonValue[] =>
    list
      .filter((element) => !isNullish(element))
      .sort((left, right) => direction * compare(left, right, scope.settings.strings))
      .slice(0, count);
}

/** `$arrayElemAt`, `$first`, `$last`, `$slice`, `$firstN`, `$lastN`, `$minN`, `$maxN`. */
export const arraySelectionOperators: OperatorTable = {
  $arrayElemAt: binary(elementAt),
  $first: endOfArray(0),
  $last: endOfArray(-1),
  $slice: compileSlice,
  $firstN: firstOf((list, count) => list.slice(0, count)),
  $lastN: firstOf((list, count) => list.slice(-count)),
  $minN: firstOf(extreme(1)),
  $maxN: firstOf(extreme(-1)),
};
