import { isPlainObject, isNumber, isTruthy, type BsonValue, type Doc } from '../values';

/**
 * The root fields an inclusion projection reads, `_id` among them unless excluded; undefined when
 * it may need any field: an exclusion, a computed field, or the positional `a.$` that looks at
 * what the filter looks at.
 */
export function projectionRoots(spec: Doc | undefined): ReadonlySet<string> | undefined {
  if (spec === undefined) {
    return undefined;
  }
  const roots = new Set<string>(['_id']);
  let isInclusion = false;
  for (const path of Object.keys(spec)) {
    const use = useOf(spec[path]);
    if (path === '_id') {
      if (use === 'excludes') {
        roots.delete('_id');
      } else if (use !== 'includes') {
        return undefined;
      }
      continue;
    }
    if (use === 'any' || use === 'excludes' || path.endsWith('.$')) {
      return undefined;
    }
    isInclusion ||= use === 'includes';
    roots.add(path.split('.')[0] ?? path);
  }
  const isOnlyId = Object.keys(spec).length === 1 && roots.size === 1 && Object.hasOwn(spec, '_id');
  return isInclusion || isOnlyId ? roots : undefined;
}

type Use = 'includes' | 'excludes' | 'reads' | 'any';

/** What one entry of a projection means for the set of fields that must be read. */
function useOf(value: BsonValue): Use {
  if (typeof value === 'boolean' || isNumber(value)) {
    return isTruthy(value) ? 'includes' : 'excludes';
  }
  if (!isPlainObject(value)) {
    return 'any';
  }
  const names = Object.keys(value);
  if (names.length === 1 && names[0] === '$elemMatch') {
    return 'includes';
  }
  if (names.length === 1 && names[0] === '$slice' && !Array.isArray(value.$slice)) {
    return 'reads';
  }
  if (names.length === 0 || names.some((name) => name.startsWith('$') || name.endsWith('.$'))) {
    return 'any';
  }
  return names.every((name) => useOf(value[name]) === 'includes') ? 'includes' : 'any';
}
