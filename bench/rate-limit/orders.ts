import { type SharedQuota } from './limiters/limiter';
import { type LimiterName } from './limiters/limiter-name';

/** What a client process can be told to do with one of the limiters; it answers when it is done. */
export type Order = { limiter: LimiterName } & (
  | { task: 'open'; quota: SharedQuota }
  /** Sends one request. */
  | { task: 'send'; url: string }
  /** For a time, keeps that many waiting, each of whom sends a request when permitted. */
  | { task: 'backlog'; url: string; waiting: number; forMs: number }
  /** For a time, keeps that many asking, and sends nothing. */
  | { task: 'sprint'; inFlight: number; forMs: number }
  | { task: 'close' }
);

/** What a client process answers; `perSecond` is what a sprint reached. */
export type Answer = { perSecond: number } | { error: string };
