/** The options of a call to Google: on whose behalf, and for how long. */
export interface CallOptions {
  /** On whose behalf it is: owners who wait for the same quota take turns. */
  readonly owner?: string;
  /** Aborts the call: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** How long to wait for the quota at most; a minute by default. */
  readonly quotaWaitMs?: number;
}

/** The options of a call with one of our service accounts. */
export interface GoogleCall extends CallOptions {
  /** The address of the service account; the first one by default. */
  readonly account?: string;
}
