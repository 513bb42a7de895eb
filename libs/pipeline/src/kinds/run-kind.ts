import { type LiveEventName, type RunEnd } from '@tributary/contracts';

/** How often and when failed work is retried. */
export interface RetryPolicy {
  /** Retries after the first attempt. */
  readonly retries: number;
  /** The pause before the first retry. */
  readonly firstMs: number;
  /** By how much the pause grows with every retry. */
  readonly factor: number;
  /** The longest pause. */
  readonly capMs: number;
  /** How long a run may get nothing but throttling before it fails with that; forever unless told. */
  readonly throttledForMs?: number;
}

/** What the events about a run are called: its start, its progress, and its one end. */
export type RunEventNames = Readonly<Record<'started' | 'progress' | RunEnd, LiveEventName>>;

/** The options of a kind of run. */
export interface RunKindOptions {
  /** The Bull queue. It lives in Redis: rename it only when the queue is empty. */
  readonly queue: string;
  /** How many runs one worker process works on at a time. */
  readonly concurrency: number;
  /** What differs from {@link DEFAULT_RETRY}; without `firstMs`, the first pause is the process's. */
  readonly retry: Partial<RetryPolicy>;
  /** How often a run may lose its worker before it counts as the reason for that. */
  readonly losses: number;
  /** Fields of the payload that are sealed wherever it is stored. */
  readonly secrets: readonly string[];
  readonly events: RunEventNames;
  /** The shortest interval between two progress events. */
  readonly progressEveryMs: number;
  /** A second name of the subject in events, such as `connection_id`. */
  readonly subjectField?: string;
  /** Whether a run that succeeded is deleted as soon as its end was delivered; a child never is. */
  readonly forgetSucceeded?: boolean;
  /** False for work that was promised: its runs end only by themselves. */
  readonly cancellable: boolean;
  /** Whether its runs may have children; its processor then has to be able to join them. */
  readonly fansOut?: boolean;
  /** Whether a scheduler starts its runs, each of which is over everything there is; see `Cycles`. */
  readonly isCycle?: boolean;
  /** Whether its runs publish no live events at all, not even their end. */
  readonly silent?: boolean;
}

/** Exists for the compiler only. */
declare const PAYLOAD: unique symbol;

/** A kind of run, whose runs are given a payload of this type. */
export interface RunKind<Payload = unknown> extends RunKindOptions {
  /** It is stored in MongoDB and is a job name in Redis: renaming it needs a migration. */
  readonly name: string;
  readonly [PAYLOAD]?: Payload;
}

/** A kind of run with its retry policy completed by the defaults. */
export interface RegisteredRunKind extends RunKind {
  readonly retry: RetryPolicy;
}

/** The retry policy of kinds without one of their own. */
export const DEFAULT_RETRY: RetryPolicy = {
  retries: 3,
  firstMs: 2_000,
  factor: 3,
  capMs: 300_000,
};

/** The defaults of a kind. */
export const DEFAULT_RUN_KIND = {
  concurrency: 5,
  retry: {},
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
  cancellable: true,
} as const satisfies Omit<RunKindOptions, 'queue'>;

/**
 * Declares a kind of run. A feature registers it with `PipelineModule.forFeature`, triggers runs of
 * it through `RunService`, and has exactly one `@RunProcessor` for it; all three know the payload.
 */
export function defineRunKind<Payload>(
  name: string,
  options: Pick<RunKindOptions, 'queue'> & Partial<RunKindOptions>,
): RunKind<Payload> {
  return { ...DEFAULT_RUN_KIND, ...options, name };
}
