import { type BsonValue, hashKey, isTruthy } from '../../values';
import { failure } from '../failures';
import { binary, isNullish, typeLabel, unary, variadic } from './arguments';
import { type OperatorCompiler, type OperatorTable } from './scope';

function demandArray(value: BsonValue, code: number, message: string): BsonValue[] {
  if (!Array.isArray(value)) throw failure(code, `${message} ${typeLabel(value)}`);
  return value;
}

function keysOf(list: readonly BsonValue[]): Map<string, BsonValue> {
  const keys = new Map<string, BsonValue>();
  for (const element of list) {
    const key = hashKey(element);
    if (!keys.has(key)) keys.set(key, element);
  }
  return keys;
}

function union(values: BsonValue[]): BsonValue {
  if (values.some(isNullish)) return null;
  const message = 'All operands of $setUnion must be arrays. One argument is of type:';
  return [...keysOf(values.flatMap((value) => demandArray(value, 17043, message))).values()];
}

function intersection(values: BsonValue[]): BsonValue {
  if (values.some(isNullish)) return null;
  const message = 'All operands of $setIntersection must be arrays. One argument is of type:';
  const sets = values.map((value) => keysOf(demandArray(value, 17047, message)));
  const [first, ...others] = sets;
  if (!first) return [];
  return [...first]
    .filter(([key]) => others.every((other) => other.has(key)))
    .map(([, value]) => value);
}

function setEquals(values: BsonValue[]): boolean {
  if (values.length < 2) {
    throw failure(17045, `$setEquals needs at least two arguments had: ${values.length}`);
  }
  const message = 'All operands of $setEquals must be arrays. One argument is of type:';
  const [first, ...others] = values.map((value) => keysOf(demandArray(value, 17044, message)));
  return others.every(
    (other) => other.size === first?.size && [...other.keys()].every((key) => first.has(key)),
  );
}

function difference(left: BsonValue, right: BsonValue): BsonValue {
  if (isNullish(left) || isNullish(right)) return null;
  const message = 'both operands of $setDifference must be arrays.';
  const first = keysOf(demandArray(left, 17048, `${message} First argument is of type:`));
  const second = keysOf(demandArray(right, 17049, `${message} Second argument is of type:`));
  return [...first].filter(([key]) => !second.has(key)).map(([, value]) => value);
}

function isSubset(left: BsonValue, right: BsonValue): boolean {
  const message = 'both operands of $setIsSubset must be arrays.';
  const first = keysOf(demandArray(left, 17046, `${message} First argument is of type:`));
  const second = keysOf(demandArray(right, 17042, `${message} Second argument is of type:`));
  return [...first.keys()].every((key) => second.has(key));
}

function elements(code: number, decide: (list: BsonValue[]) => boolean): OperatorCompiler {
  return unary((value, _scope, name) =>
    decide(demandArray(value, code, `${name}'s argument must be an array, but is`)),
  );
}

/** The operators that see an array as a set. */
export const setOperators: OperatorTable = {
  $setUnion: variadic(union),
  $setIntersection: variadic(intersection),
  $setEquals: variadic(setEquals),
  $setDifference: binary(difference),
  $setIsSubset: binary(isSubset),
  $allElementsTrue: elements(17040, (list) => list.every(isTruthy)),
  $anyElementTrue: elements(17041, (list) => list.some(isTruthy)),
};
