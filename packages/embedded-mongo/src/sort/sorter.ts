import { type BsonValue, type Collation, comparatorFor, type Doc } from '../values';
import { Heap } from './heap';
import { parseSort } from './sort-key';
import { compareSortValues, sortValuesOf } from './sort-values';

/**
 * Items are sorted in runs of this many while they come in, and the runs are merged while the
 * result is read: no single step of a large sort holds up the other connections.
 */
const RUN_LENGTH = 2048;

/** An item with the values that it is sorted by and its place in the input. */
interface Entry<T> {
  readonly item: T;
  readonly values: readonly BsonValue[];
  readonly place: number;
}

interface RunPosition<T> {
  readonly run: readonly Entry<T>[];
  next: number;
}

/** Takes items one by one and gives them back in order; equal ones stay in the order they came. */
export interface Sorter<T> {
  /** Takes an item; true when that took longer than usual and a pause is due. */
  add(item: T): boolean;
  /** The items in order; each is put in its place only when it is read. */
  sorted(): Iterable<T>;
}

/** A sorter for a specification; with a limit it never holds more than that many items. */
export function makeSorter<T>(
  docOf: (item: T) => Doc,
  spec: Doc,
  collation?: Collation,
  limit?: number,
): Sorter<T> {
  const keys = parseSort(spec);
  const strings = comparatorFor(collation);
  const [first] = keys;
  // In natural order the later item comes first when the direction is descending.
  const tieBreak = first?.kind === 'natural' ? first.direction : 1;
  const compareEntries = (a: Entry<T>, b: Entry<T>) =>
    compareSortValues(a.values, b.values, keys, strings) || (a.place - b.place) * tieBreak;
  let place = 0;
  const entryOf = (item: T): Entry<T> => ({
    item,
    values: sortValuesOf(docOf(item), keys, strings),
    place: place++,
  });
  return limit === undefined || limit <= 0
    ? runSorter(entryOf, compareEntries)
    : boundedSorter(entryOf, compareEntries, limit);
}

/** Keeps the best `limit` items in a heap with the worst of them on top. */
function boundedSorter<T>(
  entryOf: (item: T) => Entry<T>,
  compareEntries: (a: Entry<T>, b: Entry<T>) => number,
  limit: number,
): Sorter<T> {
  const kept = new Heap<Entry<T>>((a, b) => compareEntries(b, a));
  return {
    add(item) {
      const entry = entryOf(item);
      if (kept.size < limit) kept.push(entry);
      else if (kept.top !== undefined && compareEntries(entry, kept.top) < 0)
        kept.replaceTop(entry);
      return false;
    },
    *sorted() {
      for (const { item } of kept.drain().sort(compareEntries)) yield item;
    },
  };
}

function runSorter<T>(
  entryOf: (item: T) => Entry<T>,
  compareEntries: (a: Entry<T>, b: Entry<T>) => number,
): Sorter<T> {
  const runs: Entry<T>[][] = [];
  let open: Entry<T>[] = [];
  const closeRun = () => {
    runs.push(open.sort(compareEntries));
    open = [];
  };
  return {
    add(item) {
      open.push(entryOf(item));
      if (open.length < RUN_LENGTH) return false;
      closeRun();
      return true;
    },
    *sorted() {
      if (open.length > 0) closeRun();
      for (const { item } of merged(runs, compareEntries)) yield item;
    },
  };
}

function* merged<T>(
  runs: readonly Entry<T>[][],
  compareEntries: (a: Entry<T>, b: Entry<T>) => number,
): Iterable<Entry<T>> {
  const [only] = runs;
  if (runs.length === 1 && only !== undefined) return yield* only;
  const headOf = ({ run, next }: RunPosition<T>) => run[next] as Entry<T>;
  const heads = new Heap<RunPosition<T>>((a, b) => compareEntries(headOf(a), headOf(b)));
  for (const run of runs) heads.push({ run, next: 0 });
  for (let position = heads.top; position !== undefined; position = heads.top) {
    yield headOf(position);
    position.next++;
    if (position.next < position.run.length) heads.replaceTop(position);
    else heads.pop();
  }
}
