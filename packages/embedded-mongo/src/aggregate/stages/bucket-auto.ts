import { unsupported } from '../../errors';
import { PAUSE, pausing, type Stream } from '../../stream';
import {
  type BsonValue,
  type Doc,
  compare,
  isNumber,
  isPlainObject,
  toNumber,
  describe,
} from '../../values';
import { typeLabel } from '../expressions';
import { failure } from '../failures';
import { type StageContext, type StageRunner } from '../types';
import { checkGroupBy, outputOf } from './bucket';
import {
  type GroupField,
  addToGroup,
  compileGroupFields,
  emptyGroup,
  groupDocument,
} from './group';

interface Item {
  value: BsonValue;
  doc: Doc;
}

interface Bucket {
  first: BsonValue;
  last: BsonValue;
  items: Item[];
}

/** `$bucketAuto`: a number of buckets with about as many documents each. */
export function compileBucketAuto(specification: BsonValue, context: StageContext): StageRunner {
  if (!isPlainObject(specification)) {
    throw failure(
      40240,
      `The argument to $bucketAuto must be an object, but found type: ${typeLabel(specification)}.`,
    );
  }
  for (const field of Object.keys(specification)) {
    if (field === 'granularity') throw unsupported('$bucketAuto with granularity');
    if (!['groupBy', 'buckets', 'output'].includes(field)) {
      throw failure(40245, `Unrecognized option to $bucketAuto: ${field}.`);
    }
  }
  const { groupBy, buckets } = specification;
  if (groupBy === undefined || buckets === undefined) {
    throw failure(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified.");
  }
  checkGroupBy(groupBy, '$bucketAuto', 40239);
  const count = isNumber(buckets) ? toNumber(buckets) : NaN;
  if (!Number.isInteger(count)) {
    throw failure(
      40241,
      `The $bucketAuto 'buckets' field must be a numeric value representable as a 32-bit integer, but found: ${describe(buckets)}`,
    );
  }
  if (count <= 0) {
    throw failure(
      40243,
      `The $bucketAuto 'buckets' field must be greater than 0, but found: ${count}.`,
    );
  }
  const { strings } = context.scope.settings;
  const valueOf = context.scope.compile(groupBy);
  const fields = compileGroupFields(outputOf(specification), context.scope);
  return function* (input): Stream<Doc> {
    const items: Item[] = [];
    for (const doc of input) {
      if (doc === PAUSE) yield PAUSE;
      else items.push({ value: valueOf(doc) ?? null, doc });
    }
    const compareItems = (left: Item, right: Item): number =>
      compare(left.value, right.value, strings);
    items.sort(compareItems);
    yield* pausing(bucketDocuments(partition(items, count, compareItems), fields));
  };
}

/** Cuts sorted items into buckets; equal values are never parted. */
function partition(
  items: readonly Item[],
  count: number,
  compareItems: (left: Item, right: Item) => number,
): Bucket[] {
  const size = Math.max(1, Math.round(items.length / count));
  const buckets: Bucket[] = [];
  let start = 0;
  while (start < items.length) {
    const isLast = buckets.length === count - 1;
    let end = isLast ? items.length : Math.min(items.length, start + size);
    while (end < items.length && compareItems(items[end - 1] as Item, items[end] as Item) === 0) {
      end++;
    }
    const members = items.slice(start, end);
    const [first] = members as [Item];
    buckets.push({ first: first.value, last: (members.at(-1) as Item).value, items: members });
    start = end;
  }
  return buckets;
}

function* bucketDocuments(
  buckets: readonly Bucket[],
  fields: readonly GroupField[],
): Iterable<Doc> {
  for (const [index, bucket] of buckets.entries()) {
    const next = buckets[index + 1];
    const id = { min: bucket.first, max: next ? next.first : bucket.last };
    const group = emptyGroup(id, fields);
    for (const { doc } of bucket.items) addToGroup(group, fields, doc);
    yield groupDocument(group, fields);
  }
}
