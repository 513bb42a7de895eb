import { type FieldValue } from '../mapping/column-mapping';

/** Identifies the rows of one generation of a connection. */
export interface RowSetKey {
  readonly connection_id: string;
  readonly generation: number;
}

/** A row of a sheet as it is stored. */
export interface StoredRow {
  /** Identifies the row permanently; in append mode it is the row number. */
  readonly row_id: number;
  readonly row_number: number;
  readonly data: Readonly<Record<string, FieldValue>>;
  readonly raw_data: Readonly<Record<string, string>>;
  /** In mirror mode: the digest of all of its cells. */
  readonly content?: string;
  /** In mirror mode: the digest of what identifies it. */
  readonly identity?: string;
}

/** What an observer of the rows stores beside one of them; the crawler does not read it. */
export type ObservedMetrics = object;

/** A row as readers see it. */
export type ShownRow = StoredRow & { readonly synced_at: Date };
