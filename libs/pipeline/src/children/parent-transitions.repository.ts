import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { changeRun, endingUpdate, type RunOutcome } from '../ledger/change-run';
import { type PlannedChildren, type Run } from '../ledger/run';
import { type ClaimOf } from '../ledger/run-transitions.repository';
import { RunRecord } from '../ledger/run.schema';
import { toRun } from '../ledger/to-run';

/** The transitions of runs with children. */
@Injectable()
export class ParentTransitions {
  constructor(@InjectModel(RunRecord.name) private readonly runs: Model<RunRecord>) {}

  /**
   * running -> waiting: from here on the planned children exist. One that is to be cancelled stays;
   * `checkAt` is when the reconciler looks after the children.
   */
  fanOut(
    { id, fence }: ClaimOf,
    children: PlannedChildren,
    now: Date,
    checkAt: Date,
  ): Promise<Run | undefined> {
    return changeRun(
      this.runs,
      { _id: id, status: 'running', fence, cancel_requested_at: null },
      {
        $set: { status: 'waiting', worker: null, children, children_due: checkAt },
        $unset: { lease_until: 1 },
      },
      { at: now, what: 'fanned_out', fence },
    );
  }

  /** waiting -> queued, to be joined. The join has its own attempts. */
  queueJoin(id: string, now: Date, checkAt: Date): Promise<Run | undefined> {
    return changeRun(
      this.runs,
      { _id: id, status: 'waiting', cancel_requested_at: null },
      {
        $set: {
          status: 'queued',
          phase: 'join',
          attempt: 1,
          retry_count: 0,
          throttle_count: 0,
          loss_count: 0,
          error: null,
          queued_at: now,
          not_before: now,
          dispatch_due: checkAt,
        },
        $inc: { hop: 1 },
        $unset: { children_due: 1, throttled_since: 1 },
      },
      { at: now, what: 'joining' },
    );
  }

  /** waiting -> cancelled, when it is to be cancelled. */
  endCancelled(id: string, outcome: RunOutcome, now: Date): Promise<Run | undefined> {
    return changeRun(
      this.runs,
      { _id: id, status: 'waiting', cancel_requested_at: { $ne: null } },
      endingUpdate(outcome, now),
    );
  }

  /** When the reconciler looks after the children of a waiting run again. */
  async checkAgain(id: string, due: Date): Promise<void> {
    await this.runs.updateOne({ _id: id, status: 'waiting' }, { $set: { children_due: due } });
  }

  /** Waiting ones whose children have to be looked after, longest due first. */
  async findDue(now: Date, kinds: readonly string[], limit: number): Promise<Run[]> {
    const records = await this.runs
      .find({ children_due: { $lte: now }, status: 'waiting', kind: { $in: kinds } })
      .sort({ children_due: 1 })
      .limit(limit)
      .lean<RunRecord[]>();
    return records.map(toRun);
  }
}
