import { PAUSE, type Pause, pausing, type Stream } from '../stream';
import { type Collation, type Doc } from '../values';
import { makeSorter } from './sorter';

/**
 * As sortDocuments, for a stream: it passes on the pauses of its input while it reads all of it,
 * and adds pauses of its own where sorting takes long.
 */
export function* sortStream<T>(
  input: Stream<T>,
  docOf: (item: T) => Doc,
  spec: Doc,
  collation?: Collation,
  limit?: number,
): Generator<T | Pause, void, undefined> {
  const sorter = makeSorter(docOf, spec, collation, limit);
  for (const item of input) {
    if (item === PAUSE) yield PAUSE;
    else if (sorter.add(item)) yield PAUSE;
  }
  yield* pausing(sorter.sorted());
}
