import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes } from '@tributary/mongo';
import { type Fence, lockFenced, updateFenced, upsertFenced } from '@tributary/pipeline';
import { type Model } from 'mongoose';
import { type AnalyticsSnapshot } from './analytics-snapshot';
import { AnalyticsSnapshotRecord } from './analytics-snapshot.schema';

/** What a snapshot begins with. */
export type NewAnalyticsSnapshot = Pick<
  AnalyticsSnapshot,
  'connection_id' | 'user_id' | 'generation' | 'sheet_type' | 'facts_edition' | 'time_zone'
>;

const NOTHING_YET = {
  version: 1,
  edition: 0,
  base_edition: 0,
  is_rolled_up: false,
  writing_run: null,
  as_of: null,
};

/** Snapshots in their collection: one document for every connection that was synced. */
@Injectable()
export class AnalyticsSnapshotRepository {
  constructor(
    @InjectModel(AnalyticsSnapshotRecord.name)
    private readonly snapshots: Model<AnalyticsSnapshotRecord>,
  ) {}

  async find(connectionId: string): Promise<AnalyticsSnapshot | undefined> {
    // Every request begins with this, so it goes to the driver as it is.
    const snapshot = await this.snapshots.collection.findOne(
      { connection_id: connectionId },
      { projection: { _id: 0, fence: 0 } },
    );
    return (snapshot as AnalyticsSnapshot | null) ?? undefined;
  }

  /** Locks the snapshot for a run under its fence, and creates it when there is none. */
  async take(fence: Fence, snapshot: NewAnalyticsSnapshot): Promise<AnalyticsSnapshot> {
    await ensureIndexes(this.snapshots);
    const { connection_id, ...rest } = snapshot;
    const found = await lockFenced(this.snapshots, fence, { connection_id });
    if (found) return found;
    const setOnInsert = { ...rest, ...NOTHING_YET };
    await upsertFenced(this.snapshots, fence, [{ key: { connection_id }, set: {}, setOnInsert }]);
    return { connection_id, ...setOnInsert };
  }

  /** Changes it under a run's fence; with `isNews`, responses may change, so the version grows. */
  async change(
    fence: Fence,
    connectionId: string,
    changes: Partial<AnalyticsSnapshot>,
    isNews = false,
  ): Promise<void> {
    const update = { $set: changes, ...(isNews ? { $inc: { version: 1 } } : {}) };
    await updateFenced(this.snapshots, fence, { connection_id: connectionId }, update);
  }

  /** Raises the version because responses may change, and returns it. */
  async touch(connectionId: string): Promise<number | undefined> {
    return this.bump({ connection_id: connectionId }, {});
  }

  /** Marks the roll-ups incomplete: a run ended without reporting which rows it changed. */
  async abandon(connectionId: string, runId: string): Promise<number | undefined> {
    return this.bump(
      { connection_id: connectionId, writing_run: runId },
      { writing_run: null, is_rolled_up: false },
    );
  }

  async delete(connectionId: string): Promise<void> {
    await this.snapshots.deleteOne({ connection_id: connectionId });
  }

  private async bump(
    filter: Partial<AnalyticsSnapshot>,
    changes: Partial<AnalyticsSnapshot>,
  ): Promise<number | undefined> {
    const snapshot = await this.snapshots
      .findOneAndUpdate(
        filter,
        { $set: changes, $inc: { version: 1 } },
        { returnDocument: 'after' },
      )
      .lean<AnalyticsSnapshotRecord>();
    return snapshot?.version;
  }
}
