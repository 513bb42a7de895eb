/** How long the window of a quota of Google's is. */
export const WINDOW_MS = 60_000;

/** How much of a quota was used in the current window. */
export interface UsageWindow {
  /** What is used at a moment. */
  used(now: number): number;
  add(now: number, cost: number): void;
}

/**
 * What was used in the last window at every moment: no client that keeps to it can break any other
 * way of counting. Uses of one millisecond are kept as one, which bounds the memory.
 */
export class SlidingWindow implements UsageWindow {
  private uses: { at: number; cost: number }[] = [];
  private first = 0;
  private sum = 0;

  constructor(private readonly windowMs: number = WINDOW_MS) {}

  used(now: number): number {
    for (let oldest = this.uses[this.first]; oldest; oldest = this.uses[++this.first]) {
      if (now - oldest.at < this.windowMs) break;
      this.sum -= oldest.cost;
    }
    if (this.first > 1000 && this.first > this.uses.length / 2) {
      this.uses = this.uses.slice(this.first);
      this.first = 0;
    }
    return this.sum;
  }

  add(now: number, cost: number): void {
    const last = this.uses.at(-1);
    // A use keeps the later end of its millisecond: it is let go late rather than early.
    const at = Math.ceil(now);
    if (last && this.first < this.uses.length && at <= last.at) last.cost += cost;
    else this.uses.push({ at, cost });
    this.sum += cost;
  }
}

/** What was used since the current window began. */
export class FixedWindow implements UsageWindow {
  private current = NaN;
  private sum = 0;

  constructor(private readonly windowMs: number = WINDOW_MS) {}

  used(now: number): number {
    const current = Math.floor(now / this.windowMs);
    if (current !== this.current) {
      this.current = current;
      this.sum = 0;
    }
    return this.sum;
  }

  add(now: number, cost: number): void {
    this.sum = this.used(now) + cost;
  }
}
