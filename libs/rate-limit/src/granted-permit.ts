import { type Permit } from './permit';

/** Reports the end of a permit. */
export type Settle = (throttled?: { retryAfterSeconds: number }) => Promise<void>;

/** A permit that is settled once, whoever calls first. */
export class GrantedPermit implements Permit {
  private settling: Promise<void> | undefined;
  private timeout: AbortSignal | undefined;

  constructor(
    readonly key: string,
    readonly tokens: number,
    /** As `performance.now()` counts. */
    private readonly expiresAt: number,
    private readonly settle: Settle,
  ) {}

  get signal(): AbortSignal {
    // Most requests have a shorter deadline of their own, so the timer is made on demand.
    this.timeout ??= AbortSignal.timeout(
      Math.max(0, Math.floor(this.expiresAt - performance.now())),
    );
    return this.timeout;
  }

  release(): Promise<void> {
    this.settling ??= this.settle();
    return this.settling;
  }

  throttled(retryAfterSeconds = 0): Promise<void> {
    this.settling ??= this.settle({ retryAfterSeconds });
    return this.settling;
  }
}
