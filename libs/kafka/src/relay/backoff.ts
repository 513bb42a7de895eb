/** How long to leave alone what has just failed: twice as long with every failure. */
export class Backoff {
  private readonly failures = new Map<string, { pauseMs: number; until: number }>();

  constructor(
    private readonly firstMs: number,
    private readonly longestMs: number,
  ) {}

  /** Notes a failure and tells the pause after it. */
  fail(name: string, now: number): number {
    const last = this.failures.get(name);
    const pauseMs = last ? Math.min(last.pauseMs * 2, this.longestMs) : this.firstMs;
    this.failures.set(name, { pauseMs, until: now + pauseMs });
    return pauseMs;
  }

  /** Forgets the failures; true when there were any. */
  succeed(name: string): boolean {
    return this.failures.delete(name);
  }

  isDue(name: string, now: number): boolean {
    return (this.failures.get(name)?.until ?? 0) <= now;
  }
}
