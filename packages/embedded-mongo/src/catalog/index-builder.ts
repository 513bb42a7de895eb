import {
  duplicateKeyError,
  type DocumentEntries,
  entriesOf,
  type IndexInfo,
  ownerOf,
  putEntry,
} from '../indexes';
import { documentKey, keyAfter, type OrderedStore, recordIdOfKey } from '../storage';
import { decode, decodeRoots, prefixEnd } from '../values';
import { type CollectionInfo } from './collection-info';

/** How many documents a step looks at. */
const DOCUMENTS_PER_STEP = 500;

/** Told about arrays and long keys that the build came across. */
export type EntriesObserver = (entries: DocumentEntries) => void;

/**
 * Fills an index from the documents that are there, step by step, each step inside of a
 * transaction. Writes between two steps keep the index up to date themselves, so that in the end
 * nothing is missing: a step only adds what is not there yet.
 */
export class IndexBuilder {
  private resumeAt: Buffer;

  constructor(
    private readonly store: OrderedStore,
    private readonly collection: CollectionInfo,
    private readonly index: IndexInfo,
    private readonly observe: EntriesObserver,
  ) {
    this.resumeAt = documentKey(collection.documents, 0);
  }

  /** Goes on with the next documents; true when there are no more. A duplicate key is thrown. */
  step(): boolean {
    if (this.index.kind === 'stored-only') return true;
    const end = prefixEnd(this.collection.documents);
    const documents = this.store.scan(this.resumeAt, end, false, DOCUMENTS_PER_STEP);
    for (const [key, raw] of documents) {
      this.addDocument(recordIdOfKey(key), raw);
      this.resumeAt = keyAfter(key);
    }
    return documents.length < DOCUMENTS_PER_STEP;
  }

  private addDocument(recordId: number, raw: Buffer): void {
    const { store, index } = this;
    const doc = index.roots ? decodeRoots(raw, index.roots) : decode(raw);
    const entries = entriesOf(index, doc);
    this.observe(entries);
    entries.keys.forEach((key, at) => {
      if (index.unique) {
        const owner = ownerOf(store, key);
        if (owner !== undefined && owner !== recordId) {
          throw duplicateKeyError(this.collection.ns, index, doc, key);
        }
      }
      putEntry(store, index, key, recordId, entries.values?.[at]);
    });
  }
}
