import fc from 'fast-check';
import { type Clock } from './clock';
import { TokenBucket } from './token-bucket';

/** A clock that stands still until somebody turns it. */
class FakeClock implements Clock {
  private time = 0;
  private readonly sleepers = new Set<{ at: number; wake: () => void }>();

  now(): number {
    return this.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { at: this.time + ms, wake: resolve };
      this.sleepers.add(sleeper);
      signal?.addEventListener('abort', () => {
        this.sleepers.delete(sleeper);
        reject(signal.reason as Error);
      });
    });
  }

  /** Turns the clock on, waking everybody on the way at their time. */
  async turn(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await settled();
      const [next] = [...this.sleepers].sort((one, other) => one.at - other.at);
      if (!next || next.at > end) break;
      this.time = next.at;
      this.sleepers.delete(next);
      next.wake();
    }
    this.time = end;
  }
}

/** Lets everything happen that is possible without the clock. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

const capacities = fc.integer({ min: 1, max: 1_000 });
const refills = fc.double({ min: 0.1, max: 1_000, noNaN: true });

describe('Feature: google-sheet-crawler', () => {
  it('Feature: google-sheet-crawler, Property 11: after T seconds an emptied bucket holds min(C, R * T) tokens', async () => {
    const seconds = fc.integer({ min: 0, max: 3_600_000 }).map((ms) => ms / 1000);
    await fc.assert(
      fc.asyncProperty(capacities, refills, seconds, async (capacity, refill, elapsed) => {
        const clock = new FakeClock();
        const bucket = new TokenBucket(capacity, refill, clock);
        expect(bucket.available).toBe(capacity);
        await bucket.acquire(capacity);
        expect(bucket.available).toBe(0);
        await clock.turn(elapsed * 1000);
        expect(bucket.available).toBeCloseTo(Math.min(capacity, refill * elapsed), 6);
      }),
      { numRuns: 200 },
    );
  });

  it('Feature: google-sheet-crawler, Property 12: acquire blocks until the refill has brought enough tokens', async () => {
    const cases = fc
      .tuple(capacities, refills)
      .chain(([capacity, refill]) =>
        fc.tuple(
          fc.constant(capacity),
          fc.constant(refill),
          fc.integer({ min: 1, max: capacity }),
          fc.integer({ min: 1, max: capacity }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(cases, async ([capacity, refill, taken, wanted]) => {
        const clock = new FakeClock();
        const bucket = new TokenBucket(capacity, refill, clock);
        await bucket.acquire(taken);
        const missing = wanted - (capacity - taken);
        // A millisecond to either side, where fractions of tokens do not matter.
        const tooEarlyMs = Math.floor((missing / refill) * 1000) - 1;
        let isServed = false;
        void bucket.acquire(wanted).then(() => (isServed = true));
        if (tooEarlyMs >= 0) {
          await clock.turn(tooEarlyMs);
          expect(isServed).toBe(false);
          expect(bucket.available).toBeLessThan(wanted);
        }
        await clock.turn(missing > 0 ? 4 : 0);
        await settled();
        expect(isServed).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a token bucket', () => {
  it('serves in order, also when who comes later needs less', async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket(10, 1, clock);
    await bucket.acquire(10);
    const served: number[] = [];
    for (const tokens of [8, 1, 3]) void bucket.acquire(tokens).then(() => served.push(tokens));
    await clock.turn(7_999);
    expect(served).toEqual([]);
    await clock.turn(2_000);
    expect(served).toEqual([8, 1]);
    await clock.turn(3_000);
    expect(served).toEqual([8, 1, 3]);
  });

  it('lets a waiter leave without taking anything, and serves the next', async () => {
    const clock = new FakeClock();
    const bucket = new TokenBucket(10, 1, clock);
    await bucket.acquire(10);
    const abort = new AbortController();
    const first = bucket.acquire(9, { signal: abort.signal });
    const behind = bucket.acquire(5, { signal: abort.signal });
    let isServed = false;
    void bucket.acquire(2).then(() => (isServed = true));
    await clock.turn(1_000);
    abort.abort(new Error('not any more'));
    await expect(first).rejects.toThrow('not any more');
    await expect(behind).rejects.toThrow('not any more');
    await clock.turn(1_000);
    expect(isServed).toBe(true);
    expect(bucket.available).toBeCloseTo(0, 6);
  });

  it('says that it will never hold what is asked', async () => {
    const bucket = new TokenBucket(3, 1, new FakeClock());
    await expect(bucket.acquire(4)).rejects.toMatchObject({
      code: 'QUOTA_TOO_SMALL',
      detail: expect.stringContaining('4 tokens were asked of a bucket that holds 3'),
    });
    expect(bucket.available).toBe(3);
  });

  it('waits by the clock of this process unless it is given another', async () => {
    const bucket = new TokenBucket(1, 100);
    await bucket.acquire();
    await bucket.acquire();
    const { signal } = new AbortController();
    await bucket.acquire(1, { signal });
    await expect(bucket.acquire(1, { signal: AbortSignal.timeout(0) })).rejects.toThrow();
  });
});
