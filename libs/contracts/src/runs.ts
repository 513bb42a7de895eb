/** The status of a run. */
export const RUN_STATUSES = [
  'queued',
  'running',
  /** For its children to end. */
  'waiting',
  /** For something from outside, until a date. */
  'parked',
  'succeeded',
  'failed',
  'cancelled',
] as const;

/** One of {@link RUN_STATUSES}. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The final statuses of a run. */
export type RunEnd = Extract<RunStatus, 'succeeded' | 'failed' | 'cancelled'>;

/** How much of what it set out to do a run with children did, when it succeeded. */
export const JOIN_OUTCOMES = ['complete', 'partial'] as const;

/** One of {@link JOIN_OUTCOMES}. */
export type JoinOutcome = (typeof JOIN_OUTCOMES)[number];

/** The priority of a run among those of its kind. */
export const RUN_PRIORITIES = ['high', 'normal'] as const;

/** One of {@link RUN_PRIORITIES}. */
export type RunPriority = (typeof RUN_PRIORITIES)[number];

/**
 * What a job on a queue carries. A worker reads only `run_id`, as the ledger knows the run; the rest is
 * the agreed format of a task, and is what operators see of it on the queues board.
 */
export interface RunJob {
  run_id: string;
  /** What the run works on. */
  connection_id: string;
  /** Whose run it is. */
  user_id: string;
  queued_at: string;
  retry_count: number;
}
