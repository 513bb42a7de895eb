import { badValue, CommandError, failedToParse, unsupported } from '../errors';
import { type BsonValue, describe, type Doc, isNumber, isPlainObject, toNumber } from '../values';

/** One key of a sort specification. */
export interface SortKey {
  /** The dotted path of a `field` key; the name that the specification has for other kinds. */
  readonly path: string;
  readonly components: readonly string[];
  readonly direction: 1 | -1;
  /** By a field, by the score of `$text`, or in the order of the collection. */
  readonly kind: 'field' | 'textScore' | 'natural';
}

const MOST_KEYS = 32;
const META_SORTS_OF_MONGODB: ReadonlySet<string> = new Set([
  'randVal',
  'geoNearDistance',
  'searchScore',
  'vectorSearchScore',
  'score',
]);

/** Parses a sort specification such as `{ a: 1, 'b.c': -1, score: { $meta: 'textScore' } }`. */
export function parseSort(spec: Doc): SortKey[] {
  const fields = Object.entries(spec);
  if (fields.length > MOST_KEYS)
    throw new CommandError(13103, 'Location13103', 'too many compound keys');
  return fields.map(([path, direction]) => {
    if (path === '$natural') return parseNatural(spec, direction);
    if (isPlainObject(direction)) return parseMeta(path, direction);
    const sign = parseDirection(path, direction);
    return { path, components: parsePath(path), direction: sign, kind: 'field' };
  });
}

function parseDirection(path: string, direction: BsonValue): 1 | -1 {
  if (!isNumber(direction))
    throw new CommandError(
      15974,
      'Location15974',
      `Illegal key in $sort specification: ${path}: ${describe(direction)}`,
    );
  const sign = Math.trunc(toNumber(direction));
  if (sign !== 1 && sign !== -1)
    throw new CommandError(
      15975,
      'Location15975',
      '$sort key ordering must be 1 (for ascending) or -1 (for descending)',
    );
  return sign;
}

function parsePath(path: string): string[] {
  if (path === '')
    throw new CommandError(
      40352,
      'Location40352',
      'FieldPath cannot be constructed with empty string',
    );
  if (path.endsWith('.'))
    throw new CommandError(40353, 'Location40353', "FieldPath must not end with a '.'.");
  const components = path.split('.');
  if (components.includes(''))
    throw new CommandError(
      15998,
      'Location15998',
      'FieldPath field names may not be empty strings.',
    );
  // The fields of a DBRef are the ones that may start with a dollar sign.
  if (components.some((name) => name.startsWith('$') && !/^\$(?:id|ref|db)$/.test(name)))
    throw new CommandError(
      16410,
      'Location16410',
      "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
    );
  return components;
}

function parseNatural(spec: Doc, direction: BsonValue): SortKey {
  if (Object.keys(spec).length > 1)
    throw badValue(`Cannot include '$natural' in compound sort: ${describe(spec)}`);
  const sign = toNumber(direction);
  if (sign !== 1 && sign !== -1)
    throw badValue('$natural sort cannot be set to a value other than -1 or 1.');
  return { path: '$natural', components: [], direction: sign, kind: 'natural' };
}

/** Scores go from the best to the worst; there is no way to ask for the other direction. */
function parseMeta(path: string, expression: Doc): SortKey {
  const [[operator, meta] = [], ...others] = Object.entries(expression);
  if (operator !== '$meta')
    throw new CommandError(
      17312,
      'Location17312',
      '$meta is the only expression supported by $sort right now',
    );
  if (others.length > 0)
    throw failedToParse('Cannot have additional keys in a $meta sort specification');
  if (meta === 'textScore') return { path, components: [], direction: -1, kind: 'textScore' };
  if (typeof meta === 'string' && META_SORTS_OF_MONGODB.has(meta))
    throw unsupported(`sorting by {$meta: '${meta}'}`);
  throw new CommandError(31138, 'Location31138', `Illegal $meta sort: $meta: ${describe(meta)}`);
}
