import { GARBAGE_PREFIX, garbageKey, type KeyRange, type OrderedStore } from '../storage';
import { prefixEnd } from '../values';

/** So many keys are removed at once; more of them would keep other clients waiting. */
const KEYS_PER_TURN = 5_000;

/**
 * Clears ranges of keys without a long transaction. A drop removes what is quickly removed and
 * leaves a note about the rest; the sweep goes on from the notes, also after a restart.
 */
export class Garbage {
  constructor(private readonly store: OrderedStore) {}

  /** Clears a range as far as that is quick; inside of a transaction. */
  discard(range: KeyRange): void {
    if (this.clear(range)) return;
    this.store.put(garbageKey(range.start), range.end);
  }

  /** Whether something waits to be cleared. */
  get isWaiting(): boolean {
    return this.notes(1).length > 0;
  }

  /** Clears the next part; inside of a transaction. Says whether there was something to do. */
  sweep(): boolean {
    const [note] = this.notes(1);
    if (!note) return false;
    const [key, end] = note;
    if (this.clear({ start: key.subarray(GARBAGE_PREFIX.length), end })) this.store.remove(key);
    return true;
  }

  /** The beginnings of the ranges that wait. */
  waitingStarts(): Buffer[] {
    return this.notes(Number.MAX_SAFE_INTEGER).map(([key]) => key.subarray(GARBAGE_PREFIX.length));
  }

  private notes(limit: number): [Buffer, Buffer][] {
    return this.store.scan(GARBAGE_PREFIX, prefixEnd(GARBAGE_PREFIX), false, limit);
  }

  private clear({ start, end }: KeyRange): boolean {
    const keys = this.store.keys(start, end, false, KEYS_PER_TURN);
    for (const key of keys) this.store.remove(key);
    return keys.length < KEYS_PER_TURN;
  }
}
