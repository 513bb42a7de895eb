import { type MatchOptions } from '../match';
import { type BsonValue, cloneValue, type Doc, encode, getOwn, isPlainObject } from '../values';
import { applyNode } from './apply-tree';
import { checkIdentifiers, type CompiledUpdate, compileUpdate } from './compile-update';
import { immutableField } from './failures';
import { Target } from './target';
import { type ArrayFilters, type UpdateContext } from './types';
import { POSITIONAL } from './update-path';

interface LastCompiled {
  readonly update: Doc;
  readonly match: MatchOptions;
  readonly arrayFilters: ArrayFilters;
  readonly compiled: CompiledUpdate;
}

/**
 * The update of an updateMany meets one document after the other: it is parsed for the first of
 * them. (A WeakMap of updates costs the garbage collector more than parsing does.)
 */
let lastCompiled: LastCompiled | undefined;

/**
 * Throws for an update with operators that MongoDB refuses whatever the document. Array filters
 * are compared with the identifiers in the paths only when they are given. An applyUpdate that
 * follows with the same array filters and match options need not parse the update again.
 */
export function validateUpdate(
  update: Doc,
  arrayFilters?: ArrayFilters,
  match: MatchOptions = {},
): void {
  if (arrayFilters === undefined) compileUpdate(update, match);
  else compiledFor(update, { match, arrayFilters });
}

/**
 * Applies an update with operators to a document, in place. When it throws, the document may be
 * half changed and has to be thrown away.
 */
export function applyUpdate(doc: Doc, update: Doc, context: UpdateContext): void {
  const { tree, idPath } = compiledFor(update, context);
  if (idPath === undefined) {
    applyNode(tree, Target.of(doc), context);
    return;
  }
  const id = cloneValue(getOwn(doc, '_id'));
  applyNode(tree, Target.of(doc), context);
  // An upsert whose filter names no _id may set one.
  if (id !== undefined && !isIdentical(id, getOwn(doc, '_id')))
    throw immutableField(
      `Performing an update on the path '${idPath}' would modify the immutable field '_id'`,
    );
}

/** Whether an update has a `$` in a path, and so needs to know which array element matched. */
export function usesPosition(update: Doc): boolean {
  return Object.values(update).some(
    (fields) =>
      isPlainObject(fields) &&
      Object.keys(fields).some((path) => path.split('.').includes(POSITIONAL)),
  );
}

function compiledFor(
  update: Doc,
  { match, arrayFilters }: Pick<UpdateContext, 'match' | 'arrayFilters'>,
): CompiledUpdate {
  const last = lastCompiled;
  if (last?.update === update && last.match === match && last.arrayFilters === arrayFilters)
    return last.compiled;
  const compiled = compileUpdate(update, match);
  checkIdentifiers(update, compiled, arrayFilters);
  lastCompiled = { update, match, arrayFilters, compiled };
  return compiled;
}

/** Equal in type and in every byte: 1 as an int and 1 as a double are two different ids here. */
function isIdentical(a: BsonValue, b: BsonValue): boolean {
  return b !== undefined && encode({ value: a }).equals(encode({ value: b }));
}
