import { type BsonValue, type Collation, type Doc } from '../values';

/** What to look for in a collection, and in which order. */
export interface FindQuery {
  readonly filter: Doc;
  readonly sort?: Doc | undefined;
  readonly skip?: number | undefined;
  /** At most so many; 0 or absent is no limit. */
  readonly limit?: number | undefined;
  readonly collation?: Collation | undefined;
  /** Name or key pattern of an index, or `{ $natural: 1 }`. */
  readonly hint?: BsonValue;
  /** Values of `let`, for `$expr`. */
  readonly variables?: Doc | undefined;
  /** The only root fields that the caller is going to look at; `Hit.plain` decodes just those. */
  readonly roots?: ReadonlySet<string> | undefined;
  /** Find out which element of an array matched, for positional operators. */
  readonly wantPosition?: boolean | undefined;
}

/** One statement of an update. */
export interface UpdateSpec {
  readonly filter: Doc;
  readonly update: Doc | Doc[];
  readonly upsert?: boolean | undefined;
  readonly arrayFilters?: BsonValue[] | undefined;
  readonly collation?: Collation | undefined;
  readonly hint?: BsonValue;
  readonly sort?: Doc | undefined;
  readonly variables?: Doc | undefined;
  /** Give back the document as it was. */
  readonly wantBefore?: boolean | undefined;
  /** Give back the document as it is now. */
  readonly wantAfter?: boolean | undefined;
  readonly bypassValidation?: boolean | undefined;
}

/** What an update did. An upsert counts as no match. */
export interface UpdateOutcome {
  readonly matched: number;
  readonly modified: number;
  readonly upsertedId?: BsonValue;
  readonly before?: Doc;
  readonly after?: Doc;
}

/** What `verify` found out about a collection. */
export interface VerifyReport {
  readonly valid: boolean;
  readonly errors: readonly string[];
  readonly documents: number;
  readonly keysPerIndex: Record<string, number>;
}
