import { type Document } from 'bson';

/** A collection without its documents. */
export interface CollectionDefinition {
  readonly db: string;
  readonly name: string;
  readonly type: string;
  /** As `create` accepts them. */
  readonly options: Document;
  /** As `createIndexes` accepts them, without the one on `_id`. */
  readonly indexes: Document[];
}

/** Where data is read from. */
export interface DataSource {
  collections(): Promise<CollectionDefinition[]>;
  /** The documents of a collection, streamed. */
  documents(collection: CollectionDefinition): AsyncIterable<Document>;
  close(): Promise<void>;
}

/** Where data is written to. */
export interface DataTarget {
  /** Rejects what cannot be written, before anything is. */
  prepare(collections: readonly CollectionDefinition[]): Promise<void>;
  write(collection: CollectionDefinition, documents: AsyncIterable<Document>): Promise<void>;
  /** Marks the data as complete. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** A failure that the user can fix; shown without a stack. */
export class TransferError extends Error {}

/** The name of a collection in messages. */
export function namespaceOf({ db, name }: Pick<CollectionDefinition, 'db' | 'name'>): string {
  return `${db}.${name}`;
}

/** Views have no documents of their own. */
export function isView({ type }: Pick<CollectionDefinition, 'type'>): boolean {
  return type === 'view';
}
