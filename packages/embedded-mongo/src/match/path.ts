import { type BsonValue, type Doc, getField } from '../values';
import { isDocument } from './operator-object';
import { type MatchContext, type Predicate, type ValuePredicate } from './types';

/** Called for each value a path reaches; the walk ends with the first that answers true. */
export type PathVisitor = ValuePredicate;

/**
 * What to offer of an array at the end of a path: each element and then the array itself, as
 * comparisons want it, or only the array, as `$size` and `$elemMatch` do.
 */
export type ArrayAtEnd = 'elements-then-whole' | 'whole';

/** Splits a dotted path into its components. */
export function splitPath(path: string): readonly string[] {
  return path.split('.');
}

/**
 * Visits the values that a dotted path reaches in a document the way MongoDB's queries do:
 * arrays on the way are looked into one level deep, a numeric component is an index as well as a
 * field name, a missing field is visited as undefined. Tells whether a visit answered true; the
 * context then holds the index in the outermost array that was looked into.
 */
export function walkPath(
  root: Doc | BsonValue[],
  parts: readonly string[],
  arrayAtEnd: ArrayAtEnd,
  visit: PathVisitor,
  context?: MatchContext,
): boolean {
  return walkDocument(root, parts, 0, arrayAtEnd, visit, context);
}

/** Binds a test of single values to a path, with a short way for paths of one component. */
export function predicateAtPath(
  path: string,
  arrayAtEnd: ArrayAtEnd,
  test: ValuePredicate,
): Predicate {
  const parts = splitPath(path);
  if (parts.length > 1) {
    return (doc, context) => walkDocument(doc, parts, 0, arrayAtEnd, test, context);
  }
  return (doc, context) => {
    const value = fieldOf(doc, path);
    return Array.isArray(value)
      ? walkArray(value, parts, 1, arrayAtEnd, test, context)
      : test(value, context);
  };
}

/** `$elemMatch` treats an array within an array as a document whose fields are the indexes. */
function fieldOf(container: Doc | BsonValue[], field: string): BsonValue {
  if (!Array.isArray(container)) {
    return getField(container, field);
  }
  const index = arrayIndexOf(field);
  return index === undefined ? undefined : container[index];
}

function walkDocument(
  start: Doc | BsonValue[],
  parts: readonly string[],
  from: number,
  arrayAtEnd: ArrayAtEnd,
  visit: PathVisitor,
  context: MatchContext | undefined,
): boolean {
  let container = start;
  for (let depth = from; ; depth++) {
    const value = fieldOf(container, parts[depth] ?? '');
    if (Array.isArray(value)) {
      return walkArray(value, parts, depth + 1, arrayAtEnd, visit, context);
    }
    if (depth === parts.length - 1) {
      return visit(value, context);
    }
    if (!isDocument(value)) {
      return visit(undefined, context);
    }
    container = value;
  }
}

function walkArray(
  array: BsonValue[],
  parts: readonly string[],
  next: number,
  arrayAtEnd: ArrayAtEnd,
  visit: PathVisitor,
  context: MatchContext | undefined,
): boolean {
  if (next < parts.length) {
    return walkElements(array, parts, next, arrayAtEnd, visit, context);
  }
  if (arrayAtEnd === 'elements-then-whole') {
    for (let index = 0; index < array.length; index++) {
      if (visit(array[index])) {
        setPosition(context, index);
        return true;
      }
    }
  }
  return visit(array, context);
}

/** Looks for the rest of a path inside of an array's elements. */
function walkElements(
  array: BsonValue[],
  parts: readonly string[],
  next: number,
  arrayAtEnd: ArrayAtEnd,
  visit: PathVisitor,
  context: MatchContext | undefined,
): boolean {
  const namedIndex = arrayIndexOf(parts[next] ?? '');
  const endsHere = next === parts.length - 1;
  for (let index = 0; index < array.length; index++) {
    const element = array[index];
    const isElementDocument = isDocument(element);
    if (isElementDocument && walkDocument(element, parts, next, arrayAtEnd, visit, undefined)) {
      setPosition(context, index);
      return true;
    }
    if (index !== namedIndex) {
      continue;
    }
    // An index that the path names is no choice of the query: it leaves no position behind, and
    // an array that it names is offered whole.
    if (endsHere) {
      if (visit(element, context)) {
        return true;
      }
    } else if (isElementDocument) {
      if (walkDocument(element, parts, next + 1, arrayAtEnd, visit, context)) {
        return true;
      }
    } else if (
      Array.isArray(element) &&
      walkElements(element, parts, next + 1, arrayAtEnd, visit, context)
    ) {
      return true;
    }
  }
  return false;
}

function setPosition(context: MatchContext | undefined, index: number): void {
  if (context !== undefined) {
    context.position = index;
  }
}

const CODE_OF_0 = 48;
const CODE_OF_9 = 57;

function arrayIndexOf(part: string): number | undefined {
  const first = part.charCodeAt(0);
  // Most components are names; this is asked for every array of every document.
  if (!(first >= CODE_OF_0 && first <= CODE_OF_9)) {
    return undefined;
  }
  return /^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : undefined;
}
