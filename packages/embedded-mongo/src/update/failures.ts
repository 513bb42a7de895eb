import { CommandError } from '../errors';
import { type BsonValue, describe, type Doc, getOwn } from '../values';

/** An element as MongoDB names it in messages, e.g. `a: 1`. */
export function describeElement(name: string, value: BsonValue): string {
  return `${name}: ${describe(value)}`;
}

/** The `_id` of a document as MongoDB names it in messages. */
export function describeId(doc: Doc): string {
  const id = getOwn(doc, '_id');
  return id === undefined ? 'no id' : describeElement('_id', id);
}

/** The path of an update leads through a value that cannot have such a field. */
export function pathNotViable(message: string): CommandError {
  return new CommandError(28, 'PathNotViable', message);
}

/** Two paths of an update meet. */
export function conflictingPaths(message: string): CommandError {
  return new CommandError(40, 'ConflictingUpdateOperators', message);
}

/** An update path, or a part of it, is empty. */
export function emptyFieldName(message: string): CommandError {
  return new CommandError(56, 'EmptyFieldName', message);
}

/** The update would change `_id`. */
export function immutableField(message: string): CommandError {
  return new CommandError(66, 'ImmutableField', message);
}

/** A field at the top of a document starts with a dollar sign. */
export function dollarPrefixedField(field: string, path: string): CommandError {
  return new CommandError(
    52,
    'DollarPrefixedFieldName',
    `The dollar ($) prefixed field '${field}' in '${path}' is not allowed in the context of an ` +
      "update's replacement document. Consider using an aggregation pipeline with $replaceWith.",
  );
}
