import { type IndexInfo } from '../indexes';
import { type KeyRange } from '../storage';

/** A way to find the documents of a query. */
export type Plan = ScanPlan | UnionPlan | TextPlan;

/** Reads ranges of an index, or of the documents themselves. */
export interface ScanPlan {
  readonly kind: 'scan';
  /** Absent: the collection itself is read. */
  readonly index?: IndexInfo;
  /** In the order in which they are to be read. */
  readonly ranges: readonly KeyRange[];
  /** Each range is the key of one entry of a unique index. */
  readonly isLookup: boolean;
  readonly reverse: boolean;
  /** The documents come in the order that the query asks for. */
  readonly sorted: boolean;
  /**
   * The order comes from merging the ranges: so long is, for each range, the part of its keys that
   * comes before the values to sort by.
   */
  readonly mergeOffsets?: readonly number[];
  /** Every document found matches: nothing has to be looked at again. */
  readonly exact: boolean;
  /** One document may be found more than once. */
  readonly mayRepeat: boolean;
  /** How many fields of the index are bounded; more is better. */
  readonly score: number;
  readonly bounds: Readonly<Record<string, string[]>>;
}

/** Reads one plan for each branch of an `$or`. */
export interface UnionPlan {
  readonly kind: 'union';
  readonly branches: readonly ScanPlan[];
  readonly sorted: boolean;
}

/** Reads the documents that have one of the words of a `$text`. */
export interface TextPlan {
  readonly kind: 'text';
  readonly index: IndexInfo;
  readonly terms: ReadonlySet<string>;
  readonly sorted: boolean;
}
