/** The usage of one limit of a key. */
export interface LimitUse {
  /** As it is written in the configuration: `window 60/60s per account`. */
  limit: string;
  /** What the provider allows: requests in a window, or the capacity of a bucket. */
  quota: number;
  /** What is used at most: the quota times the safety factor. */
  permitted: number;
  /** What counts now: requests in flight or in the window behind us, or tokens out of the bucket. */
  used: number;
  /** When there will be room for one more; null when there is now. */
  roomAt: Date | null;
}

/** How a key backs off after its provider answered 429. */
export interface BackoffState {
  /** How many waves of 429 came without a success between them. */
  step: number;
  /** Until when nothing is permitted; in the past when requests are being tried again. */
  until: Date;
}

/** How many requests of one owner wait. */
export interface OwnerWaiters {
  owner: string;
  waiters: number;
}

/** The state of a key. */
export interface QuotaSnapshot {
  /** `policy`, or `policy/scope`. */
  key: string;
  limits: LimitUse[];
  /** Null when the provider does not throttle. */
  backoff: BackoffState | null;
  /** Nothing is permitted before, because Redis lost its counts; null otherwise. */
  recoveringUntil: Date | null;
  /** How many requests wait, of all owners. */
  waiters: number;
  /** The owners whose turn is next, at most 20 of them. */
  owners: OwnerWaiters[];
}
