import { type Answered, type Cancellation, type TurnRequest } from './turn-request';
import { type Waiter } from './waiter';

interface PendingAnswer {
  answered: Answered;
  /** By `performance.now()`: reporting it later has no effect any more. */
  worthUntil: number;
  done: () => void;
}

/** What goes into one turn request. */
export interface PendingBatch {
  asked: Waiter[];
  cancelled: Cancellation[];
  answered: PendingAnswer[];
}

const MOST_ASKED = 500;
const MOST_TOLD = 1_000;
/**
 * While Redis is unavailable. What is dropped then only blocks slots for a while; it never allows
 * too many requests.
 */
const MOST_KEPT = 10_000;

/** What one process has to report to a policy and has not sent yet. */
export class PendingRequests {
  private asked = new Set<Waiter>();
  private cancelled: Cancellation[] = [];
  private answered: PendingAnswer[] = [];

  ask(waiter: Waiter): void {
    this.asked.add(waiter);
  }

  /** Asks for these waiters in this order, before those already pending. */
  askFirst(waiters: Iterable<Waiter>): void {
    this.asked = new Set([...waiters, ...this.asked]);
  }

  /** Cancels a request, sent or not. */
  cancel(waiter: Waiter): void {
    this.asked.delete(waiter);
    if (this.cancelled.length < MOST_KEPT) this.cancelled.push(waiter.cancellation());
  }

  /** Resolves when it was sent, or when sending failed: it is then retried in the background. */
  answer(answered: Answered, worthUntil: number): Promise<void> {
    return new Promise((done) => this.answered.push({ answered, worthUntil, done }));
  }

  /** Whether there is nothing to send. */
  isEmpty(mayAsk: boolean): boolean {
    const questions = mayAsk ? this.asked.size : 0;
    return questions + this.cancelled.length + this.answered.length === 0;
  }

  /** Takes what fits into one turn request. */
  take(mayAsk: boolean): PendingBatch {
    const asked = mayAsk ? [...this.asked].slice(0, MOST_ASKED) : [];
    for (const waiter of asked) this.asked.delete(waiter);
    return {
      asked,
      cancelled: this.cancelled.splice(0, MOST_TOLD),
      answered: this.answered.splice(0, MOST_TOLD),
    };
  }

  /** Puts back what could not be sent; requests are sent again by those who still wait. */
  putBack({ cancelled, answered }: PendingBatch): void {
    const now = performance.now();
    this.cancelled.unshift(...cancelled);
    const worthwhile = answered.filter(({ worthUntil }) => worthUntil > now);
    this.answered.unshift(...worthwhile);
    resolveAll([...answered, ...this.answered.splice(MOST_KEPT)]);
  }
}

/** Resolves the promises of answered requests. */
export function resolveAll(answered: readonly PendingAnswer[]): void {
  for (const { done } of answered) done();
}

/** A batch as part of a turn request. */
export function contents(
  batch: PendingBatch,
): Pick<TurnRequest, 'asked' | 'cancelled' | 'answered'> {
  return {
    asked: batch.asked.map((waiter) => waiter.ask()),
    cancelled: batch.cancelled,
    answered: batch.answered.map(({ answered }) => answered),
  };
}
