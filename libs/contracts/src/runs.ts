/** Where a run can be. */
export const RUN_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;

/** One of {@link RUN_STATUSES}. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** How a run can end. */
export type RunEnd = Exclude<RunStatus, 'queued' | 'running'>;

/** Whether a run goes before others of its kind. */
export const RUN_PRIORITIES = ['high', 'normal'] as const;

/** One of {@link RUN_PRIORITIES}. */
export type RunPriority = (typeof RUN_PRIORITIES)[number];

/** What a job on a queue carries. It only rings the bell: the ledger knows the run. */
export interface RunJob {
  run_id: string;
  /** What the run works on. */
  connection_id: string;
  /** Whose run it is. */
  user_id: string;
  queued_at: string;
  retry_count: number;
}
