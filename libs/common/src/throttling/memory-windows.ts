/** The count of a window after one more event. */
export interface WindowCount {
  /** Events in the current window, this one included. */
  count: number;
  /** How long until the window ends. */
  remainingMs: number;
}

interface Window {
  count: number;
  endsAt: number;
}

/** Fixed windows in this process's memory, bounded in number: the oldest are forgotten first. */
export class MemoryWindows {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly maxKeys = 10_000,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts one event and returns the count of its window. */
  hit(key: string, windowMs: number): WindowCount {
    const now = this.now();
    let window = this.windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + windowMs };
      this.windows.delete(key);
      this.windows.set(key, window);
      this.forgetOldest();
    }
    window.count += 1;
    return { count: window.count, remainingMs: window.endsAt - now };
  }

  /** Forgets a key. */
  clear(key: string): void {
    this.windows.delete(key);
  }

  private forgetOldest(): void {
    if (this.windows.size <= this.maxKeys) return;
    const [oldest] = this.windows.keys();
    if (oldest !== undefined) this.windows.delete(oldest);
  }
}
