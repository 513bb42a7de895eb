/**
 * A MongoDB so small that it is obviously right, for documents of whole numbers, text, null,
 * lists of those in `a`, and objects or lists of objects with `x` in `n`. It shares no code with
 * the server that it judges.
 */
export type Scalar = number | string | null;
/** What a field may hold. */
export type Value = Scalar | Scalar[] | { x?: Scalar } | { x?: Scalar }[];
/** A document of the reference; a field that is missing is not a key. */
export type ReferenceDocument = { _id: number } & Record<string, Value>;

/** What a filter may ask of one path. */
export type Condition =
  | { $eq: Scalar | Scalar[] }
  | { $ne: Scalar }
  | { $gt: Scalar }
  | { $gte: Scalar }
  | { $lt: Scalar }
  | { $lte: Scalar }
  | { $in: Scalar[] }
  | { $nin: Scalar[] }
  | { $exists: boolean }
  | { $size: number }
  | { $type: 'int' | 'string' | 'null' | 'array' };

/** A filter: conditions on paths, and whole filters of which one, all or none must match. */
export interface Filter {
  conditions: Record<string, Condition>;
  $or?: Filter[];
  $and?: Filter[];
  $nor?: Filter[];
}

/** The filter as it is sent to the server. */
export function toQuery({ conditions, ...others }: Filter): Record<string, unknown> {
  const query: Record<string, unknown> = { ...conditions };
  for (const [operator, filters] of Object.entries<Filter[]>(others)) {
    query[operator] = filters.map(toQuery);
  }
  return query;
}

/** Whether a document matches a filter. */
export function matches(document: ReferenceDocument, filter: Filter): boolean {
  const { conditions, $or, $and, $nor } = filter;
  return (
    Object.entries(conditions).every(([path, condition]) => holds(document, path, condition)) &&
    (!$or || $or.some((other) => matches(document, other))) &&
    (!$and || $and.every((other) => matches(document, other))) &&
    (!$nor || !$nor.some((other) => matches(document, other)))
  );
}

/** What stands at a path: one value, or one of each object of a list; undefined is missing. */
function valuesAt(document: ReferenceDocument, path: string): (Value | undefined)[] {
  const [root = '', field] = path.split('.');
  const value = document[root];
  if (field === undefined) return [value];
  if (Array.isArray(value)) return value.map((element) => fieldOf(element, field));
  return [fieldOf(value, field)];
}

function fieldOf(value: Value | undefined, field: string): Value | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  return field === 'x' ? value.x : undefined;
}

function holds(document: ReferenceDocument, path: string, condition: Condition): boolean {
  const values = valuesAt(document, path);
  const some = (test: (value: Value | undefined) => boolean): boolean => values.some(test);
  // A list matches by itself and by each of its elements.
  const someWithElements = (test: (value: Value | undefined) => boolean): boolean =>
    some(
      (value) => test(value) || (Array.isArray(value) && value.some((element) => test(element))),
    );
  const equal =
    (wanted: Scalar | Scalar[]) =>
    (value: Value | undefined): boolean =>
      same(value ?? null, wanted);

  if ('$eq' in condition) return someWithElements(equal(condition.$eq));
  if ('$ne' in condition) return !someWithElements(equal(condition.$ne));
  if ('$in' in condition) return condition.$in.some((wanted) => someWithElements(equal(wanted)));
  if ('$nin' in condition) return !condition.$nin.some((wanted) => someWithElements(equal(wanted)));
  if ('$exists' in condition) return some((value) => value !== undefined) === condition.$exists;
  if ('$size' in condition) {
    return some((value) => Array.isArray(value) && value.length === condition.$size);
  }
  if ('$type' in condition) {
    return someWithElements((value) => value !== undefined && typeOf(value) === condition.$type);
  }
  if ('$gt' in condition) return someWithElements(inOrder(condition.$gt, (order) => order > 0));
  if ('$gte' in condition) return someWithElements(inOrder(condition.$gte, (order) => order >= 0));
  if ('$lt' in condition) return someWithElements(inOrder(condition.$lt, (order) => order < 0));
  return someWithElements(inOrder(condition.$lte, (order) => order <= 0));
}

/** Values are compared with their own type alone; a missing one counts as null. */
function inOrder(wanted: Scalar, test: (order: number) => boolean) {
  return (value: Value | undefined): boolean => {
    const present = value ?? null;
    return typeOf(present) === typeOf(wanted) && test(compareValues(present, wanted));
  };
}

function typeOf(value: Value): 'int' | 'string' | 'null' | 'array' | 'object' {
  if (value === null) return 'null';
  if (typeof value === 'number') return 'int';
  if (typeof value === 'string') return 'string';
  return Array.isArray(value) ? 'array' : 'object';
}

function same(a: Value, b: Value): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const ORDER_OF_TYPES = ['nothing', 'null', 'int', 'string', 'object', 'array'];

/** The order of values of all types; lists and objects are only told from other types. */
export function compareValues(a: Value | undefined, b: Value | undefined): number {
  const rank = (value: Value | undefined): number =>
    ORDER_OF_TYPES.indexOf(value === undefined ? 'nothing' : typeOf(value));
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return 0;
}

/** A sort by paths, each up (1) or down (-1). */
export type Sort = Record<string, 1 | -1>;

/** The documents in order. */
export function sorted(documents: ReferenceDocument[], sort: Sort): ReferenceDocument[] {
  return [...documents].sort((a, b) => {
    for (const [path, direction] of Object.entries(sort)) {
      const order = compareValues(sortKey(a, path, direction), sortKey(b, path, direction));
      if (order !== 0) return order * direction;
    }
    return 0;
  });
}

/** A list counts as its least element upwards and its greatest downwards; an empty one as nothing. */
function sortKey(document: ReferenceDocument, path: string, direction: 1 | -1): Value | undefined {
  const candidates = valuesAt(document, path).flatMap<Value | undefined>((value) => {
    if (!Array.isArray(value)) return [value ?? null];
    return value.length === 0 ? [undefined] : value;
  });
  return candidates.reduce((best, value) =>
    compareValues(value, best) * direction < 0 ? value : best,
  );
}

/** An update of one operator. */
export type Update =
  | { $set: Record<string, Scalar | Scalar[]> }
  | { $unset: Record<string, ''> }
  | { $inc: Record<string, number> }
  | { $mul: Record<string, number> }
  | { $min: Record<string, Scalar> }
  | { $max: Record<string, Scalar> }
  | { $push: Record<string, Scalar> }
  | { $addToSet: Record<string, Scalar> }
  | { $pull: Record<string, Scalar> }
  | { $pop: Record<string, 1 | -1> };

/** The code of the error that an update of such a document is refused with. */
export class Refused {
  constructor(readonly code: number) {}
}

const TYPE_MISMATCH = new Refused(14);
const BAD_VALUE = new Refused(2);
const PATH_NOT_VIABLE = new Refused(28);

/** The document after an update of one top level field or of `n.x`. */
export function updated(document: ReferenceDocument, update: Update): ReferenceDocument | Refused {
  const [[operator, changes] = ['', {}]] = Object.entries(update) as [string, object][];
  const [[path, operand] = ['', null]] = Object.entries(changes) as [string, Scalar | Scalar[]][];
  const [root = '', field] = path.split('.');
  if (field === undefined) {
    const after = changed(document[root], operator, operand);
    return after instanceof Refused ? after : withField(document, root, after);
  }
  const parent = document[root];
  if (parent !== undefined && typeOf(parent) !== 'object') {
    // There is no x to take away, but none can be put there either.
    return operator === '$unset' ? document : PATH_NOT_VIABLE;
  }
  const inner = (parent ?? {}) as { x?: Scalar };
  const after = changed(inner.x, operator, operand);
  if (after instanceof Refused) return after;
  if (after === undefined && parent === undefined) return document;
  return withField(document, root, withField(inner, field, after));
}

function withField<T extends object>(holder: T, field: string, value: Value | undefined): T {
  const copy = { ...holder } as Record<string, Value>;
  if (value === undefined) delete copy[field];
  else copy[field] = value;
  return copy as T;
}

function changed(
  value: Value | undefined,
  operator: string,
  operand: Scalar | Scalar[],
): Value | undefined | Refused {
  const one = operand as Scalar;
  const list = Array.isArray(value) ? (value as Scalar[]) : undefined;
  switch (operator) {
    case '$set':
      return operand;
    case '$unset':
      return undefined;
    case '$inc':
      if (value === undefined) return operand;
      return typeof value === 'number' ? value + Number(one) : TYPE_MISMATCH;
    case '$mul':
      if (value === undefined) return 0;
      // Whole numbers have no negative zero.
      return typeof value === 'number' ? value * Number(one) + 0 : TYPE_MISMATCH;
    case '$min':
      return value === undefined || compareValues(one, value) < 0 ? one : value;
    case '$max':
      return value === undefined || compareValues(one, value) > 0 ? one : value;
    case '$push':
      return value === undefined ? [one] : list ? [...list, one] : BAD_VALUE;
    case '$addToSet':
      if (value === undefined) return [one];
      return list ? (list.includes(one) ? list : [...list, one]) : BAD_VALUE;
    case '$pull':
      if (value === undefined) return undefined;
      return list ? list.filter((element) => element !== one) : BAD_VALUE;
    case '$pop':
      if (value === undefined) return undefined;
      return list ? (one === 1 ? list.slice(0, -1) : list.slice(1)) : TYPE_MISMATCH;
    default:
      throw new Error(`the reference has no ${operator}`);
  }
}

/** A stage that the reference knows. */
export type Stage =
  | { $match: Filter }
  | { $sort: Sort }
  | { $skip: number }
  | { $limit: number }
  | { $unwind: '$a' }
  | { $project: Record<string, 0 | 1> }
  | { $group: { by: 'b' | 'c'; over: 'b' | 'c' } }
  | { $count: 'count' };

/** The stage as it is sent to the server. */
export function toStage(stage: Stage): Record<string, unknown> {
  if ('$match' in stage) return { $match: toQuery(stage.$match) };
  if (!('$group' in stage)) return stage;
  const { by, over } = stage.$group;
  const value = `$${over}`;
  return {
    $group: {
      _id: `$${by}`,
      n: { $sum: 1 },
      sum: { $sum: value },
      average: { $avg: value },
      least: { $min: value },
      most: { $max: value },
    },
  };
}

/** What a stage makes of documents. */
export function staged(documents: ReferenceDocument[], stage: Stage): ReferenceDocument[] {
  if ('$match' in stage) return documents.filter((document) => matches(document, stage.$match));
  if ('$sort' in stage) return sorted(documents, stage.$sort);
  if ('$skip' in stage) return documents.slice(stage.$skip);
  if ('$limit' in stage) return documents.slice(0, stage.$limit);
  if ('$unwind' in stage) return documents.flatMap(unwound);
  if ('$project' in stage) return documents.map((document) => projected(document, stage.$project));
  if ('$count' in stage) {
    const counted = { count: documents.length } as unknown as ReferenceDocument;
    return documents.length === 0 ? [] : [counted];
  }
  return grouped(documents, stage.$group);
}

function unwound(document: ReferenceDocument): ReferenceDocument[] {
  const { a } = document;
  if (a === undefined || a === null) return [];
  return Array.isArray(a) ? a.map((element) => withField(document, 'a', element)) : [document];
}

function projected(
  document: ReferenceDocument,
  projection: Record<string, 0 | 1>,
): ReferenceDocument {
  const including = Object.values(projection).includes(1);
  const kept = Object.entries(document).filter(([field]) =>
    including ? field === '_id' || projection[field] === 1 : projection[field] !== 0,
  );
  return Object.fromEntries(kept) as ReferenceDocument;
}

function grouped(
  documents: ReferenceDocument[],
  { by, over }: { by: string; over: string },
): ReferenceDocument[] {
  const groups = new Map<Value, (Value | undefined)[]>();
  for (const document of documents) {
    const key = document[by] ?? null;
    groups.set(key, [...(groups.get(key) ?? []), document[over]]);
  }
  return [...groups].map(([key, values]) => {
    const numbers = values.filter((value) => typeof value === 'number');
    const sum = numbers.reduce((total, number) => total + number, 0);
    const present = values.filter((value) => value !== undefined && value !== null);
    const ordered = present.sort(compareValues);
    return {
      _id: key,
      n: values.length,
      sum,
      average: numbers.length === 0 ? null : sum / numbers.length,
      least: ordered[0] ?? null,
      most: ordered.at(-1) ?? null,
    } as unknown as ReferenceDocument;
  });
}
