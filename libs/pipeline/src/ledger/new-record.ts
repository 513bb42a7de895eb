import { Types } from 'mongoose';
import { type NewRun } from './run';
import { type RunRecord } from './run.schema';

/** A new run as it is stored; `checkAt` is when the reconciler checks whether it has started. */
export function newRecord(run: NewRun, now: Date, checkAt: Date): RunRecord {
  return { ...unqueuedRecord(run, now), is_active: true, dispatch_due: checkAt };
}

/** A new run before it is queued. */
export function unqueuedRecord(run: NewRun, now: Date): RunRecord {
  const { replay_of, ...rest } = run;
  return {
    _id: new Types.ObjectId(),
    ...rest,
    status: 'queued',
    attempt: 0,
    retry_count: 0,
    throttle_count: 0,
    loss_count: 0,
    hop: 1,
    fence: 0,
    worker: null,
    heartbeat_at: null,
    created_at: now,
    queued_at: now,
    started_at: null,
    finished_at: null,
    cancel_requested_at: null,
    progress: null,
    result: null,
    error: null,
    ...(replay_of === null ? {} : { replay_of: new Types.ObjectId(replay_of) }),
    history: [{ at: now, what: 'created' }],
  };
}
