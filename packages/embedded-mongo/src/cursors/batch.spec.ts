import { PAUSE, type Pause } from '../stream';
import { fillBatch, MAX_BATCH_BYTES, type Batch } from './batch';

function fill(
  items: (Buffer | Pause)[],
  size: number,
  leftOver?: Buffer,
): { batch: Batch; pauses: number; rest: (Buffer | Pause)[] } {
  const iterator = items[Symbol.iterator]();
  const work = fillBatch(iterator, leftOver, size);
  let pauses = 0;
  for (;;) {
    const step = work.next();
    if (step.done) return { batch: step.value, pauses, rest: [...iterator] };
    pauses++;
  }
}

const document = (text: string): Buffer => Buffer.from(text);

describe('fillBatch', () => {
  it('takes as many documents as asked for and leaves the rest', () => {
    const { batch, rest } = fill([document('a'), document('b'), document('c')], 2);
    expect(batch.documents.map(String)).toEqual(['a', 'b']);
    expect(batch.exhausted).toBe(false);
    expect(rest.map(String)).toEqual(['c']);
  });

  it('does not look beyond a batch that is exactly full', () => {
    expect(fill([document('a')], 1).batch.exhausted).toBe(false);
    expect(fill([document('a')], 2).batch.exhausted).toBe(true);
  });

  it('hands on each pause and counts none as a document', () => {
    const { batch, pauses } = fill([PAUSE, document('a'), PAUSE, document('b')], 10);
    expect(pauses).toBe(2);
    expect(batch.documents).toHaveLength(2);
  });

  it('takes nothing when nothing is asked for', () => {
    const { batch } = fill([document('a')], 0);
    expect(batch).toEqual({ documents: [], leftOver: undefined, exhausted: false });
  });

  it('stops before 16 MB and opens the next batch with what did not fit', () => {
    const half = Buffer.alloc(MAX_BATCH_BYTES / 2 + 1);
    const first = fill([half, half, half], Infinity);
    expect(first.batch.documents).toHaveLength(1);
    expect(first.batch.leftOver).toBe(half);
    const second = fill([], Infinity, first.batch.leftOver);
    expect(second.batch.documents).toEqual([half]);
  });

  it('sends one document even if it alone is larger than a batch may be', () => {
    expect(fill([Buffer.alloc(MAX_BATCH_BYTES + 1)], 5).batch.documents).toHaveLength(1);
  });
});
