import { CommandError } from '../errors';
import { cloneValue, type Doc, encode, getOwn, isPlainObject, setOwn, typeName } from '../values';
import { describeElement, dollarPrefixedField, immutableField } from './failures';

/** The fields of a reference to a document of another collection, which an `_id` may be. */
const REFERENCE_FIELDS: ReadonlySet<string> = new Set(['$ref', '$id', '$db']);

/** Whether an update replaces the document: it is no pipeline and starts with no operator. */
export function isReplacement(update: Doc | readonly Doc[]): boolean {
  if (Array.isArray(update)) return false;
  const [first] = Object.keys(update);
  return first === undefined || !first.startsWith('$');
}

/** Throws for a replacement that no document can become, such as one with `$set` beside a field. */
export function validateReplacement(replacement: Doc): void {
  for (const field of Object.keys(replacement))
    if (field.startsWith('$')) throw dollarPrefixedField(field, field);
  validateId(replacement);
}

/** Throws when a document has an `_id` that MongoDB does not accept; a missing one is fine. */
export function validateId(doc: Doc): void {
  const id = getOwn(doc, '_id');
  if (id === undefined) return;
  const type = typeName(id);
  if (type === 'array' || type === 'regex')
    throw new CommandError(53, 'InvalidIdField', `The '_id' value cannot be of type ${type}`);
  if (!isPlainObject(id)) return;
  const dollarField = Object.keys(id).find(
    (field) => field.startsWith('$') && !REFERENCE_FIELDS.has(field),
  );
  if (dollarField !== undefined)
    throw new CommandError(
      52,
      'DollarPrefixedFieldName',
      `_id fields may not contain '$'-prefixed fields: ${dollarField} is not valid for storage.`,
    );
}

/**
 * The document that a replacement leaves in place of the original: it keeps the `_id`, first. What
 * an upsert inserts may have names with a dollar, as any insert may.
 */
export function replaceDocument(original: Doc, replacement: Doc, isInsert = false): Doc {
  if (isInsert) validateId(replacement);
  else validateReplacement(replacement);
  const id = getOwn(original, '_id');
  const newId = getOwn(replacement, '_id');
  if (id !== undefined && newId !== undefined && !encode({ id }).equals(encode({ id: newId })))
    throw immutableField(
      "After applying the update, the (immutable) field '_id' was found to have been altered to " +
        describeElement('_id', newId),
    );
  const replaced: Doc = {};
  const keptId = id ?? newId;
  if (keptId !== undefined) setOwn(replaced, '_id', keptId);
  for (const [field, value] of Object.entries(replacement))
    if (field !== '_id') setOwn(replaced, field, cloneValue(value));
  return replaced;
}
