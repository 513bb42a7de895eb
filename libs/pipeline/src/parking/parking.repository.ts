import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isValidObjectId, type Model, type QueryFilter, Types } from 'mongoose';
import { remembering } from '../ledger/change-run';
import { type Run } from '../ledger/run';
import { RunRecord } from '../ledger/run.schema';
import { toRun } from '../ledger/to-run';

/** Which parked runs are meant: one, or a whole tree. */
export type ParkedRuns = { readonly id: string } | { readonly root: string };

/** Finds and unparks parked runs. */
@Injectable()
export class ParkingRepository {
  constructor(@InjectModel(RunRecord.name) private readonly runs: Model<RunRecord>) {}

  /**
   * Remembers on a run that what it, or what is under it, waits for has happened; `fence` tells
   * before which attempts. False when there is no such run.
   */
  async mark(which: ParkedRuns, reason: string, fence: number): Promise<boolean> {
    const id = 'root' in which ? which.root : which.id;
    if (!isValidObjectId(id)) return false;
    const { matchedCount } = await this.runs.updateOne(
      { _id: id },
      { $max: { [`unparked.${reason}`]: fence } },
    );
    return matchedCount > 0;
  }

  /** Whether what a parked run waits for has happened since its attempt began. */
  async isMarked({ id, root, parked, fence }: Run): Promise<boolean> {
    if (!parked) return false;
    const ids = root === null ? [id] : [id, root];
    const later = { [`unparked.${parked.reason}`]: { $gt: fence } };
    return (await this.runs.exists({ _id: { $in: ids }, ...later })) !== null;
  }

  /** Parked runs that wait for that. */
  async find(which: ParkedRuns, reason: string, limit: number): Promise<Types.ObjectId[]> {
    const runs: QueryFilter<RunRecord> =
      'root' in which ? { $or: [{ _id: which.root }, { root: which.root }] } : { _id: which.id };
    const records = await this.runs
      .find({ ...runs, status: 'parked', 'parked.reason': reason }, { _id: 1 })
      .limit(limit)
      .lean<Pick<RunRecord, '_id'>[]>();
    return records.map(({ _id }) => _id);
  }

  /** parked -> queued; returns those of them that are queued now, without payload and history. */
  async unpark(
    ids: readonly (string | Types.ObjectId)[],
    reason: string,
    now: Date,
    checkAt: Date,
  ): Promise<Run[]> {
    await this.runs.updateMany(
      { _id: { $in: ids }, status: 'parked', 'parked.reason': reason },
      remembering(
        {
          $set: { status: 'queued', queued_at: now, not_before: now, dispatch_due: checkAt },
          $inc: { hop: 1 },
          $unset: { parked: 1, parked_due: 1 },
        },
        { at: now, what: 'unparked', cause: reason },
      ),
    );
    const records = await this.runs
      .find({ _id: { $in: ids }, status: 'queued' }, { payload: 0, history: 0 })
      .lean<RunRecord[]>();
    return records.map(toRun);
  }

  /** When the reconciler looks at a parked run again. */
  async checkAgain(id: string, due: Date): Promise<void> {
    await this.runs.updateOne({ _id: id, status: 'parked' }, { $set: { parked_due: due } });
  }

  /** Parked ones that have to be looked at, longest due first. */
  async findDue(now: Date, kinds: readonly string[], limit: number): Promise<Run[]> {
    const records = await this.runs
      .find({ parked_due: { $lte: now }, status: 'parked', kind: { $in: kinds } })
      .sort({ parked_due: 1 })
      .limit(limit)
      .lean<RunRecord[]>();
    return records.map(toRun);
  }
}
