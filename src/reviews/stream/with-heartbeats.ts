import { awaitWithin } from './await-within';
import { HEARTBEAT } from './stream-event';

/**
 * The texts of a source, with a comment whenever there is none for a while. It ends at once when the
 * signal is aborted, whatever the source waits for.
 */
export async function* withHeartbeats(
  source: AsyncGenerator<string, void, undefined>,
  everyMs: number,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  let next = source.next();
  try {
    while (!signal.aborted) {
      const result = await awaitWithin(next, everyMs, signal);
      if (result?.done) return;
      if (result) {
        yield result.value;
        next = source.next();
      } else if (!signal.aborted) {
        yield HEARTBEAT;
      }
    }
  } finally {
    // Neither is waited for: the source may be waiting for the store.
    next.catch(() => undefined);
    source.return().catch(() => undefined);
  }
}
