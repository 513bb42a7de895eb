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
