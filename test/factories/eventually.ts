import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
const PAUSE_MS = 10;

/** Waits until something is there; a machine that is busy gets the time it needs. */
export async function eventually<T>(
  what: string,
  find: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`It did not happen in time: ${what}`);
    await delay(PAUSE_MS);
  }
}
