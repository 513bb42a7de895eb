import { type RateLimiter } from '@tributary/rate-limit';
import { setTimeout as delay } from 'node:timers/promises';

interface Arrival {
  at: number;
  tokens: number;
}

/** A request with so many milliseconds on the way there and back. */
export interface Way {
  tokens?: number;
  thereMs?: number;
  backMs?: number;
  owner?: string;
}

/** Sends a request under a permit; providers note its arrival, some time after it was sent. */
export async function send(
  limiter: RateLimiter,
  key: string,
  { tokens = 1, thereMs = 0, backMs = 0, owner = '' }: Way,
  providers: readonly Provider[],
): Promise<void> {
  await limiter.run(key, tokens, { owner }, async () => {
    if (thereMs > 0) await delay(thereMs);
    for (const provider of providers) provider.arrived(tokens);
    if (backMs > 0) await delay(backMs);
  });
}

/** Somebody with a quota, who notes when requests arrive. */
export class Provider {
  readonly arrivals: Arrival[] = [];

  arrived(tokens = 1, at = performance.now()): void {
    this.arrivals.push({ at, tokens });
  }

  /** The most tokens in any window of that length. */
  busiest(windowMs: number): number {
    const sorted = this.arrivals.toSorted((one, other) => one.at - other.at);
    let most = 0;
    let sum = 0;
    let oldest = 0;
    for (const { at, tokens } of sorted) {
      sum += tokens;
      for (; at - (sorted[oldest]?.at ?? at) >= windowMs; oldest += 1) {
        sum -= sorted[oldest]?.tokens ?? 0;
      }
      most = Math.max(most, sum);
    }
    return most;
  }
}
