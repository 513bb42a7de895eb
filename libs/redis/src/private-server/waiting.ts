import { setTimeout as sleep } from 'node:timers/promises';

/** A moment that a wait must not outlive. */
export class Deadline {
  private readonly at: number;

  constructor(readonly ms: number) {
    this.at = performance.now() + ms;
  }

  /** Milliseconds left, never negative. */
  get left(): number {
    return Math.max(0, this.at - performance.now());
  }
}

/** Repeats an attempt until it yields a value, or gives undefined when the deadline has passed. */
export async function poll<T>(
  attempt: () => Promise<T | undefined>,
  deadline: Deadline,
  everyMs = 20,
): Promise<T | undefined> {
  for (;;) {
    const value = await attempt();
    if (value !== undefined || deadline.left === 0) return value;
    await sleep(Math.min(everyMs, deadline.left));
  }
}

/** Whether a promise settles in the given time; the timer keeps the event loop alive meanwhile. */
export async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      promise.then(
        () => true,
        () => true,
      ),
      sleep(ms, false, { signal: timer.signal }),
    ]);
  } finally {
    timer.abort();
  }
}
