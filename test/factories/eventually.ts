import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
const PAUSE_MS = 10;

/** How long, and how often, something is looked for. */
export interface Patience {
  patienceMs?: number;
  pauseMs?: number;
}

/** Waits until something is there; a machine that is busy gets the time it needs. */
export async function eventually<T>(
  what: string,
  find: () => T | undefined | Promise<T | undefined>,
  { patienceMs = PATIENCE_MS, pauseMs = PAUSE_MS }: Patience = {},
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`It did not happen in time: ${what}`);
    await delay(pauseMs);
  }
}
