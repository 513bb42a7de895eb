import {
  type JoinOutcome,
  type RunCounts,
  type RunEnd,
  type RunFailure,
  type RunProgress,
} from '@tributary/contracts';
import { isValidObjectId, type Model, type QueryFilter, type UpdateQuery } from 'mongoose';
import { type HistoryEntry, type OutboxEntry, type Run } from './run';
import { type RunRecord } from './run.schema';
import { toRun } from './to-run';

/** How a run ended. */
export interface RunOutcome {
  status: RunEnd;
  result?: RunCounts;
  /** Of a run that joined its children. */
  outcome?: JoinOutcome;
  error?: RunFailure;
  /** The underlying cause, for operators. */
  cause?: string;
  /** How far it got, when that is known. */
  progress?: RunProgress | null;
  outbox: OutboxEntry;
  /** When the run expires; a child has no date of its own, but gets that of its root. */
  expiresAt: Date | null;
}

/** The most entries in a run's history; the oldest are dropped. */
const HISTORY_KEPT = 50;

/** How long the process that ended a run has to deliver its event before the reconciler does. */
const DELIVERY_MS = 5_000;

/** What a run no longer has when it has ended. */
const OF_ACTIVE_RUNS = {
  is_active: 1,
  is_unfinished: 1,
  lease_until: 1,
  dispatch_due: 1,
  children_due: 1,
  parked: 1,
  parked_due: 1,
} as const;

/** Adds a line to the history of the runs that an update changes. */
export function remembering(
  update: UpdateQuery<RunRecord>,
  entry: HistoryEntry,
): UpdateQuery<RunRecord> {
  return { ...update, $push: { history: { $each: [entry], $slice: -HISTORY_KEPT } } };
}

/** Changes the run that a filter finds, and returns it as it is then; undefined when there is none. */
export async function changeRun(
  runs: Model<RunRecord>,
  from: QueryFilter<RunRecord>,
  update: UpdateQuery<RunRecord>,
  entry?: HistoryEntry,
): Promise<Run | undefined> {
  if (!isValidObjectId(from._id)) return undefined;
  const record = await runs
    .findOneAndUpdate(from, entry ? remembering(update, entry) : update, {
      returnDocument: 'after',
    })
    .lean<RunRecord>();
  return record ? toRun(record) : undefined;
}

/** The update that ends a run; its terminal event and its dead letter are part of it. */
export function endingUpdate(outcome: RunOutcome, now: Date): UpdateQuery<RunRecord> {
  const { status, result, error, cause, progress, outbox, expiresAt } = outcome;
  return remembering(
    {
      $set: {
        status,
        finished_at: now,
        result: result ?? null,
        error: error ?? null,
        ...(outcome.outcome ? { outcome: outcome.outcome } : {}),
        ...(progress ? { progress } : {}),
        outbox,
        outbox_due: new Date(now.getTime() + DELIVERY_MS),
        ...(expiresAt ? { expires_at: expiresAt } : {}),
      },
      $unset: OF_ACTIVE_RUNS,
    },
    { at: now, what: status, error: error ?? null, cause: cause ?? null },
  );
}
