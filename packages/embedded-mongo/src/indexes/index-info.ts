import { type Collation, type Doc } from '../values';
import { type Predicate } from '../match';

/**
 * How an index works: `ordered` has sorted keys, `text` is an inverted index of words, and
 * `stored-only` (geo, hashed, wildcard) is kept in the catalog but never has entries.
 */
export type IndexKind = 'ordered' | 'text' | 'stored-only';

/** An index of a collection, ready for use. */
export interface IndexInfo {
  /** Number inside of its collection; part of the keys of its entries. */
  readonly id: number;
  readonly name: string;
  /** Key pattern as it was given, for example `{ a: 1, b: -1 }`. */
  readonly key: Doc;
  readonly fields: readonly string[];
  readonly directions: readonly number[];
  readonly unique: boolean;
  readonly sparse: boolean;
  /** partialFilterExpression: only documents that match it are in the index. */
  readonly partial?: Doc;
  /** The specification as listIndexes shows it; collMod changes it through the catalog. */
  spec: Doc;
  readonly kind: IndexKind;
  readonly collation?: Collation;
  /** Prefix of the keys of all entries. */
  readonly prefix: Buffer;
  /** Some document has an array on one of the paths, so that one document has many keys. */
  readonly multikey: boolean;
  /** The paths (or their beginnings) that were arrays in some document. */
  readonly multikeyPaths: ReadonlySet<string>;
  /** Some key was too long and ends with a hash: entries are no longer in the order of values. */
  readonly hasLongKeys: boolean;
  /** Being filled: writes keep it up to date, but no query may use it yet. */
  readonly building: boolean;
  readonly fold?: (text: string) => string;
  readonly partialPredicate?: Predicate;
  /** Root fields that decide about the keys; undefined when it could be any. */
  readonly roots: ReadonlySet<string> | undefined;
}
