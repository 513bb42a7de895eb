import { type Catalog, type CollectionInfo } from '../catalog';
import { type Budget } from '../stream';
import { type Doc, isNumber, isPlainObject, toNumber } from '../values';
import { type Transact } from './batches';
import { type Remover } from './remover';
import { type FindQuery } from './types';

/** Removes documents whose time is over, and what drops left to be cleared. */
export class Expiry {
  constructor(
    private readonly catalog: Catalog,
    private readonly remover: Remover,
    private readonly transact: Transact,
  ) {}

  /** One sweep over everything; the number of documents that went. */
  async sweep(budget: Budget): Promise<number> {
    let removed = 0;
    for (const collection of this.catalog.list()) {
      for (const query of expiredQueries(collection, Date.now())) {
        if (collection.dropped) break;
        removed += await this.remover.removeMany(collection, query, budget);
      }
    }
    if (this.catalog.hasUnfinished) this.transact(() => this.catalog.discardUnfinished());
    while (this.catalog.garbage.isWaiting) {
      this.transact(() => this.catalog.garbage.sweep());
      budget.check();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return removed;
  }
}

/** What has expired in a collection: one query for each TTL index, one for a time series. */
export function* expiredQueries(collection: CollectionInfo, now: number): Generator<FindQuery> {
  for (const index of collection.indexes) {
    const seconds = index.spec.expireAfterSeconds;
    const [field] = index.fields;
    if (!isNumber(seconds) || field === undefined || index.kind !== 'ordered') continue;
    const expired: Doc = { [field]: { $lte: new Date(now - toNumber(seconds) * 1000) } };
    const filter = index.partial ? { $and: [expired, index.partial] } : expired;
    yield { filter, collation: { locale: 'simple' } };
  }
  const { timeseries, expireAfterSeconds } = collection.options;
  if (isPlainObject(timeseries) && isNumber(expireAfterSeconds)) {
    const limit = new Date(now - toNumber(expireAfterSeconds) * 1000);
    if (typeof timeseries.timeField === 'string') {
      yield { filter: { [timeseries.timeField]: { $lte: limit } } };
    }
  }
}
