import { type Document } from 'bson';

/** What a collection is, beside its documents. */
export interface CollectionDefinition {
  readonly db: string;
  readonly name: string;
  readonly type: string;
  /** As `create` takes them. */
  readonly options: Document;
  /** As `createIndexes` takes them; the one on `_id` goes without saying. */
  readonly indexes: Document[];
}

/** Where data is read from. */
export interface DataSource {
  collections(): Promise<CollectionDefinition[]>;
  /** The documents of a collection, one after the other. */
  documents(collection: CollectionDefinition): AsyncIterable<Document>;
  close(): Promise<void>;
}

/** Where data is written to. */
export interface DataTarget {
  /** Refuses what cannot be taken, before anything is written. */
  prepare(collections: readonly CollectionDefinition[]): Promise<void>;
  write(collection: CollectionDefinition, documents: AsyncIterable<Document>): Promise<void>;
  /** Says that all is there. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** A failure that the person who asked can mend; shown without a stack. */
export class TransferError extends Error {}

/** How a collection is called in messages. */
export function namespaceOf({ db, name }: Pick<CollectionDefinition, 'db' | 'name'>): string {
  return `${db}.${name}`;
}

/** Views have no documents of their own. */
export function isView({ type }: Pick<CollectionDefinition, 'type'>): boolean {
  return type === 'view';
}
