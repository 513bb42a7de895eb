import { PAUSE, type Stream, withoutPauses } from '../stream';
import { type Doc } from '../values';
import { sortDocuments } from './sort-documents';
import { sortStream } from './sort-stream';

const itself = (doc: Doc) => doc;

function count<T>(stream: Stream<T>): number {
  let pauses = 0;
  for (const item of stream) if (item === PAUSE) pauses++;
  return pauses;
}

describe('sortStream', () => {
  const input: Stream<Doc> = [{ a: 2 }, PAUSE, { a: 1 }, PAUSE, { a: 3 }];

  it('sorts and passes the pauses of its input on', () => {
    expect([...sortStream(input, itself, { a: 1 })]).toEqual([
      PAUSE,
      PAUSE,
      { a: 1 },
      { a: 2 },
      { a: 3 },
    ]);
    expect([...sortStream(input, itself, { a: -1 }, undefined, 1)]).toEqual([
      PAUSE,
      PAUSE,
      { a: 3 },
    ]);
  });

  it('pauses while a large input is sorted, and gives the same result', () => {
    const docs = Array.from({ length: 20_000 }, (_, index) => ({ a: (index * 7919) % 20_011 }));
    expect(count(sortStream(docs, itself, { a: 1 }))).toBeGreaterThan(20);
    expect([...withoutPauses(sortStream(docs, itself, { a: 1 }))]).toEqual(
      sortDocuments(docs, itself, { a: 1 }),
    );
  });

  it('reads nothing before it is asked', () => {
    const unread: Stream<Doc> = {
      [Symbol.iterator]() {
        throw new Error('read');
      },
    };
    expect(() => sortStream(unread, itself, { a: 1 })).not.toThrow();
  });
});
