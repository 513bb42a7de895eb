import { type QuotaLimit } from '@tributary/config';

/** Requests that have to be sent within limits. */
export interface Demand {
  /** How many requests each account sends. */
  readonly requests: readonly number[];
  readonly limits: readonly QuotaLimit[];
  /** The part of every limit that may be used. */
  readonly safetyFactor: number;
}

/** How many milliseconds must pass before the last request may be sent, however cleverly it is done. */
export function leastTimeMs({ requests, limits, safetyFactor }: Demand): number {
  const ofOne = Math.max(...requests);
  const ofAll = requests.reduce((sum, count) => sum + count, 0);
  const times = limits.map((limit) =>
    timeWithin(limit, limit.perScope ? ofOne : ofAll, safetyFactor),
  );
  return Math.max(0, ...times);
}

function timeWithin(limit: QuotaLimit, count: number, safetyFactor: number): number {
  if (limit.kind === 'window') {
    const permitted = Math.floor(limit.quota * safetyFactor + 1e-9);
    return (Math.ceil(count / permitted) - 1) * limit.lengthMs;
  }
  const missing = count - Math.floor(limit.capacity * safetyFactor + 1e-9);
  return (Math.max(0, missing) / (limit.refillPerSecond * safetyFactor)) * 1_000;
}
