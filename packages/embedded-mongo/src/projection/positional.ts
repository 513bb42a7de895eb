import { locationError, type Predicate } from '../match';
import { type BsonValue, type Doc, getOwn, isPlainObject, setOwn } from '../values';

/**
 * Narrows the first array on a path to the element that the filter matched. `output` is a
 * document of the projection's own down that path, so it is changed in place.
 */
export function keepMatchedElement(
  output: Doc,
  path: readonly string[],
  original: Doc,
  matches: Predicate,
): void {
  let container = output;
  for (const field of path) {
    const value: BsonValue = getOwn(container, field);
    if (Array.isArray(value)) {
      setOwn(container, field, [matchedElement(value, original, matches)]);
      return;
    }
    if (!isPlainObject(value)) {
      return;
    }
    // The last document on the path is shared with the original.
    const copy: Doc = { ...value };
    setOwn(container, field, copy);
    container = copy;
  }
}

function matchedElement(array: BsonValue[], original: Doc, matches: Predicate): BsonValue {
  const context: { position?: number } = {};
  matches(original, context);
  if (context.position === undefined) {
    throw locationError(
      51246,
      "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
    );
  }
  if (context.position >= array.length) {
    throw locationError(
      51247,
      "Executor error during find command :: caused by :: positional operator '.$' element mismatch",
    );
  }
  return array[context.position];
}
