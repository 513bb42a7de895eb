import { compileFilter } from '../match';
import { partPrefix } from '../storage';
import { type Collation, type Doc, foldFor, isNumber, isPlainObject, toNumber } from '../values';
import { filterRoots, rootOf } from './filter-roots';
import { type IndexInfo, type IndexKind } from './index-info';

/** What the catalog remembers of an index beside its specification. */
export interface IndexState {
  readonly multikeyPaths: readonly string[];
  readonly hasLongKeys: boolean;
  readonly building: boolean;
}

/** State of an index that has no entries yet. */
export const FRESH_INDEX: IndexState = { multikeyPaths: [], hasLongKeys: false, building: false };

/** An index ready for use, from a specification that was checked before. */
export function makeIndex(
  collectionId: number,
  id: number,
  spec: Doc,
  state: IndexState = FRESH_INDEX,
): IndexInfo {
  const key = isPlainObject(spec.key) ? spec.key : {};
  const fields = Object.keys(key);
  const partial = isPlainObject(spec.partialFilterExpression)
    ? spec.partialFilterExpression
    : undefined;
  const collation = collationOf(spec);
  const fold = foldFor(collation);
  const kind = kindOf(key);
  return {
    id,
    name: typeof spec.name === 'string' ? spec.name : '',
    key,
    fields,
    directions: fields.map((field) => directionOf(key, field)),
    unique: spec.unique === true || isIdPattern(key),
    sparse: spec.sparse === true,
    spec,
    kind,
    prefix: partPrefix(collectionId, id),
    multikey: state.multikeyPaths.length > 0,
    multikeyPaths: new Set(state.multikeyPaths),
    hasLongKeys: state.hasLongKeys,
    building: state.building,
    roots: rootsOf(kind, fields, spec, partial),
    ...(partial && {
      partial,
      partialPredicate: compileFilter(partial, collation ? { collation } : {}),
    }),
    ...(collation && { collation }),
    ...(fold && { fold }),
  };
}

/** Whether a key pattern is that of the index every collection has. */
export function isIdPattern(key: Doc): boolean {
  const fields = Object.keys(key);
  return fields.length === 1 && fields[0] === '_id' && toNumber(key._id) > 0;
}

/** The collation of a specification, if it has one. */
export function collationOf(spec: Doc): Collation | undefined {
  return isPlainObject(spec.collation) ? spec.collation : undefined;
}

function directionOf(key: Doc, field: string): number {
  const value = key[field];
  return isNumber(value) && toNumber(value) < 0 ? -1 : 1;
}

function kindOf(key: Doc): IndexKind {
  const values = Object.values(key);
  if (values.includes('text')) return 'text';
  const isOrdered = values.every((value) => typeof value !== 'string');
  const hasWildcard = Object.keys(key).some((field) => field.includes('$**'));
  return isOrdered && !hasWildcard ? 'ordered' : 'stored-only';
}

function rootsOf(
  kind: IndexKind,
  fields: readonly string[],
  spec: Doc,
  partial: Doc | undefined,
): ReadonlySet<string> | undefined {
  if (kind === 'stored-only') return new Set();
  const weights = isPlainObject(spec.weights) ? spec.weights : {};
  const roots = new Set((kind === 'text' ? Object.keys(weights) : fields).map(rootOf));
  if (roots.has('$**')) return undefined;
  if (!partial) return roots;
  const partialRoots = filterRoots(partial);
  return partialRoots && new Set([...roots, ...partialRoots]);
}
