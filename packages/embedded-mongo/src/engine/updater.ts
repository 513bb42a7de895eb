import { type CollectionInfo } from '../catalog';
import { type Candidate } from '../planner';
import { type OrderedStore } from '../storage';
import { type Budget, withoutPauses } from '../stream';
import { type Doc, decode, encode, equals, getOwn } from '../values';
import { forEachInBatches, type Transact } from './batches';
import { CandidateFilter } from './candidate-filter';
import { type DocumentWriter, immutableId } from './document-writer';
import { type Hit } from './hit';
import { PreparedUpdate } from './prepared-update';
import { type QueryRunner } from './query-runner';
import { type FindQuery, type UpdateOutcome, type UpdateSpec } from './types';

/** Gives the collection that an upsert inserts into, creating it when it is missing. */
export type EnsureCollection = () => CollectionInfo;

const NO_MATCH: UpdateOutcome = { matched: 0, modified: 0 };

/** Runs the statements of the update command. */
export class Updater {
  constructor(
    private readonly store: OrderedStore,
    private readonly queries: QueryRunner,
    private readonly writer: DocumentWriter,
    private readonly transact: Transact,
  ) {}

  /** Updates the first match, or inserts; inside of a transaction. */
  updateOne(
    collection: CollectionInfo | undefined,
    ensure: EnsureCollection,
    spec: UpdateSpec,
  ): UpdateOutcome {
    const prepared = new PreparedUpdate(collection, spec, false);
    if (collection) {
      const query = { ...queryOf(spec, prepared), sort: spec.sort, limit: 1 };
      for (const hit of withoutPauses(this.queries.find(collection, query, true))) {
        return this.change(collection, hit, prepared, spec);
      }
    }
    return spec.upsert ? this.insertSeed(ensure(), prepared, spec) : NO_MATCH;
  }

  /** Updates all matches in batches, or inserts; outside of transactions. */
  async updateMany(
    collection: CollectionInfo | undefined,
    ensure: EnsureCollection,
    spec: UpdateSpec,
    budget: Budget,
  ): Promise<UpdateOutcome> {
    const prepared = new PreparedUpdate(collection, spec, true);
    let matched = 0;
    let modified = 0;
    if (collection) {
      const query = queryOf(spec, prepared);
      const filter = new CandidateFilter(this.store, collection, query, 'everything');
      const apply = (candidate: Candidate): void => {
        const passed = filter.examine(candidate);
        if (!passed) return;
        const outcome = this.change(collection, filter.toHit(passed), prepared, spec);
        matched += outcome.matched;
        modified += outcome.modified;
      };
      const hits = this.queries.find(collection, query);
      await forEachInBatches(hits, apply, this.transact, budget, () => collection.dropped);
    }
    if (matched > 0 || !spec.upsert) return { matched, modified };
    return this.transact(() => this.insertSeed(ensure(), prepared, spec));
  }

  private change(
    collection: CollectionInfo,
    hit: Hit,
    prepared: PreparedUpdate,
    spec: UpdateSpec,
  ): UpdateOutcome {
    const { recordId, raw, doc, position } = hit;
    const id = getOwn(doc, '_id');
    // Operators change the document in place, so its entries have to be known before.
    const entries = this.writer.entriesBefore(collection, doc, prepared.changedRoots);
    const after = prepared.apply(doc, position);
    const bytes = encode(after);
    const isModified = !bytes.equals(raw);
    if (isModified) {
      const current = { recordId, raw, id };
      this.writer.replace(collection, current, entries, after, bytes, spec.bypassValidation);
    }
    return {
      matched: 1,
      modified: isModified ? 1 : 0,
      ...(spec.wantBefore && { before: decode(raw) }),
      ...(spec.wantAfter && { after }),
    };
  }

  private insertSeed(
    collection: CollectionInfo,
    prepared: PreparedUpdate,
    spec: UpdateSpec,
  ): UpdateOutcome {
    const seed = prepared.seed();
    checkSeedId(spec.filter, seed);
    const doc = this.writer.insert(collection, seed, undefined, spec.bypassValidation);
    return {
      ...NO_MATCH,
      upsertedId: doc._id,
      ...(spec.wantAfter && { after: doc }),
    };
  }
}

/** The filter named an `_id`; the update must not have made it another one. */
function checkSeedId(filter: Doc, seed: Doc): void {
  const wanted = getOwn(filter, '_id');
  const isPlainEquality = wanted !== null && typeof wanted !== 'object';
  if (isPlainEquality && wanted !== undefined && !equals(wanted, getOwn(seed, '_id'))) {
    throw immutableId();
  }
}

function queryOf(spec: UpdateSpec, prepared: PreparedUpdate): FindQuery {
  return {
    filter: spec.filter,
    collation: spec.collation,
    hint: spec.hint,
    variables: spec.variables,
    wantPosition: prepared.wantsPosition,
  };
}
