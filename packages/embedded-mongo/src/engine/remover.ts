import { type CollectionInfo } from '../catalog';
import { type Candidate } from '../planner';
import { type OrderedStore } from '../storage';
import { type Budget, withoutPauses } from '../stream';
import { forEachInBatches, type Transact } from './batches';
import { CandidateFilter } from './candidate-filter';
import { type DocumentWriter } from './document-writer';
import { type Hit } from './hit';
import { type QueryRunner } from './query-runner';
import { type FindQuery } from './types';

/** Runs the statements of the delete command. */
export class Remover {
  constructor(
    private readonly store: OrderedStore,
    private readonly queries: QueryRunner,
    private readonly writer: DocumentWriter,
    private readonly transact: Transact,
  ) {}

  /** Removes the first match; inside of a transaction. */
  removeOne(collection: CollectionInfo, query: FindQuery): Hit | undefined {
    const first = { ...query, limit: 1 };
    for (const hit of withoutPauses(this.queries.find(collection, first, true))) {
      this.remove(collection, hit);
      return hit;
    }
    return undefined;
  }

  /** Removes a document that was found in the same transaction. */
  remove(collection: CollectionInfo, hit: Hit): void {
    this.writer.remove(collection, hit.recordId, hit.raw, hit.doc);
  }

  /** Removes all matches in batches; outside of transactions. */
  async removeMany(collection: CollectionInfo, query: FindQuery, budget: Budget): Promise<number> {
    let removed = 0;
    const unordered = { ...query, sort: undefined };
    const filter = new CandidateFilter(this.store, collection, unordered, 'everything');
    const change = (candidate: Candidate): void => {
      const passed = filter.examine(candidate);
      if (!passed) return;
      this.remove(collection, filter.toHit(passed));
      removed++;
    };
    const hits = this.queries.find(collection, unordered);
    await forEachInBatches(hits, change, this.transact, budget, () => collection.dropped);
    return removed;
  }
}
