/** Limits how many tasks run at a time; the others wait in order. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Resolves when a slot is free, to a function that releases it; releasing twice does no harm. */
  async acquire(signal: AbortSignal): Promise<() => void> {
    if (this.free === 0) await this.turn(signal);
    else this.free -= 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.give();
      isHeld = false;
    };
  }

  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.waiting.splice(this.waiting.indexOf(start), 1);
        reject(signal.reason as Error);
      };
      const start = (): void => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      if (signal.aborted) return reject(signal.reason as Error);
      signal.addEventListener('abort', stop, { once: true });
      this.waiting.push(start);
    });
  }

  private give(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free += 1;
  }
}
