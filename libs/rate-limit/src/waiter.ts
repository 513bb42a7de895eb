import { type Ask, type Cancellation } from './turn-request';
import { type Permit } from './permit';

/** A timer that is set further ahead fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A request for a permit. */
export interface PermitRequest {
  key: string;
  scope: string;
  owner: string;
  tokens: number;
}

/** How long a waiter waits. */
export interface WaitOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** A caller in this process that waits for a permit. */
export class Waiter {
  readonly permit: Promise<Permit>;
  private wasAsked = false;
  private resolve: (permit: Permit) => void;
  private reject: (reason: unknown) => void;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    public request: number,
    readonly permitRequest: PermitRequest,
    private readonly waitOptions: WaitOptions,
    private readonly onImpatience: (waiter: Waiter) => void,
  ) {
    this.permit = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    const { signal, timeoutMs } = waitOptions;
    signal?.addEventListener('abort', this.leave, { once: true });
    if (timeoutMs !== undefined) {
      this.timer = setTimeout(this.leave, Math.min(timeoutMs, LONGEST_TIMER_MS));
    }
  }

  /** The reason why it was aborted, if it was. */
  get abortReason(): unknown {
    const { signal } = this.waitOptions;
    return signal?.aborted ? (signal.reason as unknown) : undefined;
  }

  get timeoutMs(): number | undefined {
    return this.waitOptions.timeoutMs;
  }

  /** The request as it is sent to Redis, marked when it is repeated. */
  ask(): Ask {
    const { wasAsked: is_repeated } = this;
    this.wasAsked = true;
    return { ...this.cancellation(), is_repeated };
  }

  /** The cancellation of the request. */
  cancellation(): Cancellation {
    const { scope, owner, tokens } = this.permitRequest;
    return { request: this.request, scope, owner, tokens };
  }

  /** Starts over with a new request, because the grant came too late. */
  startOver(request: number): void {
    this.request = request;
    this.wasAsked = false;
  }

  serve(permit: Permit): void {
    this.rest();
    this.resolve(permit);
  }

  turnAway(reason: unknown): void {
    this.rest();
    this.reject(reason);
  }

  private readonly leave = (): void => this.onImpatience(this);

  private rest(): void {
    clearTimeout(this.timer);
    this.waitOptions.signal?.removeEventListener('abort', this.leave);
  }
}
