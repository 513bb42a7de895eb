import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type RunFailure, type RunProgress, type RunStatus } from '@tributary/contracts';
import { type Model, type QueryFilter, type UpdateQuery } from 'mongoose';
import { changeRun, endingUpdate, type RunOutcome } from './change-run';
import { type HistoryEntry, type Parking, type Run, type RunIncident } from './run';
import { RunRecord } from './run.schema';

/** The run of a claim and its fence number. */
export interface ClaimOf {
  id: string;
  fence: number;
}

/** Why a run goes back to the queue. */
export interface Requeueing {
  what: Extract<RunIncident, 'retrying' | 'throttled' | 'handed_back' | 'lost'>;
  notBefore: Date;
  error?: RunFailure;
  cause?: string;
  /** Since when all its attempts were throttled. */
  throttledSince?: Date;
}

/** Where no worker has a run, and it can be ended at once. */
const IDLE: RunStatus[] = ['queued', 'parked'];

const COUNTER_OF: Partial<Record<RunIncident, string>> = {
  retrying: 'retry_count',
  throttled: 'throttle_count',
  lost: 'loss_count',
};

/**
 * Every transition of a run's state. Each is one update whose filter has the state (and the fence)
 * that it starts from, so of two that compete one succeeds and the other returns undefined.
 */
@Injectable()
export class RunTransitions {
  constructor(@InjectModel(RunRecord.name) private readonly runs: Model<RunRecord>) {}

  /** queued -> running, under a new fence. */
  claim(claim: ClaimOf, worker: string, now: Date, leaseUntil: Date): Promise<Run | undefined> {
    const { id, fence } = claim;
    return this.change(
      { _id: id, status: 'queued', not_before: { $lte: now } },
      {
        $set: {
          status: 'running',
          fence,
          worker,
          lease_until: leaseUntil,
          heartbeat_at: now,
          started_at: now,
          progress: null,
        },
        // A run that was lost or handed back continues with the same attempt.
        $max: { attempt: 1 },
        $unset: { dispatch_due: 1 },
      },
      { at: now, what: 'started', worker, fence },
    );
  }

  /**
   * Renews a lease and returns the run as it is in the ledger; undefined when the lease is lost.
   */
  renew(
    { id, fence }: ClaimOf,
    now: Date,
    leaseUntil: Date,
    progress: RunProgress | null,
  ): Promise<Run | undefined> {
    return this.change(
      { _id: id, status: 'running', fence },
      {
        $set: { heartbeat_at: now, lease_until: leaseUntil, ...(progress ? { progress } : {}) },
      },
    );
  }

  /** running -> succeeded, failed or cancelled, by the holder of the lease. */
  end({ id, fence }: ClaimOf, outcome: RunOutcome, now: Date): Promise<Run | undefined> {
    return this.change({ _id: id, status: 'running', fence }, endingUpdate(outcome, now));
  }

  /** queued or parked -> cancelled: no worker has it. */
  cancelIdle(id: string, outcome: RunOutcome, now: Date): Promise<Run | undefined> {
    return this.change({ _id: id, status: { $in: IDLE } }, endingUpdate(outcome, now));
  }

  /** parked -> failed, when what it waits for did not happen in time. */
  failParked(id: string, outcome: RunOutcome, now: Date): Promise<Run | undefined> {
    const late = { status: 'parked' as const, 'parked.until': { $lte: now } };
    return this.change({ _id: id, ...late }, endingUpdate(outcome, now));
  }

  /** Requests that the worker of a running run stops, or that the children of a waiting one end. */
  requestCancel({ id, status }: Pick<Run, 'id' | 'status'>, now: Date): Promise<Run | undefined> {
    const due = status === 'waiting' ? { children_due: now } : {};
    return this.change(
      { _id: id, status, cancel_requested_at: null },
      { $set: { cancel_requested_at: now, ...due } },
      { at: now, what: 'cancel_requested' },
    );
  }

  /** running -> queued: to be claimed again by any worker. One that is to be cancelled stays. */
  requeue({ id, fence }: ClaimOf, why: Requeueing, now: Date): Promise<Run | undefined> {
    const { what, notBefore, error, cause, throttledSince } = why;
    const counter = COUNTER_OF[what];
    return this.change(
      { _id: id, status: 'running', fence, cancel_requested_at: null },
      {
        $set: {
          status: 'queued',
          worker: null,
          queued_at: now,
          not_before: notBefore,
          dispatch_due: notBefore,
          ...(error ? { error } : {}),
          ...(throttledSince ? { throttled_since: throttledSince } : {}),
        },
        $inc: {
          hop: 1,
          ...(what === 'retrying' ? { attempt: 1 } : {}),
          ...(counter ? { [counter]: 1 } : {}),
        },
        $unset: { lease_until: 1, ...(what === 'retrying' ? { throttled_since: 1 } : {}) },
      },
      { at: now, what, fence, error: error ?? null, cause: cause ?? null, not_before: notBefore },
    );
  }

  /** running -> parked, by the holder of the lease. One that is to be cancelled stays. */
  park(
    { id, fence }: ClaimOf,
    parked: Parking,
    now: Date,
    checkAt: Date,
  ): Promise<Run | undefined> {
    return this.change(
      { _id: id, status: 'running', fence, cancel_requested_at: null },
      {
        $set: { status: 'parked', worker: null, parked, parked_due: checkAt },
        $unset: { lease_until: 1, throttled_since: 1 },
      },
      { at: now, what: 'parked', fence, cause: parked.reason, not_before: parked.until },
    );
  }

  /** Records when queued runs that a queue accepted have to be checked again. */
  async dispatched(dues: readonly { id: string; due: Date }[]): Promise<void> {
    if (dues.length === 0) return;
    await this.runs.bulkWrite(
      dues.map(({ id, due }) => ({
        updateOne: {
          filter: { _id: id, status: 'queued' },
          update: { $set: { dispatch_due: due } },
        },
      })),
      { ordered: false },
    );
  }

  /** Makes the queued runs of a filter due for the reconciler at once. */
  async dueNow(which: { ids?: readonly string[]; kind?: string }, now: Date): Promise<void> {
    const { ids, kind } = which;
    await this.runs.updateMany(
      {
        status: 'queued',
        dispatch_due: { $gt: now },
        ...(ids ? { _id: { $in: ids } } : {}),
        ...(kind === undefined ? {} : { kind }),
      },
      { $set: { dispatch_due: now } },
    );
  }

  /** The terminal event could not be delivered; when to retry. */
  async rescheduleDelivery(id: string, due: Date): Promise<void> {
    await this.runs.updateOne({ _id: id, outbox_due: { $exists: true } }, { outbox_due: due });
  }

  /** The terminal event was delivered. */
  async markDelivered(id: string): Promise<void> {
    await this.runs.updateOne({ _id: id }, { $unset: { outbox: 1, outbox_due: 1 } });
  }

  /** Deletes a run whose terminal event was delivered. */
  async delete(id: string): Promise<void> {
    await this.runs.deleteOne({ _id: id });
  }

  private async change(
    from: QueryFilter<RunRecord>,
    update: UpdateQuery<RunRecord>,
    entry?: HistoryEntry,
  ): Promise<Run | undefined> {
    return changeRun(this.runs, from, update, entry);
  }
}
