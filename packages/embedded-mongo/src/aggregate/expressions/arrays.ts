import { type BsonValue, compare, isNumber, describe } from '../../values';
import { failure } from '../failures';
import {
  binary,
  isNullish,
  namedOperands,
  operands,
  typeLabel,
  unary,
  variadic,
} from './arguments';
import { smallInteger } from './numbers';
import { type Evaluate, type OperatorTable, type Scope, constantOf } from './scope';

function concatArrays(values: BsonValue[]): BsonValue {
  const result: BsonValue[] = [];
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!Array.isArray(value)) {
      throw failure(28664, `$concatArrays only supports arrays, not ${typeLabel(value)}`);
    }
    for (const element of value) result.push(element);
  }
  return result;
}

function range(start: BsonValue, end: BsonValue, step: BsonValue): number[] {
  const from = rangeNumber(start, 'starting value', 34443);
  const to = rangeNumber(end, 'ending value', 34445);
  const by = rangeNumber(step, 'step value', 34447);
  if (by === 0) throw failure(34449, '$range requires a non-zero step value');
  const result: number[] = [];
  for (let value = from; by > 0 ? value < to : value > to; value += by) result.push(value);
  return result;
}

function rangeNumber(value: BsonValue, what: string, code: number): number {
  if (!isNumber(value)) {
    throw failure(
      code,
      `$range requires a numeric ${what}, found value of type: ${typeLabel(value)}`,
    );
  }
  const number = smallInteger(value);
  if (number === undefined) {
    throw failure(
      code + 1,
      `$range requires a ${what} that can be represented as a 32-bit integer, found value: ${describe(value)}`,
    );
  }
  return number;
}

/** A start or end position of `$indexOfArray`, `$indexOfBytes` and `$indexOfCP`. */
export function searchPosition(value: BsonValue, what: string, name: string): number {
  const position = smallInteger(value);
  if (position === undefined) {
    throw failure(
      40096,
      `${name} requires an integral ${what}, found a value of type: ${typeLabel(value)}, with value: "${describe(value)}"`,
    );
  }
  if (position < 0) {
    throw failure(40097, `${name} requires a nonnegative ${what}, found: ${position}`);
  }
  return position;
}

function compileIndexOfArray(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const [array, search, start, end] = operands(argument, scope, name, 2, 4) as [
    Evaluate,
    Evaluate,
    Evaluate?,
    Evaluate?,
  ];
  const { strings } = scope.settings;
  return (doc) => {
    const list = array(doc);
    if (isNullish(list)) return null;
    if (!Array.isArray(list)) {
      throw failure(
        40090,
        `$indexOfArray requires an array as a first argument, found: ${typeLabel(list)}`,
      );
    }
    const wanted = search(doc);
    const from = start ? searchPosition(start(doc), 'starting index', name) : 0;
    const to = end ? searchPosition(end(doc), 'ending index', name) : list.length;
    for (let index = from; index < Math.min(to, list.length); index++) {
      if (compare(list[index], wanted, strings) === 0) return index;
    }
    return -1;
  };
}

function compileZip(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const named = namedOperands(argument, scope, name, ['inputs'], ['defaults', 'useLongestLength']);
  const inputs = named.inputs as Evaluate;
  const longest = named.useLongestLength && constantOf(named.useLongestLength)?.value === true;
  if (named.defaults && !longest) {
    throw failure(34467, 'cannot specify defaults unless useLongestLength is true');
  }
  return (doc) => {
    const lists = inputs(doc);
    if (!Array.isArray(lists)) {
      throw failure(34461, `inputs must be an array of expressions, found ${typeLabel(lists)}`);
    }
    if (lists.some(isNullish)) return null;
    const arrays = lists.map((list) => {
      if (!Array.isArray(list)) {
        throw failure(34468, `$zip found a non-array expression in input: ${describe(list)}`);
      }
      return list;
    });
    const fallback = named.defaults?.(doc);
    const defaults = Array.isArray(fallback) ? fallback : [];
    const lengths = arrays.map((array) => array.length);
    const length = longest ? Math.max(0, ...lengths) : Math.min(...lengths);
    return Array.from({ length }, (_, row) =>
      arrays.map((array, column) => (row < array.length ? array[row] : (defaults[column] ?? null))),
    );
  };
}

/** `$concatArrays`, `$size`, `$isArray`, `$in`, `$indexOfArray`, `$range`, `$reverseArray`, `$zip`. */
export const arrayOperators: OperatorTable = {
  $concatArrays: variadic(concatArrays),
  $size: unary((value) => {
    if (!Array.isArray(value)) {
      throw failure(
        17124,
        `The argument to $size must be an array, but was of type: ${typeLabel(value)}`,
      );
    }
    return value.length;
  }),
  $isArray: unary((value) => Array.isArray(value)),
  $in: binary((wanted, list, scope) => {
    if (!Array.isArray(list)) {
      throw failure(40081, `$in requires an array as a second argument, found: ${typeLabel(list)}`);
    }
    return list.some((element) => compare(element, wanted, scope.settings.strings) === 0);
  }),
  $indexOfArray: compileIndexOfArray,
  $range: (argument, scope, name) => {
    const [start, end, step] = operands(argument, scope, name, 2, 3) as [
      Evaluate,
      Evaluate,
      Evaluate?,
    ];
    return (doc) => range(start(doc), end(doc), step ? step(doc) : 1);
  },
  $reverseArray: unary((value) => {
    if (isNullish(value)) return null;
    if (!Array.isArray(value)) {
      throw failure(
        34435,
        `The argument to $reverseArray must be an array, but was of type: ${typeLabel(value)}`,
      );
    }
    return value.toReversed();
  }),
  $zip: compileZip,
};
