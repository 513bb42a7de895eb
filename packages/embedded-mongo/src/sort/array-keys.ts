import { badValue } from '../errors';
import { type BsonValue, type Doc, getField, isPlainObject } from '../values';

const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;

/** Where a path leads inside one document: to a value, or to an array with a rest of the path. */
interface Step {
  readonly value: BsonValue;
  /** The components after an array; undefined when the value is no array. */
  readonly rest?: readonly string[];
  /** The components before an array, which tell two arrays apart. */
  readonly arrayPath?: string;
}

/**
 * Every combination of values that the paths reach in a document whose arrays are taken apart, as
 * an index on these paths would have it: all values of a combination come from the same element of
 * an array. An empty array counts as undefined, a missing field as null.
 */
export function valueCombinations(
  doc: BsonValue,
  paths: readonly (readonly string[])[],
): BsonValue[][] {
  const steps = paths.map((path) => follow(doc, path));
  const arrayPath = onlyArrayPath(steps);
  if (arrayPath === undefined) return [steps.map(({ value }) => value)];
  const array = steps.find((step) => step.arrayPath === arrayPath)?.value as BsonValue[];
  const elements = array.length === 0 ? [undefined] : array;
  return elements.flatMap((element) => combinationsOfElement(element, steps));
}

/** The combinations with one element in the place of the array. */
function combinationsOfElement(element: BsonValue, steps: readonly Step[]): BsonValue[][] {
  const deeper = steps.filter(({ rest }) => rest !== undefined && rest.length > 0);
  const inner = valueCombinations(
    isPlainObject(element) ? element : {},
    deeper.map(({ rest = [] }) => rest),
  );
  return inner.map((values) => {
    let next = 0;
    return steps.map(({ value, rest }) => {
      if (rest === undefined) return value;
      return rest.length === 0 ? element : values[next++];
    });
  });
}

function follow(doc: BsonValue, path: readonly string[]): Step {
  let value: BsonValue = doc;
  for (const [depth, component] of path.entries()) {
    if (Array.isArray(value) && !(ARRAY_INDEX.test(component) && Number(component) < value.length))
      return { value, rest: path.slice(depth), arrayPath: path.slice(0, depth).join('.') };
    value = getField(value, component);
  }
  if (Array.isArray(value)) return { value, rest: [], arrayPath: path.join('.') };
  return { value: value ?? null };
}

function onlyArrayPath(steps: readonly Step[]): string | undefined {
  let found: string | undefined;
  for (const { arrayPath } of steps) {
    if (arrayPath === undefined) continue;
    if (found !== undefined && found !== arrayPath)
      throw badValue('cannot sort with keys that are parallel arrays');
    found = arrayPath;
  }
  return found;
}

/** Says that a path cannot be followed without taking an array apart. */
export const MEETS_ARRAY: unique symbol = Symbol('meets an array');

/** The value of a path that meets no array; a missing one is null. */
export function valueWithoutArrays(
  doc: Doc,
  path: readonly string[],
): BsonValue | typeof MEETS_ARRAY {
  let value: BsonValue = doc;
  for (const component of path) {
    value = getField(value, component);
    if (Array.isArray(value)) return MEETS_ARRAY;
    if (value === undefined) return null;
  }
  return value;
}
