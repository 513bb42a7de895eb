import { compileExpression } from '../aggregate';
import { type CollectionInfo } from '../catalog';
import { CommandError } from '../errors';
import { compileFilter, type Predicate } from '../match';
import { type Collation, type Doc, isPlainObject } from '../values';

/** Compiled once for each state of a collection's options. */
const predicates = new WeakMap<Doc, Predicate>();

/** Whether changes of the collection have to be checked at all. */
export function hasValidator(collection: CollectionInfo): boolean {
  const { validator, validationLevel, validationAction } = collection.options;
  const isOn = validationLevel !== 'off' && validationAction !== 'warn';
  return isOn && isPlainObject(validator) && Object.keys(validator).length > 0;
}

/**
 * Throws when a document does not fulfil the validator of its collection. On the level `moderate`
 * a document that did not fulfil it before need not do so now.
 */
export function validateDocument(collection: CollectionInfo, doc: Doc, before?: () => Doc): void {
  if (!hasValidator(collection)) return;
  const fulfils = predicateOf(collection.options);
  if (fulfils(doc)) return;
  const isModerate = collection.options.validationLevel === 'moderate';
  if (isModerate && before && !fulfils(before())) return;
  const validator = collection.options.validator as Doc;
  throw new CommandError(121, 'DocumentValidationFailure', 'Document failed validation', {
    errInfo: {
      failingDocumentId: doc._id,
      details: { operatorName: Object.keys(validator)[0] ?? '' },
    },
  });
}

function predicateOf(options: Doc): Predicate {
  let predicate = predicates.get(options);
  if (!predicate) {
    const collation = options.collation as Collation | undefined;
    predicate = compileFilter(options.validator, {
      compileExpression,
      ...(collation && { collation }),
    });
    predicates.set(options, predicate);
  }
  return predicate;
}
