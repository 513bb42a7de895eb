import { compareBySort, parseSort } from '../../sort';
import { PAUSE, type Pause, type Stream } from '../../stream';
import { type BsonValue, type Doc, compare } from '../../values';
import { type Evaluate } from '../expressions';
import { type StageContext } from '../types';
import { ValueMap } from './value-map';

/** The documents that share a partition's value. */
export interface Partition {
  key: BsonValue;
  docs: Doc[];
}

/** Reads all of the input into partitions, in the order of their values. */
export function* readPartitions(
  input: Stream<Doc>,
  keyOf: Evaluate | undefined,
  context: StageContext,
): Generator<Pause, Partition[]> {
  const partitions = new ValueMap<Partition>(context.fold);
  for (const doc of input) {
    if (doc === PAUSE) {
      yield PAUSE;
      continue;
    }
    const key = keyOf?.(doc) ?? null;
    const partition = partitions.get(key);
    if (partition) partition.docs.push(doc);
    else partitions.set(key, { key, docs: [doc] });
  }
  const { strings } = context.scope.settings;
  return [...partitions.values()].sort((left, right) => compare(left.key, right.key, strings));
}

/** Sorts the documents of each partition. */
export function sortPartitions(
  partitions: readonly Partition[],
  sortBy: Doc | undefined,
  context: StageContext,
): void {
  if (!sortBy) return;
  const compareDocs = compareBySort(parseSort(sortBy), context.scope.settings.strings);
  for (const { docs } of partitions) docs.sort(compareDocs);
}
