import { type BsonValue, type Doc, getOwn, isPlainObject, setOwn } from '../../values';

/** The value at a path through documents only. */
export function readOwnPath(doc: Doc, path: readonly string[]): BsonValue {
  let value: BsonValue = doc;
  for (const field of path) {
    if (!isPlainObject(value)) return undefined;
    value = getOwn(value, field);
  }
  return value;
}

/** A copy of the document with another value at a path; what is not on the path is shared. */
export function withPath(doc: Doc, path: readonly string[], value: BsonValue): Doc {
  const [field, ...rest] = path as [string, ...string[]];
  const copy: Doc = { ...doc };
  if (rest.length === 0) {
    setOwn(copy, field, value);
    return copy;
  }
  const inner = getOwn(doc, field);
  setOwn(copy, field, withPath(isPlainObject(inner) ? inner : {}, rest, value));
  return copy;
}

/** A copy of the document without the field at a path. */
export function withoutPath(doc: Doc, path: readonly string[]): Doc {
  const [field, ...rest] = path as [string, ...string[]];
  const copy: Doc = { ...doc };
  const inner = getOwn(doc, field);
  if (rest.length === 0) delete copy[field];
  else if (isPlainObject(inner)) setOwn(copy, field, withoutPath(inner, rest));
  return copy;
}
