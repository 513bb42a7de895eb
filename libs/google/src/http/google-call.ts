/** On whose behalf Google is called, and how patiently. */
export interface GoogleCall {
  /** The address of the service account; the first one unless told. */
  readonly account?: string;
  /** Whose work it is: owners who wait for the same quota take turns. */
  readonly owner?: string;
  /** Gives up: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** How long to wait for the quota at most; a minute unless told. */
  readonly quotaWaitMs?: number;
}
