import { type IndexInfo, recordIdOfEntry, recordsWithTerm } from '../indexes';
import {
  type KeyRange,
  keyAfter,
  type OrderedStore,
  recordIdOfKey,
  recordIdOfValue,
  scanEntries,
  scanKeys,
} from '../storage';
import { PAUSE, type Pause, type Stream } from '../stream';
import { YieldScheduler } from './yield-scheduler';
import { type Plan, type ScanPlan, type TextPlan, type UnionPlan } from './plan';

/** A document that a plan points to; its bytes when reading them cost nothing. */
export interface Candidate {
  readonly recordId: number;
  readonly raw?: Buffer;
  /** The plan is sure that it matches. */
  readonly exact: boolean;
}

/** So many keys are passed at once when skipping or counting. */
const KEYS_PER_STEP = 20_000;

/** The documents that a plan points to, each once, in the order of the plan. */
export function* runPlan(store: OrderedStore, plan: Plan): Stream<Candidate> {
  switch (plan.kind) {
    case 'scan':
      yield* runScan(store, plan);
      break;
    case 'union':
      yield* runUnion(store, plan);
      break;
    case 'text':
      yield* runText(store, plan);
      break;
  }
}

/** Whether a plan can pass over documents by counting keys alone. */
export function canSkipByKeys(plan: Plan): plan is ScanPlan {
  if (plan.kind !== 'scan') return false;
  return plan.exact && !plan.mayRepeat && !plan.isLookup && !plan.mergeOffsets;
}

/** The plan that is left after passing over the first `count` keys. */
export function* skipKeys(
  store: OrderedStore,
  plan: ScanPlan,
  count: number,
): Generator<Pause, ScanPlan> {
  let left = count;
  const yieldScheduler = new YieldScheduler();
  const ranges = [...plan.ranges];
  while (left > 0) {
    const range = ranges[0];
    if (!range) break;
    const step = Math.min(left, KEYS_PER_STEP);
    const key = store.keyAt(range.start, range.end, plan.reverse, step);
    if (key) {
      ranges[0] = from(range, key, plan.reverse);
      left -= step;
    } else {
      left -= Math.min(left, store.count(range.start, range.end));
      ranges.shift();
    }
    if (yieldScheduler.isTimeUp()) {
      yield PAUSE;
      yieldScheduler.resume();
    }
  }
  return { ...plan, ranges };
}

/** How many keys a plan would read. */
export function* countKeys(store: OrderedStore, plan: ScanPlan): Generator<Pause, number> {
  let total = 0;
  for (const range of plan.ranges) {
    let rest = range;
    for (;;) {
      const key = store.keyAt(rest.start, rest.end, false, KEYS_PER_STEP);
      if (!key) break;
      total += KEYS_PER_STEP;
      rest = from(rest, key, false);
      yield PAUSE;
    }
    total += store.count(rest.start, rest.end);
  }
  return total;
}

function from(range: KeyRange, key: Buffer, reverse: boolean): KeyRange {
  return reverse ? { start: range.start, end: keyAfter(key) } : { start: key, end: range.end };
}

function* runScan(store: OrderedStore, plan: ScanPlan): Stream<Candidate> {
  const seen = plan.mayRepeat ? new Set<number>() : undefined;
  const yieldScheduler = new YieldScheduler();
  for (const candidate of scanCandidates(store, plan)) {
    if (yieldScheduler.isDue()) {
      yield PAUSE;
      yieldScheduler.resume();
    }
    if (seen) {
      if (seen.has(candidate.recordId)) continue;
      seen.add(candidate.recordId);
    }
    yield candidate;
  }
}

function* scanCandidates(store: OrderedStore, plan: ScanPlan): Generator<Candidate> {
  const { index, exact, ranges, reverse } = plan;
  if (!index) {
    for (const range of ranges) {
      for (const [key, raw] of scanEntries(store, range, reverse)) {
        yield { recordId: recordIdOfKey(key), raw, exact };
      }
    }
  } else if (plan.isLookup) {
    for (const { start } of ranges) {
      const value = store.get(start);
      if (value) yield { recordId: recordIdOfValue(value), exact };
    }
  } else if (plan.mergeOffsets) {
    yield* mergedCandidates(store, plan, index, plan.mergeOffsets);
  } else {
    for (const range of ranges) {
      for (const recordId of recordIdsOf(store, index, range, reverse)) yield { recordId, exact };
    }
  }
}

function* recordIdsOf(
  store: OrderedStore,
  index: IndexInfo,
  range: KeyRange,
  reverse: boolean,
): Generator<number> {
  if (index.unique) {
    for (const [, value] of scanEntries(store, range, reverse)) yield recordIdOfValue(value);
  } else {
    for (const key of scanKeys(store, range, reverse)) yield recordIdOfKey(key);
  }
}

interface MergeSource {
  readonly entries: Generator<[Buffer, Buffer]>;
  readonly offset: number;
  order: Buffer;
  recordId: number;
}

/** Reads several ranges side by side, always going on with the one that is next in order. */
function* mergedCandidates(
  store: OrderedStore,
  { ranges, reverse, exact }: ScanPlan,
  index: IndexInfo,
  offsets: readonly number[],
): Generator<Candidate> {
  const direction = reverse ? -1 : 1;
  const sources: MergeSource[] = [];
  const advance = (source: MergeSource): boolean => {
    const next = source.entries.next();
    if (next.done === true) return false;
    const [key, value] = next.value;
    source.order = key.subarray(source.offset);
    source.recordId = recordIdOfEntry(index, key, value);
    return true;
  };
  ranges.forEach((range, at) => {
    const entries = scanEntries(store, range, reverse);
    const source = { entries, offset: offsets[at] ?? 0, order: range.start, recordId: 0 };
    if (advance(source)) sources.push(source);
  });
  while (sources.length > 0) {
    let first = 0;
    for (let at = 1; at < sources.length; at++) {
      const order = Buffer.compare(orderOf(sources, at), orderOf(sources, first));
      if (order * direction < 0) first = at;
    }
    const source = sources[first];
    if (!source) return;
    yield { recordId: source.recordId, exact };
    if (!advance(source)) sources.splice(first, 1);
  }
}

function orderOf(sources: readonly MergeSource[], at: number): Buffer {
  return sources[at]?.order ?? Buffer.alloc(0);
}

function* runUnion(store: OrderedStore, plan: UnionPlan): Stream<Candidate> {
  const seen = new Set<number>();
  for (const branch of plan.branches) {
    for (const candidate of runScan(store, branch)) {
      if (candidate === PAUSE) {
        yield PAUSE;
        continue;
      }
      if (seen.has(candidate.recordId)) continue;
      // A document that this branch is not sure of may still match another branch: the whole
      // filter decides about it, so that once is enough.
      seen.add(candidate.recordId);
      yield candidate;
    }
  }
}

function* runText(store: OrderedStore, plan: TextPlan): Stream<Candidate> {
  const seen = new Set<number>();
  const yieldScheduler = new YieldScheduler();
  for (const term of plan.terms) {
    for (const recordId of recordsWithTerm(store, plan.index, term)) {
      if (yieldScheduler.isDue()) {
        yield PAUSE;
        yieldScheduler.resume();
      }
      if (seen.has(recordId)) continue;
      seen.add(recordId);
      yield { recordId, exact: false };
    }
  }
}
