import { setTimeout as sleep } from 'node:timers/promises';

/** The longest that a timer can be set to; beyond that it would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The emulator's idea of now: real time, shifted by what a test asks for. */
export class EmulatorClock {
  private offsetMs = 0;

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.offsetMs;
  }

  /**
   * Milliseconds since some moment, for what is measured in spans: it takes part in what a test
   * does to the clock, but not in corrections of the machine's time.
   */
  monotonic(): number {
    return performance.now() + this.offsetMs;
  }

  /** Waits in real time, however the clock is moved; rejects when the signal aborts. */
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    await sleep(Math.min(ms, MAX_TIMER_MS), undefined, { signal });
  }

  /** Moves time forward, or back with a negative number. */
  advance(ms: number): void {
    this.offsetMs += ms;
  }

  /** Sets now to that moment; time goes on from there. */
  set(now: number): void {
    this.offsetMs = now - Date.now();
  }

  /** Back to real time. */
  reset(): void {
    this.offsetMs = 0;
  }
}
