import { type DomainError } from '@tributary/common';
import { type RunFailure } from '@tributary/contracts';
import { type HistoryEntry, type StoredPayload } from '../ledger/run';

/** The states of a dead letter. */
export const DEAD_LETTER_STATES = ['open', 'replayed', 'discarded'] as const;

/** One of {@link DEAD_LETTER_STATES}. */
export type DeadLetterState = (typeof DEAD_LETTER_STATES)[number];

/** Work that failed for good: a whole run, or one item of it. */
export interface DeadLetter {
  id: string;
  state: DeadLetterState;
  run_id: string;
  /** Which item of the run; empty for the run itself. */
  item: string;
  /** What a replay creates: a run of this kind, on this subject, with this payload. */
  kind: string;
  subject: string;
  owner: string;
  /** With its secrets sealed. */
  payload: StoredPayload;
  error: RunFailure;
  /** The underlying cause, for operators. */
  cause: string | null;
  /** The error without its particulars; dead letters with the same one are a group. */
  pattern: string;
  /** Names the group: a digest of kind, code and pattern. */
  group: string;
  history: HistoryEntry[];
  created_at: Date;
  closed_at: Date | null;
  /** The run that replayed it. */
  replay_run_id: string | null;
}

/** A failed item of a run. */
export interface ItemFailure {
  /** Names the item within its run. */
  item: string;
  error: DomainError;
  /** The payload of a replay of this item. */
  payload: StoredPayload;
  /** The kind of run that replays it; the run's own kind by default. */
  kind?: string;
  /** The subject of that run; the run's subject and the item by default. */
  subject?: string;
}

/** Dead letters with the same error. */
export interface DeadLetterGroup {
  group: string;
  kind: string;
  code: RunFailure['code'];
  category: RunFailure['category'];
  pattern: string;
  count: number;
  first_at: Date;
  last_at: Date;
}
