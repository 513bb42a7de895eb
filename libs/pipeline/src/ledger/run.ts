import {
  type ErrorCode,
  type JoinOutcome,
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
  'fanned_out',
  'joining',
  'parked',
  'unparked',
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

/** What a parked run waits for. */
export interface Parking {
  /** A word for what has to happen, such as `waiting_for_token`; whoever unparks it names it, too. */
  reason: string;
  /** When the run fails unless it was unparked. */
  until: Date;
  /** What it fails with then. */
  code: ErrorCode;
}

/** The children that a run was given when it fanned out. */
export interface PlannedChildren {
  /** The fence of the attempt that planned them: children of another plan do not count. */
  plan: number;
  count: number;
}

/** What an attempt at a run does: its own work, or, when its children have ended, the rest of it. */
export type RunPhase = 'process' | 'join';

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
  /** The run whose child it is. */
  parent: string | null;
  /** The run at the top of its tree; null for a run without a parent. */
  root: string | null;
  /** What it is called among the children of its parent. */
  key: string | null;
  /** Of a child: the fence of the attempt that planned it. */
  plan: number | null;
  /** Since it fanned out. */
  children: PlannedChildren | null;
  phase: RunPhase;
  /** Of a run that joined its children and succeeded. */
  outcome: JoinOutcome | null;
  /** While parked. */
  parked: Parking | null;
  /** Since when all its attempts were throttled; null when the last one was not. */
  throttled_since: Date | null;
  /** When the ended run is deleted; a child is deleted with its root. */
  expires_at: Date | null;
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
