import { type IndexInfo } from '../indexes';
import { type Binary, type Doc } from '../values';

/** What kind of namespace a collection is. */
export type CollectionType = 'collection' | 'view' | 'timeseries';

/** A collection as the catalog knows it. Only the catalog and the engine change one. */
export interface CollectionInfo {
  /** Number of the collection; the beginning of all its keys. Never used twice. */
  readonly id: number;
  readonly db: string;
  readonly name: string;
  /** `db.name` */
  readonly ns: string;
  readonly type: CollectionType;
  readonly uuid: Binary;
  readonly options: Doc;
  /** The indexes that are complete, `_id_` first. */
  readonly indexes: readonly IndexInfo[];
  /** The same and those being built: writes keep all of them up to date. */
  readonly maintained: readonly IndexInfo[];
  /** How many documents there are. */
  readonly count: number;
  /** Bytes of all documents. */
  readonly bytes: number;
  /** Number that the next document gets. */
  readonly nextRecordId: number;
  /** Prefix of the keys of the documents. */
  readonly documents: Buffer;
  /** The collection was dropped; a cursor that still reads it ends. */
  readonly dropped: boolean;
}
