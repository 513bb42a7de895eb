import { DomainError } from '@tributary/common';
import { type Clock, SYSTEM_CLOCK } from './clock';
import './rate-limit.errors';

/** Tokens come in fractions, so that a sum of them may miss a whole number by a hair. */
const EPSILON = 1e-9;

/** A bucket of tokens in this process's memory, full at first, which refills steadily. */
export class TokenBucket {
  private tokens: number;
  private filledAt: number;
  /** Resolves when all earlier callers were served. */
  private line: Promise<unknown> = Promise.resolve();

  constructor(
    readonly capacity: number,
    readonly refillPerSecond: number,
    private readonly clock: Clock = SYSTEM_CLOCK,
  ) {
    if (!(capacity > 0) || !(refillPerSecond > 0)) {
      throw new Error('A token bucket needs a capacity and a refill greater than 0');
    }
    this.tokens = capacity;
    this.filledAt = clock.now();
  }

  /** Tokens that are there now. */
  get available(): number {
    const refilled = ((this.clock.now() - this.filledAt) / 1000) * this.refillPerSecond;
    return Math.min(this.capacity, this.tokens + refilled);
  }

  /** Takes tokens, waiting in line until there are enough. */
  async acquire(tokens = 1, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
    if (tokens > this.capacity) {
      throw new DomainError('QUOTA_TOO_SMALL', {
        detail: `${tokens} tokens were asked of a bucket that holds ${this.capacity}. Ask for fewer, or make it larger.`,
      });
    }
    signal?.throwIfAborted();
    const turn = this.line.then(() => this.take(tokens, signal));
    this.line = turn.catch(() => undefined);
    await (signal ? Promise.race([turn, aborted(signal, turn)]) : turn);
  }

  private async take(tokens: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    for (let missing = tokens - this.available; missing > EPSILON;) {
      await this.clock.sleep(Math.ceil((missing / this.refillPerSecond) * 1000), signal);
      missing = tokens - this.available;
    }
    this.tokens = Math.max(0, this.available - tokens);
    this.filledAt = this.clock.now();
  }
}

/** Rejects as soon as the signal is aborted, also while earlier callers still wait. */
function aborted(signal: AbortSignal, turn: Promise<void>): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    const forget = (): void => signal.removeEventListener('abort', abort);
    turn.then(forget, forget);
  });
}
