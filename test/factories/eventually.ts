import { setTimeout as delay } from 'node:timers/promises';
import { scaled } from '../setup/scale';

/** Only what hangs takes so long. */
const PATIENCE_MS = scaled(300_000, 3_600_000);
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;
/** Who has waited for a while can wait a little more: looking costs those who are waited for. */
const GROWTH = 1.3;

type Found<T> = T | undefined | false;

/** Waits until something is there, or true; a machine that is busy gets the time it needs. */
export async function eventually<T>(
  what: string,
  find: () => Found<T> | Promise<Found<T>>,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * GROWTH, LONGEST_PAUSE_MS)) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`It did not happen in time: ${what}`);
    await delay(pauseMs);
  }
}
