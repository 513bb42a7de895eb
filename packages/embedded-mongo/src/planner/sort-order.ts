import { type IndexInfo } from '../indexes';
import { type SortKey } from '../sort';
import { arrayPathsOf, type IndexBounds } from './index-bounds';

/** How an index gives the order that a query asks for. */
export interface IndexOrder {
  readonly reverse: boolean;
  /** The ranges have to be merged: each of them alone is in order. */
  readonly merge: boolean;
}

/** Merging more ranges than this costs more than sorting. */
const MOST_MERGED_RANGES = 100;

/**
 * How the keys of an index, read within the bounds, are in the order of a sort; undefined when they
 * are not. Fields that are equal in all keys do not matter for the order.
 */
export function indexOrder(
  index: IndexInfo,
  bounds: IndexBounds,
  sort: readonly SortKey[],
): IndexOrder | undefined {
  if (index.hasLongKeys) return undefined;
  const isConstant = (at: number): boolean =>
    bounds.pointCounts[at] === 1 && !isArrayField(index, index.fields[at] ?? '');
  const constants = new Set(index.fields.filter((_, at) => isConstant(at)));
  const wanted = sort.filter((key) => !constants.has(key.path));
  if (wanted.some((key) => key.kind !== 'field' || isArrayField(index, key.path))) return undefined;
  if (wanted.length === 0) return { reverse: false, merge: false };

  const isSkippable = (at: number): boolean => bounds.pointCounts[at] === 1;
  const direct = matchFields(index, wanted, isSkippable, 0);
  if (direct !== undefined) return { reverse: direct < 0, merge: false };

  const points = bounds.pointCounts.length;
  const canMerge =
    points > 0 && bounds.ranges.length <= MOST_MERGED_RANGES && !isInsideOf(index, wanted, points);
  const merged = canMerge ? matchFields(index, wanted, isSkippable, points) : undefined;
  return merged === undefined ? undefined : { reverse: merged < 0, merge: true };
}

function isArrayField(index: IndexInfo, field: string): boolean {
  return arrayPathsOf(index, field).length > 0;
}

/** Sorting by a field that has several points cannot be done by merging. */
function isInsideOf(index: IndexInfo, wanted: readonly SortKey[], points: number): boolean {
  const leading = index.fields.slice(0, points);
  return wanted.some((key) => leading.includes(key.path));
}

/** 1 or -1: the direction to read in so that the fields from `first` on are in order. */
function matchFields(
  index: IndexInfo,
  wanted: readonly SortKey[],
  isSkippable: (at: number) => boolean,
  first: number,
): number | undefined {
  let at = first;
  let direction = 0;
  for (const key of wanted) {
    while (at < index.fields.length && index.fields[at] !== key.path && isSkippable(at)) at++;
    if (index.fields[at] !== key.path) return undefined;
    const needed = key.direction * (index.directions[at] ?? 1);
    if (direction !== 0 && direction !== needed) return undefined;
    direction = needed;
    at++;
  }
  return direction;
}
