/** One timer that fires at the earliest time that it was set to. */
export class EarliestTimer {
  private timer: NodeJS.Timeout | undefined;
  private immediate: NodeJS.Immediate | undefined;
  private ringsAt = Infinity;

  constructor(private readonly ring: () => void) {}

  /** Fires after so many milliseconds, unless it fires before; 0 is after the current tick. */
  setIn(ms: number): void {
    const at = performance.now() + ms;
    if (at >= this.ringsAt) return;
    this.clear();
    this.ringsAt = ms <= 0 ? -Infinity : at;
    if (ms <= 0) this.immediate = setImmediate(() => this.ringNow());
    else this.timer = setTimeout(() => this.ringNow(), ms);
  }

  /** Cancels the timer. */
  clear(): void {
    clearTimeout(this.timer);
    clearImmediate(this.immediate);
    this.ringsAt = Infinity;
  }

  private ringNow(): void {
    this.ringsAt = Infinity;
    this.ring();
  }
}
