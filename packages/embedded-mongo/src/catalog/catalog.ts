import { randomUUID } from 'node:crypto';
import { CommandError } from '../errors';
import { type DocumentEntries, type IndexInfo, FRESH_INDEX, makeIndex } from '../indexes';
import {
  CATALOG_PREFIX,
  catalogKey,
  collectionPrefix,
  countersKey,
  type OrderedStore,
  partPrefix,
  type UndoLog,
} from '../storage';
import { type Doc, Binary, isPlainObject, prefixEnd } from '../values';
import { decodeCatalogEntry, encodeCatalogEntry } from './catalog-entry';
import { completeCollation } from './collation-specification';
import { Collection, decodeCounters, encodeCounters } from './collection';
import { type CollectionInfo, type CollectionType } from './collection-info';
import { Garbage } from './garbage';
import { IndexBuilder } from './index-builder';
import { existsAlready } from './index-conflicts';
import { completeIndexSpec } from './index-specification';
import { checkNamespace } from './namespace';

const MOST_INDEXES = 64;
const LARGEST_INDEX_ID = 0xffff;

/**
 * The databases, collections and indexes there are. Everything is in memory and in the store; each
 * method that changes something belongs inside of `Engine.write`, which takes the changes of
 * memory back when the transaction fails.
 */
export class Catalog {
  /** Ranges of keys that drops left to be cleared. */
  readonly garbage: Garbage;
  private readonly collections = new Map<string, Collection>();
  private readonly touched = new Set<Collection>();
  /** Indexes that a killed process did not finish; their entries are to be cleared. */
  private readonly unfinished: { collection: Collection; index: IndexInfo }[] = [];
  private nextCollectionId = 1;

  constructor(
    private readonly store: OrderedStore,
    private readonly undo: UndoLog,
  ) {
    this.garbage = new Garbage(store);
    this.load();
  }

  /** The collection (or view) of that name. */
  get(db: string, name: string): CollectionInfo | undefined {
    return this.collections.get(`${db}.${name}`);
  }

  /** The collection with that full name. */
  byNamespace(ns: string): CollectionInfo | undefined {
    return this.collections.get(ns);
  }

  /** All collections, or those of a database, by name. */
  list(db?: string): CollectionInfo[] {
    return [...this.collections.values()]
      .filter((collection) => db === undefined || collection.db === db)
      .sort((left, right) => (left.ns < right.ns ? -1 : 1));
  }

  /** The names of all databases that have a collection. */
  databases(): string[] {
    return [...new Set(this.list().map((collection) => collection.db))].sort();
  }

  /** Creates a collection; a view when the options have `viewOn`. */
  create(db: string, name: string, options: Doc = {}): CollectionInfo {
    checkNamespace(db, name);
    if (this.get(db, name)) {
      throw new CommandError(48, 'NamespaceExists', `Collection ${db}.${name} already exists.`);
    }
    const collation = completeCollation(options.collation);
    const completed = { ...options };
    if (collation && collation.locale !== 'simple') completed.collation = collation;
    else delete completed.collation;
    const uuid = new Binary(Buffer.from(randomUUID().replaceAll('-', ''), 'hex'), 4);
    const id = this.nextCollectionId++;
    const collection = new Collection(id, db, name, typeOf(options), uuid, completed);
    // The documents of a time series need not differ in their `_id`.
    if (collection.type === 'collection') {
      const spec = completeIndexSpec({ key: { _id: 1 }, name: '_id_' }, completed.collation);
      collection.setIndexes([makeIndex(id, 1, spec)]);
    }
    this.collections.set(collection.ns, collection);
    this.undo.record(() => this.collections.delete(collection.ns));
    this.save(collection);
    return collection;
  }

  /** The collection of that name, created when it is missing. */
  ensure(db: string, name: string): CollectionInfo {
    return this.get(db, name) ?? this.create(db, name);
  }

  /** Drops a collection with its documents and indexes. */
  drop(info: CollectionInfo): void {
    const collection = this.own(info);
    this.collections.delete(collection.ns);
    collection.dropped = true;
    this.undo.record(() => {
      collection.dropped = false;
      this.collections.set(collection.ns, collection);
    });
    this.touched.delete(collection);
    this.store.remove(catalogKey(collection.ns));
    this.store.remove(countersKey(collection.id));
    const start = collectionPrefix(collection.id);
    this.garbage.discard({ start, end: prefixEnd(start) });
  }

  /** Gives a collection another name, also in another database. */
  rename(info: CollectionInfo, db: string, name: string): void {
    checkNamespace(db, name);
    const collection = this.own(info);
    if (this.get(db, name)) {
      throw new CommandError(48, 'NamespaceExists', 'target namespace exists');
    }
    const before = { db: collection.db, name: collection.name };
    this.store.remove(catalogKey(collection.ns));
    this.moveTo(collection, db, name);
    this.undo.record(() => this.moveTo(collection, before.db, before.name));
    this.save(collection);
  }

  /** Replaces the options of a collection, for collMod. */
  setOptions(info: CollectionInfo, options: Doc): void {
    const collection = this.own(info);
    const before = collection.options;
    collection.options = options;
    this.undo.record(() => (collection.options = before));
    this.save(collection);
  }

  /**
   * Creates an index and fills it at once; false when it was there already. For a collection
   * with many documents `Engine.createIndex` does the same with pauses.
   */
  createIndex(info: CollectionInfo, spec: Doc): boolean {
    const builder = this.startIndex(info, spec);
    if (!builder) return false;
    while (!builder.step());
    this.finishIndex(info, builder.index);
    return true;
  }

  /** Registers an index that is to be filled step by step; undefined when it is there already. */
  startIndex(
    info: CollectionInfo,
    spec: Doc,
  ): { readonly index: IndexInfo; step(): boolean } | undefined {
    const collection = this.own(info);
    const complete = completeIndexSpec(spec, collection.options.collation as Doc | undefined);
    if (existsAlready(collection.maintained, complete)) return undefined;
    if (collection.maintained.length >= MOST_INDEXES) {
      const message = `add index fails, too many indexes for ${collection.ns} key:${JSON.stringify(complete.key)}`;
      throw new CommandError(67, 'CannotCreateIndex', message);
    }
    const id = this.freeIndexId(collection);
    const index = makeIndex(collection.id, id, complete, { ...FRESH_INDEX, building: true });
    this.changeIndexes(collection, [...collection.maintained, index]);
    const builder = new IndexBuilder(this.store, collection, index, (entries) =>
      this.noteEntries(collection, index, entries),
    );
    return { index, step: () => builder.step() };
  }

  /** From now on queries may use the index. */
  finishIndex(info: CollectionInfo, index: IndexInfo): void {
    const finished = index as { -readonly [Key in keyof IndexInfo]: IndexInfo[Key] };
    finished.building = false;
    this.undo.record(() => (finished.building = true));
    this.changeIndexes(this.own(info), [...info.maintained]);
  }

  /** Drops an index with its entries. */
  dropIndex(info: CollectionInfo, index: IndexInfo): void {
    const collection = this.own(info);
    this.changeIndexes(
      collection,
      collection.maintained.filter((other) => other !== index),
    );
    this.garbage.discard({ start: index.prefix, end: prefixEnd(index.prefix) });
  }

  /** Changes options of an index that need no rebuilding: `hidden`, `expireAfterSeconds`. */
  setIndexOptions(info: CollectionInfo, index: IndexInfo, changes: Doc): void {
    const collection = this.own(info);
    const before = index.spec;
    index.spec = { ...before, ...changes };
    for (const [option, value] of Object.entries(changes)) {
      if (value === false || value === undefined) delete index.spec[option];
    }
    this.undo.record(() => (index.spec = before));
    this.save(collection);
  }

  /** Remembers that an index met arrays or long keys, which decides what it can be used for. */
  noteEntries(info: CollectionInfo, index: IndexInfo, entries: DocumentEntries): void {
    const { arrayPaths, hasLongKeys } = entries;
    const isNewPath = arrayPaths && [...arrayPaths].some((path) => !index.multikeyPaths.has(path));
    const isNewLong = hasLongKeys === true && !index.hasLongKeys;
    if (!isNewPath && !isNewLong) return;
    const changed = index as { -readonly [Key in keyof IndexInfo]: IndexInfo[Key] };
    const { multikey, multikeyPaths, hasLongKeys: hadLongKeys } = index;
    this.undo.record(() =>
      Object.assign(changed, { multikey, multikeyPaths, hasLongKeys: hadLongKeys }),
    );
    if (isNewPath) {
      changed.multikeyPaths = new Set([...multikeyPaths, ...arrayPaths]);
      changed.multikey = true;
    }
    if (isNewLong) changed.hasLongKeys = true;
    this.save(this.own(info));
  }

  /** Counts a new document and gives its record number. */
  addDocument(info: CollectionInfo, bytes: number): number {
    const collection = this.touch(info);
    collection.count++;
    collection.bytes += bytes;
    return collection.nextRecordId++;
  }

  /** Counts a document that went. */
  removeDocument(info: CollectionInfo, bytes: number): void {
    const collection = this.touch(info);
    collection.count--;
    collection.bytes -= bytes;
  }

  /** Counts the bytes of a document that changed. */
  resizeDocument(info: CollectionInfo, difference: number): void {
    if (difference !== 0) this.touch(info).bytes += difference;
  }

  /** Writes the counters that the running transaction changed; its last step. */
  flushCounters(): void {
    for (const collection of this.touched) {
      this.store.put(countersKey(collection.id), encodeCounters(collection));
    }
    this.touched.clear();
  }

  /** Forgets the counters that a failed transaction changed; the undo log restores their values. */
  abandonCounters(): void {
    this.touched.clear();
  }

  /** Whether `discardUnfinished` has something to do. */
  get hasUnfinished(): boolean {
    return this.unfinished.length > 0;
  }

  /** Clears what indexes left that were being built when the process was killed. */
  discardUnfinished(): void {
    for (const { collection, index } of this.unfinished.splice(0)) {
      if (collection.dropped) continue;
      this.save(collection);
      this.garbage.discard({ start: index.prefix, end: prefixEnd(index.prefix) });
    }
  }

  private load(): void {
    const everything = Number.MAX_SAFE_INTEGER;
    const range = [CATALOG_PREFIX, prefixEnd(CATALOG_PREFIX)] as const;
    for (const [, entry] of this.store.scan(...range, false, everything)) {
      const collection = decodeCatalogEntry(entry);
      const counters = this.store.get(countersKey(collection.id));
      if (counters) Object.assign(collection, decodeCounters(counters));
      for (const index of collection.maintained) {
        if (index.building) this.unfinished.push({ collection, index });
      }
      collection.setIndexes(collection.indexes);
      this.collections.set(collection.ns, collection);
      this.nextCollectionId = Math.max(this.nextCollectionId, collection.id + 1);
    }
    for (const start of this.garbage.waitingStarts()) {
      this.nextCollectionId = Math.max(this.nextCollectionId, start.readUInt32BE(0) + 1);
    }
  }

  private own(info: CollectionInfo): Collection {
    const collection = this.collections.get(info.ns);
    if (collection !== info) {
      throw new CommandError(26, 'NamespaceNotFound', `ns not found: ${info.ns}`);
    }
    return collection;
  }

  private touch(info: CollectionInfo): Collection {
    const collection = info as Collection;
    if (this.touched.has(collection)) return collection;
    const { count, bytes, nextRecordId } = collection;
    this.undo.record(() => Object.assign(collection, { count, bytes, nextRecordId }));
    this.touched.add(this.own(info));
    return collection;
  }

  private moveTo(collection: Collection, db: string, name: string): void {
    this.collections.delete(collection.ns);
    collection.db = db;
    collection.name = name;
    this.collections.set(collection.ns, collection);
  }

  private changeIndexes(collection: Collection, indexes: readonly IndexInfo[]): void {
    const before = collection.maintained;
    collection.setIndexes(indexes);
    this.undo.record(() => collection.setIndexes(before));
    this.save(collection);
  }

  /** The lowest number that neither an index nor left-over entries of one have. */
  private freeIndexId(collection: Collection): number {
    const used = new Set(collection.maintained.map((index) => index.id));
    for (let id = 1; id <= LARGEST_INDEX_ID; id++) {
      if (used.has(id)) continue;
      const prefix = partPrefix(collection.id, id);
      if (this.store.keys(prefix, prefixEnd(prefix), false, 1).length === 0) return id;
    }
    throw new CommandError(67, 'CannotCreateIndex', 'no number is left for another index');
  }

  private save(collection: Collection): void {
    this.store.put(catalogKey(collection.ns), encodeCatalogEntry(collection));
  }
}

function typeOf(options: Doc): CollectionType {
  if (options.viewOn !== undefined) return 'view';
  return isPlainObject(options.timeseries) ? 'timeseries' : 'collection';
}
