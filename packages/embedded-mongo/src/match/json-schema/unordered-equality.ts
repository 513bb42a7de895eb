import { type BsonValue, type Doc, hashKey, isPlainObject, setOwn } from '../../values';

/** A key that is equal for equal values; schemas do not mind the order of a document's fields. */
export function unorderedKey(value: BsonValue): string {
  return hashKey(withSortedFields(value));
}

function withSortedFields(value: BsonValue): BsonValue {
  if (Array.isArray(value)) {
    return value.map(withSortedFields);
  }
  if (!isPlainObject(value)) {
    return value;
  }
  const sorted: Doc = {};
  // Names that look like indexes are moved to the front by the engine in both values alike.
  for (const field of Object.keys(value).sort()) {
    setOwn(sorted, field, withSortedFields(value[field]));
  }
  return sorted;
}
