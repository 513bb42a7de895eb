import { CommandError } from '../errors';
import { type BsonValue, type Doc, getOwn, isPlainObject, isRegex } from '../values';

/** The document with `_id` in front, made up when it is missing; the same object when it has it. */
export function withIdFirst(doc: Doc, makeId: () => BsonValue): Doc {
  const id = getOwn(doc, '_id');
  for (const first in doc) {
    if (first === '_id' && id !== undefined) return doc;
    break;
  }
  const rest = { ...doc };
  delete rest._id;
  return { _id: id === undefined ? makeId() : id, ...rest };
}

const REFERENCE_FIELDS = new Set(['$ref', '$id', '$db']);

/** Refuses values that cannot be an `_id`. */
export function checkId(doc: Doc): void {
  const id = doc._id;
  if (Array.isArray(id)) throw invalidId('array');
  if (isRegex(id)) throw invalidId('regex');
  if (!isPlainObject(id)) return;
  const operator = Object.keys(id).find((key) => key.startsWith('$') && !REFERENCE_FIELDS.has(key));
  if (operator === undefined) return;
  throw new CommandError(
    52,
    'DollarPrefixedFieldName',
    `_id fields may not contain '$'-prefixed fields: ${operator} is not valid for storage.`,
  );
}

function invalidId(type: string): CommandError {
  return new CommandError(53, 'InvalidIdField', `The '_id' value cannot be of type ${type}`);
}
