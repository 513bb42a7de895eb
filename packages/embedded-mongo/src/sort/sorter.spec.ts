import { type Doc } from '../values';
import { makeSorter } from './sorter';

const itself = (doc: Doc) => doc;

describe('makeSorter', () => {
  it('says when a run is full', () => {
    const sorter = makeSorter(itself, { a: 1 });
    const dues = Array.from({ length: 4096 }, (_, a) => sorter.add({ a }));
    expect(dues.filter(Boolean)).toHaveLength(2);
  });

  it('gives nothing for nothing', () => {
    expect([...makeSorter(itself, { a: 1 }).sorted()]).toEqual([]);
    expect([...makeSorter(itself, { a: 1 }, undefined, 3).sorted()]).toEqual([]);
  });

  it('keeps the earlier one of equal items when the limit is reached', () => {
    const sorter = makeSorter<Doc>(itself, { a: 1 }, undefined, 2);
    for (const doc of [
      { a: 1, n: 1 },
      { a: 1, n: 2 },
      { a: 1, n: 3 },
      { a: 0, n: 4 },
    ])
      sorter.add(doc);
    expect([...sorter.sorted()].map(({ n }) => n)).toEqual([4, 1]);
  });
});
