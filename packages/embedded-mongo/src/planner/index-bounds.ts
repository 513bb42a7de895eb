import { type IndexInfo, partsOf } from '../indexes';
import { type KeyRange } from '../storage';
import {
  type BsonValue,
  capKey,
  compare,
  describe as render,
  encodeKey,
  isRegex,
  MAX_KEY_BYTES,
  prefixEnd,
  typeRank,
} from '../values';
import { type Constraint, type Constraints, type Interval } from './constraints';

/** Bytes of a long key that are kept as they are; a hash follows them. */
const KEPT_BYTES = MAX_KEY_BYTES - 20;
/** More combinations of `$in` values than this are not worth one range each. */
const MOST_RANGES = 2_000;

/** What an index can do for the constraints of a filter. */
export interface IndexBounds {
  readonly ranges: readonly KeyRange[];
  /** For each range, how long the part of its keys is that the points make up. */
  readonly pointBytes: readonly number[];
  /** How many points each of the leading fields has. */
  readonly pointCounts: readonly number[];
  /** Whether an interval follows the points. */
  readonly hasInterval: boolean;
  /** The ranges hold exactly the keys of documents that fulfil the constraints used. */
  readonly exact: boolean;
  /** Paths whose constraints are all used. */
  readonly usedPaths: ReadonlySet<string>;
  /** Every key in the ranges has a value other than null on some field. */
  readonly excludesMissing: boolean;
  readonly description: Readonly<Record<string, string[]>>;
}

interface FieldChoice {
  readonly constraint: Constraint;
  /** All constraints on the path are covered by the chosen one. */
  readonly coversAll: boolean;
}

/** Says whether keys of the index decide about equality with a value, or about its order. */
export type ValueCheck = (value: BsonValue, use: 'equality' | 'order') => boolean;

/** Turns constraints into ranges of keys, field by field. */
export function indexBounds(
  index: IndexInfo,
  constraints: Constraints,
  canCompare: ValueCheck,
): IndexBounds {
  let prefixes: Buffer[] = [index.prefix];
  let ranges: KeyRange[] | undefined;
  let pointBytes: number[] | undefined;
  let exact = true;
  let excludesMissing = false;
  const pointCounts: number[] = [];
  const usedPaths = new Set<string>();
  const description: Record<string, string[]> = {};
  const usedFields: { field: string; constraint: Constraint }[] = [];

  for (const [at, field] of index.fields.entries()) {
    const choice = chooseConstraint(index, field, constraints.byPath.get(field), canCompare);
    if (!choice || sharesArray(index, field, choice.constraint, usedFields)) break;
    const { constraint } = choice;
    const direction = index.directions[at] ?? 1;
    if (constraint.kind === 'points') {
      if (prefixes.length * constraint.values.length > MOST_RANGES) break;
      prefixes = pointPrefixes(index, prefixes, constraint.values, direction);
      pointCounts.push(constraint.values.length);
      if (constraint.values.every((value) => value !== null)) excludesMissing = true;
    } else {
      const rangesByPrefix = prefixes.map((prefix) =>
        intervalRanges(index, prefix, constraint, direction),
      );
      ranges = rangesByPrefix.flat();
      pointBytes = rangesByPrefix.flatMap((group, which) =>
        group.map(() => prefixes[which]?.length ?? 0),
      );
      excludesMissing = true;
    }
    if (!constraint.exact || !choice.coversAll) exact = false;
    if (choice.coversAll) usedPaths.add(field);
    usedFields.push({ field, constraint });
    description[field] = describeConstraint(constraint);
    if (constraint.kind !== 'points') break;
  }
  const isFullKey = pointCounts.length === index.fields.length;
  const hasLongBound = [
    ...prefixes,
    ...(ranges ?? []).flatMap((range) => [range.start, range.end]),
  ].some((bound) => bound.length > KEPT_BYTES);
  ranges = ranges
    ? ranges.map(withKeptBytes)
    : prefixes.map((prefix) => prefixRange(prefix, isFullKey));
  for (const field of index.fields) description[field] ??= ['[MinKey, MaxKey]'];
  return {
    ranges,
    pointBytes: pointBytes ?? prefixes.map((prefix) => prefix.length),
    pointCounts,
    hasInterval: usedFields.length > pointCounts.length,
    exact: exact && !hasLongBound,
    usedPaths,
    excludesMissing,
    description,
  };
}

/** The array paths of the index that a field goes through or ends at. */
export function arrayPathsOf(index: IndexInfo, field: string): string[] {
  if (index.multikeyPaths.size === 0) return [];
  const parts = partsOf(field);
  return parts
    .map((_, at) => parts.slice(0, at + 1).join('.'))
    .filter((path) => index.multikeyPaths.has(path));
}

function chooseConstraint(
  index: IndexInfo,
  field: string,
  constraints: readonly Constraint[] | undefined,
  canCompare: ValueCheck,
): FieldChoice | undefined {
  if (!constraints) return undefined;
  const arrayPaths = arrayPathsOf(index, field);
  const isMultikey = arrayPaths.length > 0;
  // `a.0` is a position or a field name, depending on the document.
  if (isMultikey && partsOf(field).some((part) => /^\d+$/.test(part))) return undefined;
  const usable = constraints.filter((constraint) => isComparable(constraint, canCompare));
  const points = usable
    .filter((constraint) => constraint.kind === 'points')
    .sort((left, right) => left.values.length - right.values.length)[0];
  if (points) return { constraint: points, coversAll: constraints.length === 1 };
  const [first] = usable;
  if (!first) return undefined;
  if (first.kind !== 'interval') {
    return { constraint: first, coversAll: constraints.length === 1 };
  }
  // Two elements of one array may each fulfil one side, so that sides cannot be joined.
  const joinable = usable.filter(
    (other) =>
      other.kind === 'interval' &&
      other.interval.rank === first.interval.rank &&
      (!isMultikey || isSameElement(first, other, arrayPaths)),
  );
  const interval = joinable.reduce<Interval>(
    (joined, other) => (other.kind === 'interval' ? intersect(joined, other.interval) : joined),
    first.interval,
  );
  const constraint: Constraint = { ...first, interval };
  return {
    constraint,
    coversAll: joinable.length === constraints.length || constraints.length === 1,
  };
}

function isSameElement(left: Constraint, right: Constraint, arrayPaths: string[]): boolean {
  if (left === right) return true;
  const { scope } = left;
  if (!scope || scope !== right.scope) return false;
  return arrayPaths.every((path) => path === scope.path || scope.path.startsWith(`${path}.`));
}

/** Values of two fields stand in one key only when they come from the same element. */
function sharesArray(
  index: IndexInfo,
  field: string,
  constraint: Constraint,
  used: readonly { field: string; constraint: Constraint }[],
): boolean {
  const own = arrayPathsOf(index, field);
  if (own.length === 0) return false;
  return used.some((earlier) => {
    const shared = arrayPathsOf(index, earlier.field).filter((path) => own.includes(path));
    return shared.length > 0 && !isSameElement(constraint, earlier.constraint, shared);
  });
}

function isComparable(constraint: Constraint, canCompare: ValueCheck): boolean {
  switch (constraint.kind) {
    case 'points':
      return constraint.values.every((value) => canCompare(value, 'equality'));
    case 'interval':
      return (
        canCompare(constraint.interval.low, 'order') &&
        canCompare(constraint.interval.high, 'order')
      );
    case 'prefix':
      return canCompare(constraint.prefix, 'order');
  }
}

function intersect(left: Interval, right: Interval): Interval {
  return {
    rank: left.rank,
    ...higherLow(left, right),
    ...lowerHigh(left, right),
  };
}

function higherLow(left: Interval, right: Interval): Partial<Interval> {
  const chosen =
    left.low === undefined
      ? right
      : right.low === undefined
        ? left
        : pickSide(compare(left.low, right.low), left, right, !left.lowInclusive);
  return chosen.low === undefined
    ? {}
    : { low: chosen.low, lowInclusive: chosen.lowInclusive === true };
}

function lowerHigh(left: Interval, right: Interval): Partial<Interval> {
  const chosen =
    left.high === undefined
      ? right
      : right.high === undefined
        ? left
        : pickSide(compare(right.high, left.high), left, right, !left.highInclusive);
  return chosen.high === undefined
    ? {}
    : { high: chosen.high, highInclusive: chosen.highInclusive === true };
}

/** The stricter of two sides; of two equal values the one that leaves its end out. */
function pickSide(order: number, left: Interval, right: Interval, leftIsOpen: boolean): Interval {
  if (order !== 0) return order > 0 ? left : right;
  return leftIsOpen ? left : right;
}

function pointPrefixes(
  index: IndexInfo,
  prefixes: readonly Buffer[],
  values: readonly BsonValue[],
  direction: number,
): Buffer[] {
  const keys = prefixes.flatMap((prefix) =>
    values.map((value) => encodeKey(prefix, [value], [direction], index.fold)),
  );
  if (keys.length === 1) return keys;
  keys.sort((left, right) => Buffer.compare(left, right));
  return keys.filter((key, at) => at === 0 || !key.equals(keys[at - 1] ?? key));
}

function prefixRange(prefix: Buffer, isFullKey: boolean): KeyRange {
  const start = isFullKey ? capKey(prefix) : prefix.subarray(0, KEPT_BYTES);
  return { start, end: prefixEnd(start) };
}

/** Keys are cut after so many bytes, so longer bounds are widened to what all of them share. */
function withKeptBytes(range: KeyRange): KeyRange {
  if (range.start.length <= KEPT_BYTES && range.end.length <= KEPT_BYTES) return range;
  return {
    start: range.start.subarray(0, KEPT_BYTES),
    end: range.end.length <= KEPT_BYTES ? range.end : prefixEnd(range.end.subarray(0, KEPT_BYTES)),
  };
}

function intervalRanges(
  index: IndexInfo,
  prefix: Buffer,
  constraint: Exclude<Constraint, { kind: 'points' }>,
  direction: number,
): KeyRange[] {
  const encode = (value: BsonValue): Buffer => encodeKey(prefix, [value], [direction], index.fold);
  if (constraint.kind === 'prefix') {
    const whole = encode(constraint.prefix);
    const start = whole.subarray(0, whole.length - 1);
    const texts = { start, end: prefixEnd(start) };
    const pattern = encode(constraint.regex);
    const patterns = { start: pattern, end: prefixEnd(pattern) };
    return direction > 0 ? [texts, patterns] : [patterns, texts];
  }
  const { rank, low, lowInclusive, high, highInclusive } = constraint.interval;
  const type: Buffer = Buffer.concat([prefix, Buffer.from([direction > 0 ? rank : ~rank & 0xff])]);
  let start = type;
  let end = prefixEnd(type);
  if (low !== undefined) {
    const key = encode(low);
    if (direction > 0) start = lowInclusive ? key : prefixEnd(key);
    else end = lowInclusive ? prefixEnd(key) : key;
  }
  if (high !== undefined) {
    const key = encode(high);
    if (direction > 0) end = highInclusive ? prefixEnd(key) : key;
    else start = highInclusive ? key : prefixEnd(key);
  }
  return Buffer.compare(start, end) < 0 ? [{ start, end }] : [];
}

function describeConstraint(constraint: Constraint): string[] {
  switch (constraint.kind) {
    case 'points':
      return constraint.values.map((value) => `[${render(value)}, ${render(value)}]`);
    case 'prefix':
      return [`["${constraint.prefix}", ...)`, render(constraint.regex)];
    case 'interval': {
      const { low, lowInclusive, high, highInclusive } = constraint.interval;
      const start = low === undefined ? '(-inf' : `${lowInclusive ? '[' : '('}${render(low)}`;
      const end = high === undefined ? 'inf)' : `${render(high)}${highInclusive ? ']' : ')'}`;
      return [`${start}, ${end}`];
    }
  }
}

/** Whether equality or order of a value depends on a collation. */
export function dependsOnCollation(value: BsonValue): boolean {
  if (value === undefined || value === null) return false;
  const rank = typeRank(value);
  return rank >= typeRank('') && rank <= typeRank([]) ? true : isRegex(value);
}
