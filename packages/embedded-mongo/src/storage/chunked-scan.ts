import { keyAfter } from './key-layout';
import { type OrderedStore } from './ordered-store';

/** A range of keys: `start` belongs to it, `end` does not. */
export interface KeyRange {
  readonly start: Buffer;
  readonly end: Buffer;
}

const FIRST_CHUNK = 64;
const LARGEST_CHUNK = 1024;

/**
 * The entries of a range, read in chunks that resume by key. No read transaction stays open between
 * two chunks, and a chunk is read again when something was written since: what a reader gets
 * is always what the store holds at that moment.
 */
export function* scanEntries(
  store: OrderedStore,
  range: KeyRange,
  reverse = false,
): Generator<[Buffer, Buffer]> {
  yield* inChunks(store, range, reverse, (start, end, limit) =>
    store.scan(start, end, reverse, limit),
  );
}

/** Like `scanEntries`, for readers that need no values. */
export function* scanKeys(
  store: OrderedStore,
  range: KeyRange,
  reverse = false,
): Generator<Buffer> {
  const read = (start: Buffer, end: Buffer, limit: number): [Buffer][] =>
    store.keys(start, end, reverse, limit).map((key) => [key]);
  for (const [key] of inChunks(store, range, reverse, read)) yield key;
}

function* inChunks<Entry extends [Buffer, ...unknown[]]>(
  store: OrderedStore,
  range: KeyRange,
  reverse: boolean,
  read: (start: Buffer, end: Buffer, limit: number) => Entry[],
): Generator<Entry> {
  let { start, end } = range;
  let size = FIRST_CHUNK;
  for (;;) {
    const generation = store.generation;
    const chunk = read(start, end, size);
    const isLast = chunk.length < size;
    let last: Buffer | undefined;
    let isStale = false;
    for (const entry of chunk) {
      if (store.generation !== generation) {
        isStale = true;
        break;
      }
      last = entry[0];
      yield entry;
    }
    if (last && reverse) end = last;
    else if (last) start = keyAfter(last);
    if (isStale) continue;
    if (isLast && store.generation === generation) return;
    size = Math.min(size * 2, LARGEST_CHUNK);
  }
}
