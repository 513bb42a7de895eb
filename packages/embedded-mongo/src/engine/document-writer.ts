import { type Catalog, type CollectionInfo } from '../catalog';
import { badValue, CommandError } from '../errors';
import {
  changesBetween,
  type DocumentEntries,
  duplicateKeyError,
  entriesOf,
  type IndexInfo,
  ownerOf,
  putEntry,
  removeEntry,
} from '../indexes';
import { MAX_DOCUMENT_BYTES } from '../limits';
import { documentKey, type OrderedStore, recordIdOfKey } from '../storage';
import { validateId } from '../update';
import { type Doc, decode, encode, equals, ObjectId, prefixEnd, toNumber } from '../values';
import { withIdFirst } from './document-id';
import { validateDocument } from './validators';

/** Entries of a document before a change, for those indexes that the change can affect. */
export type EntriesBefore = ReadonlyMap<IndexInfo, DocumentEntries>;

/**
 * Stores, replaces and removes single documents together with their index entries. Everything that
 * can be refused is refused before the first change, so that a statement of a bulk either happens
 * or leaves nothing behind.
 */
export class DocumentWriter {
  constructor(
    private readonly store: OrderedStore,
    private readonly catalog: Catalog,
  ) {}

  /** Stores a new document and gives it back as stored; `raw` are its bytes if they are known. */
  insert(collection: CollectionInfo, given: Doc, raw?: Buffer, bypassValidation = false): Doc {
    const doc = withIdFirst(given, () => new ObjectId());
    validateId(doc);
    const bytes = doc === given && raw ? raw : encode(doc);
    checkInserted(bytes);
    if (!bypassValidation) validateDocument(collection, doc);
    const entries = collection.maintained.map((index) => entriesOf(index, doc));
    collection.maintained.forEach((index, at) => {
      if (!index.unique) return;
      for (const key of entries[at]?.keys ?? []) {
        if (this.store.get(key)) throw duplicateKeyError(collection.ns, index, doc, key);
      }
    });
    const recordId = this.catalog.addDocument(collection, bytes.length);
    this.store.put(documentKey(collection.documents, recordId), bytes);
    collection.maintained.forEach((index, at) => {
      this.putEntries(collection, index, entries[at] ?? { keys: [] }, recordId);
    });
    if (collection.options.capped === true) this.evict(collection);
    return doc;
  }

  /** The entries that a change of the given root fields could touch; undefined is any field. */
  entriesBefore(
    collection: CollectionInfo,
    doc: Doc,
    changedRoots: ReadonlySet<string> | undefined,
  ): EntriesBefore {
    const entries = new Map<IndexInfo, DocumentEntries>();
    for (const index of collection.maintained) {
      if (index.name === '_id_' || !isAffected(index, changedRoots)) continue;
      entries.set(index, entriesOf(index, doc));
    }
    return entries;
  }

  /** Stores another version of a document. */
  replace(
    collection: CollectionInfo,
    current: { readonly recordId: number; readonly raw: Buffer; readonly id: Doc[string] },
    before: EntriesBefore,
    doc: Doc,
    bytes: Buffer,
    bypassValidation = false,
  ): void {
    const { recordId, raw, id } = current;
    if (!equals(id, doc._id)) throw immutableId();
    checkUpdated(bytes);
    if (!bypassValidation) validateDocument(collection, doc, () => decode(raw));
    const changes = [...before].map(([index, old]) => {
      const entries = entriesOf(index, doc);
      return { index, entries, ...changesBetween(old, entries) };
    });
    for (const { index, added } of changes) {
      if (!index.unique) continue;
      for (const { key } of added) {
        const owner = ownerOf(this.store, key);
        if (owner !== undefined && owner !== recordId) {
          throw duplicateKeyError(collection.ns, index, doc, key);
        }
      }
    }
    for (const { index, entries, removed, added } of changes) {
      for (const key of removed) removeEntry(this.store, index, key, recordId);
      for (const { key, value } of added) putEntry(this.store, index, key, recordId, value);
      this.catalog.noteEntries(collection, index, entries);
    }
    this.catalog.resizeDocument(collection, bytes.length - raw.length);
    this.store.put(documentKey(collection.documents, recordId), bytes);
  }

  /** Removes a document with its index entries. */
  remove(collection: CollectionInfo, recordId: number, raw: Buffer, doc: Doc): void {
    for (const index of collection.maintained) {
      for (const key of entriesOf(index, doc).keys) removeEntry(this.store, index, key, recordId);
    }
    this.store.remove(documentKey(collection.documents, recordId));
    this.catalog.removeDocument(collection, raw.length);
  }

  private putEntries(
    collection: CollectionInfo,
    index: IndexInfo,
    entries: DocumentEntries,
    recordId: number,
  ): void {
    entries.keys.forEach((key, at) => {
      putEntry(this.store, index, key, recordId, entries.values?.[at]);
    });
    this.catalog.noteEntries(collection, index, entries);
  }

  /** A capped collection lets its oldest documents go. */
  private evict(collection: CollectionInfo): void {
    const { size, max } = collection.options;
    const mostBytes = size === undefined ? Infinity : toNumber(size);
    const mostDocuments = max === undefined || toNumber(max) <= 0 ? Infinity : toNumber(max);
    const end = prefixEnd(collection.documents);
    while (
      collection.count > 1 &&
      (collection.count > mostDocuments || collection.bytes > mostBytes)
    ) {
      const [oldest] = this.store.scan(collection.documents, end, false, 1);
      if (!oldest) return;
      const [key, raw] = oldest;
      this.remove(collection, recordIdOfKey(key), raw, decode(raw));
    }
  }
}

function isAffected(index: IndexInfo, changedRoots: ReadonlySet<string> | undefined): boolean {
  if (!changedRoots || !index.roots) return true;
  for (const root of changedRoots) if (index.roots.has(root)) return true;
  return false;
}

function checkInserted(bytes: Buffer): void {
  if (bytes.length <= MAX_DOCUMENT_BYTES) return;
  throw badValue(
    `object to insert too large. size in bytes: ${bytes.length}, max size: ${MAX_DOCUMENT_BYTES}`,
  );
}

function checkUpdated(bytes: Buffer): void {
  if (bytes.length <= MAX_DOCUMENT_BYTES) return;
  throw new CommandError(
    17419,
    'Location17419',
    `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`,
  );
}

/** The error of an update that would give a document another `_id`. */
export function immutableId(): CommandError {
  return new CommandError(
    66,
    'ImmutableField',
    "Performing an update on the path '_id' would modify the immutable field '_id'",
  );
}
