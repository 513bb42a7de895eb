import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CommandError } from './errors';

/** Emitted by a stream in place of an item: "I have worked long enough, others may run now". */
export const PAUSE: unique symbol = Symbol('pause');

/** The type of {@link PAUSE}. */
export type Pause = typeof PAUSE;

/**
 * A synchronous sequence of items that asks for a pause now and then. Every stage passes the pauses
 * of its input on; a stage that has to read all of its input first yields them while it does.
 */
export type Stream<T> = Iterable<T | Pause>;

/** Says whether work may go on. */
export interface Budget {
  /** Throws a {@link CommandError} when the work has to end. */
  check(): void;
}

/** A budget that can also be ended from outside, by killCursors or killOp. */
export interface KillableBudget extends Budget {
  /** Makes every later `check()` throw; the first reason given stays. */
  kill(reason?: CommandError): void;
}

/** The budget of work that nobody limits. */
export const unlimited: Budget = { check: () => undefined };

const MOST_MILLISECONDS_WITHOUT_PAUSE = 2;
const MOST_ITEMS_WITHOUT_PAUSE = 500;
/** Reading the clock costs as much as a cheap item does, so it is read only every so many items. */
const ITEMS_BETWEEN_CLOCK_READINGS = 8;

/** A budget of `maxTimeMS` from now; without it, or with 0, only `kill()` ends the work. */
export function deadlineBudget(maxTimeMS?: number): KillableBudget {
  const deadline =
    maxTimeMS === undefined || maxTimeMS <= 0 ? Infinity : performance.now() + maxTimeMS;
  let killed: CommandError | undefined;
  return {
    check() {
      if (killed !== undefined) throw killed;
      if (performance.now() > deadline)
        throw new CommandError(50, 'MaxTimeMSExpired', 'operation exceeded time limit');
    },
    kill(reason = new CommandError(11601, 'Interrupted', 'operation was interrupted')) {
      killed ??= reason;
    },
  };
}

/** Runs work to its end, giving other connections a turn at each pause. */
export async function drive<T>(work: Generator<Pause, T>, budget: Budget): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    try {
      budget.check();
    } catch (error) {
      // Lets the sources below close their scans before the error goes up.
      work.return(undefined as never);
      throw error;
    }
    await nextTurn();
  }
}

/** The items of a stream alone, for callers that cannot wait, such as a write transaction. */
export function* withoutPauses<T>(stream: Stream<T>): Iterable<T> {
  for (const item of stream) if (item !== PAUSE) yield item;
}

/** Adds a pause to a source after about every 2 ms of work or 500 items. */
export function* pausing<T>(source: Iterable<T>): Stream<T> {
  let items = 0;
  let turnStarted = performance.now();
  for (const item of source) {
    yield item;
    items++;
    const isLong =
      items >= MOST_ITEMS_WITHOUT_PAUSE ||
      (items % ITEMS_BETWEEN_CLOCK_READINGS === 0 &&
        performance.now() - turnStarted >= MOST_MILLISECONDS_WITHOUT_PAUSE);
    if (isLong) {
      yield PAUSE;
      items = 0;
      turnStarted = performance.now();
    }
  }
}
