/** A quota that several processes share, and where it is counted. */
export interface SharedQuota {
  redisUrl: string;
  mongoUrl: string;
  /** Processes that name the same key share the quota. */
  key: string;
  permitted: number;
  windowMs: number;
}

/** A library that makes work wait until its quota has room. */
export interface Limiter {
  /** Does the work when it is permitted. */
  run(work: () => Promise<void>): Promise<void>;
  /** Whoever still waits is turned away, or forgotten. */
  close(): Promise<void>;
}

/** Opens a library's limiter on a quota, ready to be used. */
export type OpenLimiter = (quota: SharedQuota) => Promise<Limiter>;
