import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type RunFailure } from '@tributary/contracts';
import { ensureIndexes } from '@tributary/mongo';
import { type Fence, lockFenced, updateFenced } from '@tributary/pipeline';
import { type Model } from 'mongoose';
import { type SyncState } from './sync-state';
import { SheetSyncStateRecord } from './sheet-sync-state.schema';

/** How a run of a connection ended. */
export interface SyncEnd {
  readonly connectionId: string;
  /** The fence number of the run's last claim. */
  readonly fence: number;
  readonly at: Date;
  /** Undefined when it succeeded. */
  readonly error?: RunFailure | undefined;
}

/** A file that Drive reported. */
export interface DriveMark {
  readonly sheetId: string;
  /** When its content changed; undefined when it is no longer shared with us. */
  readonly modifiedTime: Date | undefined;
  /** When Drive noticed. */
  readonly time: Date;
}

/** The states of syncs in their collection: one for every connection that exists. */
@Injectable()
export class SheetSyncStateRepository {
  constructor(
    @InjectModel(SheetSyncStateRecord.name) private readonly states: Model<SheetSyncStateRecord>,
  ) {}

  /** Created before its connection: a connection without a state counts as deleted. */
  async create(connectionId: string, sheetId: string): Promise<void> {
    await ensureIndexes(this.states);
    await this.states.create({ connection_id: connectionId, sheet_id: sheetId });
  }

  async find(connectionId: string): Promise<SyncState | undefined> {
    return (await this.findMany([connectionId])).get(connectionId);
  }

  async findMany(connectionIds: readonly string[]): Promise<Map<string, SyncState>> {
    const found = await this.states
      .find({ connection_id: { $in: connectionIds } })
      .lean<SheetSyncStateRecord[]>();
    return new Map(found.map((state) => [state.connection_id, state]));
  }

  /** Locks the state for a run under its fence; undefined when the connection was deleted. */
  async take(fence: Fence, connectionId: string): Promise<SyncState | undefined> {
    return lockFenced(this.states, fence, { connection_id: connectionId });
  }

  /** Changes the state under a run's fence; false when the connection was deleted. */
  async change(fence: Fence, connectionId: string, changes: Partial<SyncState>): Promise<boolean> {
    return updateFenced(this.states, fence, { connection_id: connectionId }, { $set: changes });
  }

  /**
   * Records how a run ended, and returns the state; does nothing when a later run has begun, or the
   * connection was deleted.
   */
  async ended({ connectionId, fence, at, error }: SyncEnd): Promise<SyncState | undefined> {
    const outcome = error
      ? { status: 'failed', error_code: error.code, error_message: error.message }
      : { status: 'success', error_code: null, error_message: null, last_sync_time: at };
    const state = await this.states
      .findOneAndUpdate(
        { connection_id: connectionId, fence: { $not: { $gt: fence } } },
        { $set: outcome },
        { returnDocument: 'after' },
      )
      .lean<SheetSyncStateRecord>();
    return state ?? undefined;
  }

  /** Records that a sync of a generation was requested. */
  async request(connectionId: string, generation: number): Promise<void> {
    await this.states.updateOne(
      { connection_id: connectionId },
      { $max: { requested_generation: generation } },
    );
  }

  /** Clears the request after a run was started for it, unless a newer one replaced it. */
  async clearRequest(connectionId: string, generation: number): Promise<void> {
    await this.states.updateOne(
      { connection_id: connectionId, requested_generation: generation },
      { $unset: { requested_generation: 1 } },
    );
  }

  /**
   * Records the changes that Drive reported, so that they are not lost before the sheets are read.
   */
  async markChanged(marks: readonly DriveMark[]): Promise<void> {
    if (marks.length === 0) return;
    await this.states.bulkWrite(
      marks.flatMap(({ sheetId, modifiedTime, time }) => [
        {
          updateMany: {
            filter: { sheet_id: sheetId },
            update: { $max: { drive_modified_time: modifiedTime ?? time } },
          },
        },
        // Any change of a sheet that could not be read may make it readable again.
        {
          updateMany: {
            filter: { sheet_id: sheetId, status: 'failed' as const },
            update: { $max: { drive_modified_time: time } },
          },
        },
      ]),
      { ordered: false },
    );
  }

  async delete(connectionId: string): Promise<void> {
    await this.states.deleteOne({ connection_id: connectionId });
  }
}
