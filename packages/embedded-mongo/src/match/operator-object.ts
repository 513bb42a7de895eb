import { type BsonValue, type Doc, bsonType, isPlainObject } from '../values';

/** True for an embedded document as MongoDB sees one; a DBRef is one too. */
export function isDocument(value: BsonValue): value is Doc {
  return isPlainObject(value) || bsonType(value) === 'DBRef';
}

/**
 * True for `{ $gt: 5 }`, the argument of a field that holds operators rather than a value to equal.
 * A reference (`$ref` and `$id`) is a value although its fields begin with a dollar.
 */
export function isOperatorObject(value: BsonValue): value is Doc {
  if (!isPlainObject(value) || bsonType(value) !== undefined) {
    return false;
  }
  const firstField = Object.keys(value)[0];
  if (firstField?.startsWith('$') !== true) {
    return false;
  }
  return !(Object.hasOwn(value, '$ref') && Object.hasOwn(value, '$id'));
}

/** True when any field of a reference is there; `$elemMatch` treats even a partial one as a value. */
export function isPartialReference(value: Doc): boolean {
  return ['$ref', '$id', '$db'].some((field) => Object.hasOwn(value, field));
}
