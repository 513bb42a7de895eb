import type { DBRef } from 'bson';
import { bsonType, type BsonValue, type Doc, isPlainObject } from './types';

/** The value of an object's own field; inherited names such as `constructor` are missing fields. */
export function getOwn(container: Doc | BsonValue[], key: string | number): BsonValue {
  return Object.hasOwn(container, key) ? (container as Doc)[key] : undefined;
}

/** Sets an own field, also when its name is `__proto__`. */
export function setOwn(container: Doc | BsonValue[], key: string | number, value: BsonValue): void {
  if (key === '__proto__')
    Object.defineProperty(container, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  else (container as Doc)[key] = value;
}

/** A DBRef as the document that it is in the database. */
export function dbRefDocument(reference: DBRef): Doc {
  const doc: Doc = { $ref: reference.collection, $id: reference.oid };
  if (reference.db) doc.$db = reference.db;
  for (const field of Object.keys(reference.fields))
    setOwn(doc, field, reference.fields[field] as BsonValue);
  return doc;
}

/** The field of a document, or the element of an array; undefined where there is none. */
export function getField(value: BsonValue, key: string): BsonValue {
  if (value === null || typeof value !== 'object') return undefined;
  if (Array.isArray(value) || isPlainObject(value)) return getOwn(value, key);
  if (bsonType(value) === 'DBRef') return getOwn(dbRefDocument(value as DBRef), key);
  return undefined;
}

/** The value at a dotted path through documents only: an array on the way ends the walk. */
export function getPath(doc: Doc, path: string): BsonValue {
  if (!path.includes('.')) return getOwn(doc, path);
  let value: BsonValue = doc;
  for (const field of path.split('.')) {
    if (Array.isArray(value)) return undefined;
    value = getField(value, field);
  }
  return value;
}

/** A deep copy of documents, arrays and dates; the other values are never changed and are shared. */
export function cloneValue<T extends BsonValue>(value: T): T;
export function cloneValue(value: BsonValue): BsonValue {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => cloneValue(item));
  if (value instanceof Date) return new Date(value);
  if (!isPlainObject(value)) return value;
  const copy: Doc = {};
  for (const field of Object.keys(value)) setOwn(copy, field, cloneValue(value[field]));
  return copy;
}
