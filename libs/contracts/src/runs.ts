import { type LiveEventName } from './events';

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

/** How often and when failed work is tried again. */
export interface RetryPolicy {
  /** Retries after the first attempt. */
  readonly retries: number;
  /** The pause before the first retry. */
  readonly firstMs: number;
  /** By how much the pause grows with every retry. */
  readonly factor: number;
  /** The longest pause. */
  readonly capMs: number;
}

/** What the events about a run are called: its start, its progress, and its one end. */
export type RunEventNames = Readonly<Record<'started' | 'progress' | RunEnd, LiveEventName>>;

/** What the pipeline has to know of a kind of run. */
export interface RunKindDefinition {
  /** The Bull queue. It lives in Redis: rename it only when the queue is empty. */
  readonly queue: string;
  /** How many runs one worker process works on at a time. */
  readonly concurrency: number;
  readonly retry: RetryPolicy;
  /** How often a run may lose its worker before it counts as the reason for that. */
  readonly losses: number;
  /** Fields of the payload that are sealed wherever it is stored. */
  readonly secrets: readonly string[];
  readonly events: RunEventNames;
  /** How often an owner is told of progress at most. */
  readonly progressEveryMs: number;
  /** What events call the subject beside `subject`, where it has a name of its own. */
  readonly subjectField?: string;
  /** Whether a run that succeeded is deleted as soon as its end was told: nothing is left of it. */
  readonly forgetSucceeded?: boolean;
}

/** Kinds of runs by name. */
export type RunKindTable = Readonly<Record<string, RunKindDefinition>>;

/** Retries as every kind does them that has no reason for others. */
export const DEFAULT_RETRY: RetryPolicy = {
  retries: 3,
  firstMs: 2_000,
  factor: 3,
  capMs: 300_000,
};

/** What every kind is that has no reason to differ. */
export const DEFAULT_RUN_KIND = {
  concurrency: 5,
  retry: DEFAULT_RETRY,
  losses: 5,
  secrets: [],
  events: {
    started: 'run:started',
    progress: 'run:progress',
    succeeded: 'run:succeeded',
    failed: 'run:failed',
    cancelled: 'run:cancelled',
  },
  progressEveryMs: 1_000,
} as const satisfies Omit<RunKindDefinition, 'queue'>;

/**
 * Every kind of run and the payload that it is given. The names are stored in MongoDB and are job
 * names in Redis: renaming one needs a migration.
 */
export interface RunPayloads {
  /** Goes once through the whole pipeline, to show that it works. */
  'pipeline.check': { steps: number };
  /** Finds the sheets that have to be synced, and has them synced; its subject is all of them. */
  'sheet.cycle': Record<string, never>;
  /** Deletes a connection and all that belongs to it, and then itself; its subject is the connection. */
  'sheet.deletion': Record<string, never>;
  /** Brings the rows of a sheet into the store; its subject is the connection. */
  'sheet.sync': {
    /** Rows that vanished from the sheet may be deleted, however many they are. */
    accept_deletions: boolean;
  };
}

/** The name of a kind of run. */
export type RunKind = keyof RunPayloads;

/** Every kind of run; each needs exactly one processor. */
export const RUN_KINDS: Readonly<Record<RunKind, RunKindDefinition>> = {
  'pipeline.check': { ...DEFAULT_RUN_KIND, queue: 'pipeline_checks' },
  'sheet.cycle': { ...DEFAULT_RUN_KIND, queue: 'sheet_sync_cycles', concurrency: 1 },
  'sheet.deletion': {
    ...DEFAULT_RUN_KIND,
    queue: 'sheet_deletions',
    // Most of the time it waits for the sync that it stops.
    concurrency: 16,
    // It was answered with 204: whatever fails or dies meanwhile, it is done to the end.
    retry: { ...DEFAULT_RETRY, retries: 1_000_000 },
    losses: 1_000_000,
    subjectField: 'connection_id',
    forgetSucceeded: true,
  },
  'sheet.sync': {
    ...DEFAULT_RUN_KIND,
    queue: 'sheet_sync_tasks',
    // Most of them wait for the quota of their account, which must not keep others from theirs.
    concurrency: 32,
    events: {
      started: 'sheet:sync:started',
      progress: 'sheet:sync:progress',
      succeeded: 'sheet:sync:completed',
      failed: 'sheet:sync:failed',
      cancelled: 'sheet:sync:failed',
    },
    progressEveryMs: 250,
    subjectField: 'connection_id',
  },
};

/** The same kinds with another pause before their first retry. */
export function withFirstPause(kinds: RunKindTable, firstMs: number): RunKindTable {
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      { ...kind, retry: { ...kind.retry, firstMs } },
    ]),
  );
}

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
