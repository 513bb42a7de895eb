import { type BsonValue, compare, type Doc, type StringComparator, textScoreOf } from '../values';
import { MEETS_ARRAY, valueCombinations, valueWithoutArrays } from './array-keys';
import { type SortKey } from './sort-key';

/**
 * The values that a document is sorted by, one a key. Of the elements of an array it is the least
 * one, or the greatest one where the direction is descending.
 */
export function sortValuesOf(
  doc: Doc,
  keys: readonly SortKey[],
  strings?: StringComparator,
): BsonValue[] {
  const values: BsonValue[] = [];
  for (const key of keys) {
    const value = valueOfKey(doc, key);
    if (value === MEETS_ARRAY) return leastCombination(doc, keys, strings);
    values.push(value);
  }
  return values;
}

/** The order of two documents by their sort values. */
export function compareSortValues(
  a: readonly BsonValue[],
  b: readonly BsonValue[],
  keys: readonly SortKey[],
  strings?: StringComparator,
): number {
  for (let index = 0; index < keys.length; index++) {
    const order = compareOne(a[index], b[index], strings);
    if (order !== 0) return keys[index]?.direction === -1 ? -order : order;
  }
  return 0;
}

/** A comparator of documents; for many documents, sortDocuments computes their values only once. */
export function compareBySort(
  keys: readonly SortKey[],
  strings?: StringComparator,
): (a: Doc, b: Doc) => number {
  return (a, b) =>
    compareSortValues(
      sortValuesOf(a, keys, strings),
      sortValuesOf(b, keys, strings),
      keys,
      strings,
    );
}

/** An empty array, whose value is undefined, comes before null. */
function compareOne(a: BsonValue, b: BsonValue, strings: StringComparator | undefined): number {
  if (a === undefined || b === undefined) {
    if (a === null) return 1;
    if (b === null) return -1;
  }
  return compare(a, b, strings);
}

function valueOfKey(doc: Doc, key: SortKey): BsonValue | typeof MEETS_ARRAY {
  switch (key.kind) {
    case 'field':
      return valueWithoutArrays(doc, key.components);
    case 'textScore':
      return textScoreOf(doc) ?? null;
    case 'natural':
      return null;
  }
}

function leastCombination(
  doc: Doc,
  keys: readonly SortKey[],
  strings: StringComparator | undefined,
): BsonValue[] {
  const fields = keys.filter(({ kind }) => kind === 'field');
  const combinations = valueCombinations(
    doc,
    fields.map(({ components }) => components),
  );
  const least = combinations.reduce((best, candidate) =>
    compareSortValues(candidate, best, fields, strings) < 0 ? candidate : best,
  );
  let next = 0;
  return keys.map((key) => {
    if (key.kind === 'field') return least[next++];
    const value = valueOfKey(doc, key);
    return value === MEETS_ARRAY ? null : value;
  });
}
