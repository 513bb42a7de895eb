import { type Answered, type Cancellation, type TurnRequest } from './turn-request';
import { type Waiter } from './waiter';

interface PendingAnswer {
  answered: Answered;
  /** As `performance.now()` counts: later, telling it changes nothing any more. */
  worthUntil: number;
  done: () => void;
}

/** What goes into one letter. */
export interface PendingBatch {
  asked: Waiter[];
  cancelled: Cancellation[];
  answered: PendingAnswer[];
}

const MOST_ASKED = 500;
const MOST_TOLD = 1_000;
/** While Redis is away. What is forgotten then costs room for a while, never the promise. */
const MOST_KEPT = 10_000;

/** What one process has to tell a policy, until it is told. */
export class PendingRequests {
  private asked = new Set<Waiter>();
  private cancelled: Cancellation[] = [];
  private answered: PendingAnswer[] = [];

  ask(waiter: Waiter): void {
    this.asked.add(waiter);
  }

  /** Asks for them in this order, and for whoever was to be asked anyway after them. */
  askFirst(waiters: Iterable<Waiter>): void {
    this.asked = new Set([...waiters, ...this.asked]);
  }

  /** Takes a question back, told or not. */
  cancel(waiter: Waiter): void {
    this.asked.delete(waiter);
    if (this.cancelled.length < MOST_KEPT) this.cancelled.push(waiter.cancellation());
  }

  /** Resolves when it was told, or could not be: it is then tried again beside. */
  answer(answered: Answered, worthUntil: number): Promise<void> {
    return new Promise((done) => this.answered.push({ answered, worthUntil, done }));
  }

  /** Whether there is anything to say. */
  isEmpty(mayAsk: boolean): boolean {
    const questions = mayAsk ? this.asked.size : 0;
    return questions + this.cancelled.length + this.answered.length === 0;
  }

  /** Takes out what fits into one letter. */
  take(mayAsk: boolean): PendingBatch {
    const asked = mayAsk ? [...this.asked].slice(0, MOST_ASKED) : [];
    for (const waiter of asked) this.asked.delete(waiter);
    return {
      asked,
      cancelled: this.cancelled.splice(0, MOST_TOLD),
      answered: this.answered.splice(0, MOST_TOLD),
    };
  }

  /** Puts back what could not be delivered; questions are asked again by whoever still waits. */
  putBack({ cancelled, answered }: PendingBatch): void {
    const now = performance.now();
    this.cancelled.unshift(...cancelled);
    const worthwhile = answered.filter(({ worthUntil }) => worthUntil > now);
    this.answered.unshift(...worthwhile);
    resolveAll([...answered, ...this.answered.splice(MOST_KEPT)]);
  }
}

/** Tells whoever waits for it that a batch is through. */
export function resolveAll(answered: readonly PendingAnswer[]): void {
  for (const { done } of answered) done();
}

/** A batch as it is written into a letter. */
export function contents(
  batch: PendingBatch,
): Pick<TurnRequest, 'asked' | 'cancelled' | 'answered'> {
  return {
    asked: batch.asked.map((waiter) => waiter.ask()),
    cancelled: batch.cancelled,
    answered: batch.answered.map(({ answered }) => answered),
  };
}
