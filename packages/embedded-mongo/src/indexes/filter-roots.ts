import { type BsonValue, type Doc, isPlainObject } from '../values';

/** Root fields that a filter looks at; undefined when it may look at anything. */
export function filterRoots(filter: Doc): ReadonlySet<string> | undefined {
  const roots = new Set<string>();
  return collectRoots(filter, roots) ? roots : undefined;
}

function collectRoots(filter: BsonValue, roots: Set<string>): boolean {
  if (!isPlainObject(filter)) return false;
  for (const key of Object.keys(filter)) {
    if (key === '$and' || key === '$or' || key === '$nor') {
      const branches = filter[key];
      if (!Array.isArray(branches)) return false;
      if (!branches.every((branch) => collectRoots(branch, roots))) return false;
    } else if (key.startsWith('$')) {
      if (key !== '$comment') return false;
    } else {
      roots.add(rootOf(key));
    }
  }
  return true;
}

/** The first part of a dotted path. */
export function rootOf(path: string): string {
  const dot = path.indexOf('.');
  return dot < 0 ? path : path.slice(0, dot);
}
