import { setTimeout as sleep } from 'node:timers/promises';
import { post } from './post';

/** How hard the emulator tries to deliver a message. */
export interface DeliveryPolicy {
  /** How long one attempt may take. */
  readonly deadlineMs: number;
  /** The waits before the attempts after the first. */
  readonly retryDelaysMs: readonly number[];
}

/** Used unless told otherwise: about a minute of patience. */
export const DEFAULT_DELIVERY: DeliveryPolicy = {
  deadlineMs: 10_000,
  retryDelaysMs: [500, 1_000, 2_000, 4_000, 8_000],
};

type Headers = Readonly<Record<string, string>>;

const RETRIED = new Set([500, 502, 503, 504]);

/**
 * Delivers the messages of one channel, one after the other. Messages of the same state that
 * wait are one message, so that a slow receiver costs no memory.
 */
export class Mailbox {
  private readonly waiting = new Map<string, () => Headers>();
  private readonly closed = new AbortController();
  private working: Promise<void> | undefined;

  constructor(
    private readonly address: string,
    private readonly policy: DeliveryPolicy,
  ) {}

  /** Puts a message into the queue; its headers are asked for when its turn has come. */
  put(state: string, headers: () => Headers): void {
    if (this.closed.signal.aborted) return;
    this.waiting.set(state, headers);
    this.working ??= this.work();
  }

  /** Ends what is under way and delivers nothing more. */
  async close(): Promise<void> {
    this.waiting.clear();
    this.closed.abort();
    await this.working;
  }

  private async work(): Promise<void> {
    for (;;) {
      const [next] = this.waiting;
      if (!next) {
        // Here and not in a callback: a message may come in between.
        this.working = undefined;
        return;
      }
      this.waiting.delete(next[0]);
      await this.deliver(next[1]());
    }
  }

  private async deliver(headers: Headers): Promise<void> {
    for (const delay of [0, ...this.policy.retryDelaysMs]) {
      if (delay > 0 && !(await this.pause(delay))) return;
      const status = await this.attempt(headers);
      if (status !== undefined && !RETRIED.has(status)) return;
      if (this.closed.signal.aborted) return;
    }
  }

  private async attempt(headers: Headers): Promise<number | undefined> {
    const signal = AbortSignal.any([
      this.closed.signal,
      AbortSignal.timeout(this.policy.deadlineMs),
    ]);
    return post(this.address, headers, signal).catch(() => undefined);
  }

  private async pause(ms: number): Promise<boolean> {
    return sleep(ms, true, { signal: this.closed.signal, ref: false }).catch(() => false);
  }
}
