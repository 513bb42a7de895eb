import type { CollectionInfo, Engine, FindQuery, Hit } from '../engine';
import { badValue, CommandError } from '../errors';
import { compileFilter, type Predicate } from '../match';
import { PAUSE, type Stream, withoutPauses } from '../stream';

const WHOLE_COLLECTION: FindQuery = { filter: {}, hint: { $natural: 1 } };

/** What a tailable cursor reads: a capped collection, each time from where it was left. */
export class CappedTail {
  private readonly matches: Predicate;
  /** The record that was looked at last. */
  private position = 0;
  /** Records from this one on were not there when the collection was last read to its end. */
  private unread = 0;
  private toSkip: number;

  constructor(
    private readonly engine: Engine,
    private readonly collection: CollectionInfo,
    query: FindQuery,
  ) {
    if (collection.options['capped'] !== true) {
      throw badValue(
        `error processing query: ns=${collection.ns}: tailable cursor requested on non capped collection`,
      );
    }
    const { filter, collation, variables, skip } = query;
    this.matches = compileFilter(filter, engine.matchOptions(collection, collation, variables));
    this.toSkip = skip ?? 0;
  }

  /** Whether documents came in since the end was reached. */
  get hasMore(): boolean {
    return this.collection.nextRecordId > this.unread;
  }

  /** The matches behind the last document that was looked at, in the order of insertion. */
  *hits(): Stream<Hit> {
    if (!this.hasMore) return;
    const end = this.collection.nextRecordId;
    for (const hit of this.engine.find(this.collection, WHOLE_COLLECTION)) {
      if (hit === PAUSE) {
        yield PAUSE;
        continue;
      }
      if (hit.recordId <= this.position) continue;
      this.checkPosition(hit);
      this.position = hit.recordId;
      if (!this.matches(hit.doc)) continue;
      if (this.toSkip > 0) this.toSkip--;
      else yield hit;
    }
    this.unread = end;
  }

  /** Refuses to go on behind a gap that the collection made by letting its oldest documents go. */
  private checkPosition(next: Hit): void {
    const { position, engine, collection } = this;
    if (position === 0 || next.recordId === position + 1) return;
    const oldest = engine.find(collection, { ...WHOLE_COLLECTION, limit: 1 });
    for (const { recordId } of withoutPauses(oldest)) {
      if (recordId > position) throw positionLost();
    }
  }
}

/** The collection let go of the place where the cursor was, and perhaps of documents behind it. */
function positionLost(): CommandError {
  return new CommandError(
    136,
    'CappedPositionLost',
    'CollectionScan died due to position in capped collection being deleted',
  );
}
