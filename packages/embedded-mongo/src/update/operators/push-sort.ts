import { badValue } from '../../errors';
import {
  type BsonValue,
  type Collation,
  comparatorFor,
  compare,
  getField,
  isNumber,
  isPlainObject,
  toNumber,
} from '../../values';

/** The order of two array elements. */
export type ElementComparator = (a: BsonValue, b: BsonValue) => number;

interface ElementKey {
  readonly components: readonly string[];
  readonly direction: number;
}

/** The `$sort` clause of `$push`: by the whole element, or by fields of it. */
export function parsePushSort(
  clause: BsonValue,
  collation: Collation | undefined,
): ElementComparator | undefined {
  if (clause === undefined) return undefined;
  const strings = comparatorFor(collation);
  if (isNumber(clause)) {
    const direction = parseDirection(clause);
    return (a, b) => compare(a, b, strings) * direction;
  }
  if (!isPlainObject(clause))
    throw badValue(
      'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields',
    );
  const keys = Object.entries(clause).map(([path, direction]) => parseKey(path, direction));
  if (keys.length === 0)
    throw badValue('The $sort pattern is empty when it should be a set of fields.');
  return (a, b) => {
    for (const { components, direction } of keys) {
      const order = compare(valueAt(a, components), valueAt(b, components), strings);
      if (order !== 0) return order * direction;
    }
    return 0;
  };
}

function parseKey(path: string, direction: BsonValue): ElementKey {
  const sign = parseDirection(direction);
  if (path === '') throw badValue('The $sort field cannot be empty');
  const components = path.split('.');
  if (components.includes(''))
    throw badValue(`The $sort field is a dotted field but has an empty part: ${path}`);
  return { components, direction: sign };
}

function parseDirection(direction: BsonValue): number {
  const number = toNumber(direction);
  if (number !== 1 && number !== -1)
    throw badValue('The $sort element value must be either 1 or -1');
  return number;
}

/** What an element that is no document lacks counts as null, as a missing field does. */
function valueAt(element: BsonValue, components: readonly string[]): BsonValue {
  let value: BsonValue = isPlainObject(element) ? element : undefined;
  for (const component of components) value = getField(value, component);
  return value ?? null;
}
