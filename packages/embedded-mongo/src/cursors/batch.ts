import { PAUSE, type Pause } from '../stream';

/** MongoDB fills a reply up to this many bytes of documents. */
export const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/** What one round of filling took from a cursor's stream. */
export interface Batch {
  readonly documents: Buffer[];
  /** A document that was read but no longer fitted; it opens the next batch. */
  readonly leftOver: Buffer | undefined;
  readonly exhausted: boolean;
}

/**
 * Takes up to `size` documents and up to 16 MB from the iterator, handing on each pause.
 *
 * Like mongod it does not look beyond the last document asked for: a cursor whose documents fill
 * the batch exactly stays open and its next batch is empty.
 */
export function* fillBatch(
  iterator: Iterator<Buffer | Pause>,
  leftOver: Buffer | undefined,
  size: number,
): Generator<Pause, Batch> {
  const documents: Buffer[] = [];
  let bytes = 0;
  let next = leftOver;
  while (documents.length < size) {
    if (next === undefined) {
      const step = iterator.next();
      if (step.done) return { documents, leftOver: undefined, exhausted: true };
      if (step.value === PAUSE) {
        yield PAUSE;
        continue;
      }
      next = step.value;
    }
    if (documents.length > 0 && bytes + next.length > MAX_BATCH_BYTES) break;
    documents.push(next);
    bytes += next.length;
    next = undefined;
  }
  return { documents, leftOver: next, exhausted: false };
}
