import { Catalog, type CollectionInfo } from '../catalog';
import { type MatchOptions } from '../match';
import { type PlanSummary } from '../planner';
import { type OrderedStore, UndoLog, type WriteOptions } from '../storage';
import { type Budget, type Pause, type Stream } from '../stream';
import { type Collation, type Doc } from '../values';
import { DocumentWriter } from './document-writer';
import { Expiry } from './expiry';
import { type Hit } from './hit';
import { buildIndex } from './index-build';
import { matchOptionsFor } from './match-options';
import { QueryRunner } from './query-runner';
import { Remover } from './remover';
import { type FindQuery, type UpdateOutcome, type UpdateSpec, type VerifyReport } from './types';
import { type EnsureCollection, Updater } from './updater';
import { verifyCollection } from './verify';

/**
 * The database without its protocol: collections with indexes in an ordered store.
 *
 * Methods marked "inside of write" belong into the work of `write`; the others start transactions
 * of their own and must not be called there.
 */
export class Engine {
  readonly catalog: Catalog;
  private readonly undo = new UndoLog();
  private readonly queries: QueryRunner;
  private readonly writer: DocumentWriter;
  private readonly updater: Updater;
  private readonly remover: Remover;
  private readonly expiry: Expiry;
  private isWriting = false;

  private constructor(readonly store: OrderedStore) {
    const transact = <T>(work: () => T): T => this.transact(work);
    this.catalog = new Catalog(store, this.undo);
    this.queries = new QueryRunner(store);
    this.writer = new DocumentWriter(store, this.catalog);
    this.updater = new Updater(store, this.queries, this.writer, transact);
    this.remover = new Remover(store, this.queries, this.writer, transact);
    this.expiry = new Expiry(this.catalog, this.remover, transact);
  }

  /** Opens what the store holds. */
  static open(store: OrderedStore): Engine {
    return new Engine(store);
  }

  /** Runs work in one transaction. If it throws, nothing of it remains, in memory neither. */
  async write<T>(work: () => T, options: WriteOptions = {}): Promise<T> {
    const result = this.transact(work);
    if (options.sync) await this.store.flush();
    return result;
  }

  /** The documents of a query, in its order. Inside of write, stop it before changing anything. */
  find(collection: CollectionInfo, query: FindQuery): Stream<Hit> {
    return this.queries.find(collection, query);
  }

  /** How many documents a query has; from index keys alone where that is possible. */
  count(collection: CollectionInfo, query: FindQuery): Generator<Pause, number> {
    return this.queries.count(collection, query);
  }

  /** The plan that `find` would choose. */
  explain(collection: CollectionInfo, query: FindQuery): PlanSummary {
    return this.queries.explain(collection, query);
  }

  /** Whether no index serves the query, so that it is better run with pauses, outside of write. */
  needsScan(collection: CollectionInfo, query: FindQuery): boolean {
    return this.queries.needsScan(collection, query);
  }

  /** Inside of write: stores a document, with `_id` first; `raw` is kept as it is if it can be. */
  insert(
    collection: CollectionInfo,
    doc: Doc,
    raw?: Buffer,
    options: { bypassValidation?: boolean | undefined } = {},
  ): Doc {
    return this.writer.insert(collection, doc, raw, options.bypassValidation);
  }

  /** Inside of write: updates the first match, or inserts. */
  updateOne(
    collection: CollectionInfo | undefined,
    ensure: EnsureCollection,
    spec: UpdateSpec,
  ): UpdateOutcome {
    return this.updater.updateOne(collection, ensure, spec);
  }

  /** Updates all matches: finds them with pauses, then changes them in batches. */
  updateMany(
    collection: CollectionInfo | undefined,
    ensure: EnsureCollection,
    spec: UpdateSpec,
    budget: Budget,
  ): Promise<UpdateOutcome> {
    return this.updater.updateMany(collection, ensure, spec, budget);
  }

  /** Inside of write: removes a document that was found in the same transaction. */
  remove(collection: CollectionInfo, hit: Hit): void {
    this.remover.remove(collection, hit);
  }

  /** Inside of write: removes the first match and gives it back. */
  removeOne(collection: CollectionInfo, query: FindQuery): Hit | undefined {
    return this.remover.removeOne(collection, query);
  }

  /** Removes all matches in batches. */
  removeMany(collection: CollectionInfo, query: FindQuery, budget: Budget): Promise<number> {
    return this.remover.removeMany(collection, query, budget);
  }

  /** Creates an index and fills it with pauses; false when it was there already. */
  createIndex(collection: CollectionInfo, spec: Doc, budget: Budget): Promise<boolean> {
    return buildIndex(this.catalog, collection, spec, budget, (work) => this.transact(work));
  }

  /** What filters and projections on a collection need to know beside themselves. */
  matchOptions(collection?: CollectionInfo, collation?: Collation, variables?: Doc): MatchOptions {
    return matchOptionsFor(collection, collation, variables);
  }

  /** Removes what has expired by TTL, and clears what drops left behind. */
  expire(budget: Budget): Promise<number> {
    return this.expiry.sweep(budget);
  }

  /** Whether documents, index entries and counts agree, for the validate command. */
  verify(collection: CollectionInfo): Generator<Pause, VerifyReport> {
    return verifyCollection(this.store, collection);
  }

  /** Closes the store. */
  close(): Promise<void> {
    return this.store.close();
  }

  private transact<T>(work: () => T): T {
    if (this.isWriting) throw new Error('a transaction is running already');
    this.isWriting = true;
    try {
      const result = this.store.transaction(() => {
        const value = work();
        this.catalog.flushCounters();
        return value;
      });
      this.undo.forget();
      return result;
    } catch (error) {
      this.catalog.abandonCounters();
      this.undo.rollBack();
      throw error;
    } finally {
      this.isWriting = false;
    }
  }
}
