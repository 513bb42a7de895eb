import {
  type JsonValue,
  type LiveEventName,
  type RunCounts,
  type RunFailure,
  type RunPriority,
  type RunProgress,
  type RunStatus,
} from '@tributary/contracts';

/** A run's payload, with its secrets sealed. */
export type StoredPayload = Record<string, JsonValue>;

/** What can happen to a run. */
export const RUN_INCIDENTS = [
  'created',
  'started',
  'retrying',
  'throttled',
  'handed_back',
  'lost',
  'cancel_requested',
  'succeeded',
  'failed',
  'cancelled',
] as const;

/** One of {@link RUN_INCIDENTS}. */
export type RunIncident = (typeof RUN_INCIDENTS)[number];

/** One line of a run's history. */
export interface HistoryEntry {
  at: Date;
  what: RunIncident;
  fence?: number;
  /** The worker concerned. */
  worker?: string | null;
  error?: RunFailure | null;
  /** The underlying cause, for operators. */
  cause?: string | null;
  not_before?: Date | null;
}

/**
 * The terminal event that still has to be delivered, written by the same update that ended the run.
 */
export interface OutboxEntry {
  event: LiveEventName;
  /** Whether the run also becomes a dead letter. */
  dead_letter: boolean;
}

/** A run in the ledger. */
export interface Run {
  id: string;
  kind: string;
  /** What it works on; at most one active run has the same kind and subject. */
  subject: string;
  /** The user whose run it is. */
  owner: string;
  status: RunStatus;
  priority: RunPriority;
  payload: StoredPayload;
  /** The attempt under way, made last, or to be made next after a failed one; 0 before the first. */
  attempt: number;
  /** Retries used up. */
  retry_count: number;
  /** How often a provider throttled it. */
  throttle_count: number;
  /** How often its worker was lost. */
  loss_count: number;
  /** The dispatch sequence: how often it was put on the queue. Part of the id of its jobs. */
  hop: number;
  /** The fence number of its current claim; only grows. */
  fence: number;
  worker: string | null;
  /** It does not start before. */
  not_before: Date;
  /** While running: when the lease expires unless it is renewed. */
  lease_until: Date | null;
  heartbeat_at: Date | null;
  created_at: Date;
  queued_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  cancel_requested_at: Date | null;
  progress: RunProgress | null;
  result: RunCounts | null;
  error: RunFailure | null;
  /** The dead letter that it replays. */
  replay_of: string | null;
  history: HistoryEntry[];
  outbox: OutboxEntry | null;
}

/** The fields of a new run. */
export interface NewRun {
  kind: string;
  subject: string;
  owner: string;
  payload: StoredPayload;
  priority: RunPriority;
  not_before: Date;
  replay_of: string | null;
}
