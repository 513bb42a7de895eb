import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import {
  type RunCounts,
  type RunEnd,
  type RunFailure,
  type RunProgress,
} from '@tributary/contracts';
import { isValidObjectId, type Model, type QueryFilter, type UpdateQuery } from 'mongoose';
import { type HistoryEntry, type OutboxEntry, type Run, type RunIncident } from './run';
import { RunRecord } from './run.schema';
import { toRun } from './to-run';

/** The run of a claim and its fence number. */
export interface ClaimOf {
  id: string;
  fence: number;
}

/** How a run ended. */
export interface RunOutcome {
  status: RunEnd;
  result?: RunCounts;
  error?: RunFailure;
  /** The underlying cause, for operators. */
  cause?: string;
  /** How far it got, when that is known. */
  progress?: RunProgress | null;
  outbox: OutboxEntry;
  /** When the run expires. */
  expiresAt: Date;
}

/** Why a run goes back to the queue. */
export interface Requeueing {
  what: Extract<RunIncident, 'retrying' | 'throttled' | 'handed_back' | 'lost'>;
  notBefore: Date;
  error?: RunFailure;
  cause?: string;
}

/** The most entries in a run's history; the oldest are dropped. */
const HISTORY_KEPT = 50;

/** How long the process that ended a run has to deliver its event before the reconciler does. */
const DELIVERY_MS = 5_000;

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
    return this.finish({ _id: id, status: 'running', fence }, outcome, now);
  }

  /** queued -> cancelled. */
  cancelQueued(id: string, outcome: RunOutcome, now: Date): Promise<Run | undefined> {
    return this.finish({ _id: id, status: 'queued' }, outcome, now);
  }

  /** Requests that the worker of a running run stops. */
  requestCancel(id: string, now: Date): Promise<Run | undefined> {
    return this.change(
      { _id: id, status: 'running', cancel_requested_at: null },
      { $set: { cancel_requested_at: now } },
      { at: now, what: 'cancel_requested' },
    );
  }

  /** running -> queued: to be claimed again by any worker. */
  requeue({ id, fence }: ClaimOf, why: Requeueing, now: Date): Promise<Run | undefined> {
    const { what, notBefore, error, cause } = why;
    const counter = COUNTER_OF[what];
    return this.change(
      { _id: id, status: 'running', fence },
      {
        $set: {
          status: 'queued',
          worker: null,
          queued_at: now,
          not_before: notBefore,
          dispatch_due: notBefore,
          ...(error ? { error } : {}),
        },
        $inc: {
          hop: 1,
          ...(what === 'retrying' ? { attempt: 1 } : {}),
          ...(counter ? { [counter]: 1 } : {}),
        },
        $unset: { lease_until: 1 },
      },
      { at: now, what, fence, error: error ?? null, cause: cause ?? null, not_before: notBefore },
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

  private finish(
    from: QueryFilter<RunRecord>,
    outcome: RunOutcome,
    now: Date,
  ): Promise<Run | undefined> {
    const { status, result, error, cause, progress, outbox, expiresAt } = outcome;
    return this.change(
      from,
      {
        $set: {
          status,
          finished_at: now,
          result: result ?? null,
          error: error ?? null,
          ...(progress ? { progress } : {}),
          outbox,
          outbox_due: new Date(now.getTime() + DELIVERY_MS),
          expires_at: expiresAt,
        },
        $unset: { is_active: 1, lease_until: 1, dispatch_due: 1 },
      },
      { at: now, what: status, error: error ?? null, cause: cause ?? null },
    );
  }

  private async change(
    from: QueryFilter<RunRecord>,
    update: UpdateQuery<RunRecord>,
    entry?: HistoryEntry,
  ): Promise<Run | undefined> {
    if (!isValidObjectId(from._id)) return undefined;
    const remembered = entry
      ? { ...update, $push: { history: { $each: [entry], $slice: -HISTORY_KEPT } } }
      : update;
    const record = await this.runs
      .findOneAndUpdate(from, remembered, { returnDocument: 'after' })
      .lean<RunRecord>();
    return record ? toRun(record) : undefined;
  }
}
