import { setTimeout as delay } from 'node:timers/promises';
import { type Limiter } from './limiters/limiter';

/** Who asks, for how long, and what for. */
export interface Crowd {
  size: number;
  forMs: number;
  work: () => Promise<void>;
}

/** How a crowd was served. */
export interface Service {
  perSecond: number;
  /** Resolves when nobody waits any more. */
  dispersed: Promise<unknown>;
}

/** Lets a crowd ask for permits, each again as soon as it was served, until the time is over. */
export async function serveCrowd(limiter: Limiter, crowd: Crowd): Promise<Service> {
  let isOver = false;
  let served = 0;
  const failed = new AbortController();
  const serve = async (): Promise<void> => {
    if (isOver) return;
    await crowd.work();
    served += 1;
  };
  const member = async (): Promise<void> => {
    try {
      while (!isOver) await limiter.run(serve);
    } catch (error) {
      // Whoever still waits in the end is turned away when the limiter is closed.
      if (!isOver) failed.abort(error);
    }
  };
  const begin = performance.now();
  const dispersed = Promise.all(Array.from({ length: crowd.size }, member));
  try {
    await delay(crowd.forMs, undefined, { signal: failed.signal });
  } catch {
    failed.signal.throwIfAborted();
  } finally {
    isOver = true;
  }
  return { perSecond: served / ((performance.now() - begin) / 1_000), dispersed };
}
