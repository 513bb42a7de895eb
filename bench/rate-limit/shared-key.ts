import { setTimeout as delay } from 'node:timers/promises';
import { averageWindow, busiestWindow } from './arrivals';
import { all } from './client-process';
import { type LimiterName } from './limiters/limiter-name';
import { type Stage } from './stage';

/** Bottleneck refills no reservoir more often, when several processes share it. */
export const WINDOW_MS = 5_000;
/** The quota that is shared. */
export const PERMITTED = 100;
/** More than the quota, so that somebody always waits. */
const WAITING = 2 * PERMITTED;

/** What the provider saw. */
export interface Seen {
  /** Requests in a window while there was a backlog, on average. */
  used: number;
  /** The most requests in any window. */
  most: number;
}

/**
 * One request, and half a window later more than the quota permits, from so many processes, as
 * when people come to work. Counting begins half a window after that.
 */
export async function shareKey(
  { stores, provider, clients }: Stage,
  limiter: LimiterName,
  processes: number,
): Promise<Seen> {
  const team = clients.slice(0, processes);
  const [first] = team;
  if (!first) throw new RangeError('nobody shares the key');
  const url = provider.workUrl;
  const key = `bench-${limiter}-${processes}`;
  const quota = { ...stores, key, permitted: PERMITTED, windowMs: WINDOW_MS };

  await all(team, { limiter, task: 'open', quota });
  await first.obey({ limiter, task: 'send', url });
  await delay(WINDOW_MS / 2);
  const waiting = WAITING / processes;
  await all(team, { limiter, task: 'backlog', url, waiting, forMs: 2.5 * WINDOW_MS });
  await all(team, { limiter, task: 'close' });

  const arrivals = await provider.takeArrivals();
  const [begin = 0] = arrivals;
  return {
    used: averageWindow(arrivals, begin + WINDOW_MS, WINDOW_MS),
    most: busiestWindow(arrivals, WINDOW_MS),
  };
}
