import { type ErrorCategory, type ErrorCode } from './errors';
import { type JsonCompatible } from './json';

/** What every live event about a run contains. */
export interface RunReference {
  run_id: string;
  kind: string;
  /** What the run works on: a connection, say. */
  subject: string;
}

/** A failure as shown in runs, events and dead letters. */
export interface RunFailure {
  code: ErrorCode;
  category: ErrorCategory;
  message: string;
  retryable: boolean;
}

/** Named counts: rows read, rows stored. */
export type RunCounts = Readonly<Record<string, number>>;

/** How far a run is. */
export interface RunProgress {
  done: number;
  /** How much there is in all, when that is known. */
  total: number | null;
  /** What is being done, for people. */
  note: string | null;
}

/**
 * Every live event and its payload: here those of any run, and in a feature its own, which it adds
 * by `declare module '@tributary/contracts'`. Clients listen to these names: renaming one needs a
 * notice to all frontends.
 */
export interface LiveEventPayloads {
  /** A worker started an attempt. */
  'run:started': RunReference & { attempt: number };
  'run:progress': RunReference & RunProgress;
  /** An attempt failed; the next one starts at the date. */
  'run:retrying': RunReference & { attempt: number; error: RunFailure; not_before: string };
  'run:succeeded': RunReference & { result: RunCounts; finished_at: string };
  'run:failed': RunReference & { error: RunFailure; finished_at: string };
  'run:cancelled': RunReference & { error: RunFailure; finished_at: string };
}

/** The name of a live event. */
export type LiveEventName = keyof LiveEventPayloads;

/** What a client receives: the payload, and what it needs to detect gaps and catch up. */
export type LiveEvent<Name extends LiveEventName = LiveEventName> = JsonCompatible<
  LiveEventPayloads[Name]
> & {
  /** Grows with every event of the user; a reconnecting client sends the last one that it saw. */
  event_id: string;
  /** When it was published. */
  at: string;
};

/** Control events about the client's stream of live events. */
export interface StreamMessages {
  /** All missed events were sent; from here on events are live. */
  'events:ready': { event_id: string };
  /** Missed events are no longer stored: reload the state by REST. */
  'events:reload': { event_id: string };
  /** The access token expired; the connection is closed. Connect again with a fresh one. */
  'events:expired': Record<string, never>;
}
