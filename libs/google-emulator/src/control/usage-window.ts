/** How long a quota's window is. */
export const WINDOW_MS = 60_000;

/** How much of a quota was used in the current window. */
export interface UsageWindow {
  /** What is used at a moment. */
  used(now: number): number;
  add(now: number, cost: number): void;
}

/**
 * What was used in the last 60 s at every moment: no client that keeps to it can break any other
 * way of counting. Uses of one millisecond are kept as one, which bounds the memory.
 */
export class SlidingWindow implements UsageWindow {
  private uses: { at: number; cost: number }[] = [];
  private first = 0;
  private sum = 0;

  used(now: number): number {
    for (let oldest = this.uses[this.first]; oldest; oldest = this.uses[++this.first]) {
      if (now - oldest.at < WINDOW_MS) break;
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

/** What was used since the current minute began. */
export class FixedWindow implements UsageWindow {
  private minute = NaN;
  private sum = 0;

  used(now: number): number {
    const minute = Math.floor(now / WINDOW_MS);
    if (minute !== this.minute) {
      this.minute = minute;
      this.sum = 0;
    }
    return this.sum;
  }

  add(now: number, cost: number): void {
    this.sum = this.used(now) + cost;
  }
}
