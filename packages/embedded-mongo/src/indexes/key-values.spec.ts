import { failureOf } from '../storage/testing/temporary-store';
import { type Doc } from '../values';
import { keyTuples } from './key-values';

const tuplesOf = (fields: string[], doc: Doc): unknown => keyTuples(fields, doc).tuples;

describe('the values of a document in an index', () => {
  it('are one tuple without arrays, with undefined for what is missing', () => {
    expect(tuplesOf(['a', 'b.c', 'd'], { a: 1, b: { c: 2 } })).toEqual([[1, 2, undefined]]);
  });

  it('are one tuple for each element of an array', () => {
    expect(tuplesOf(['a', 'b'], { a: [1, 2], b: 3 })).toEqual([
      [1, 3],
      [2, 3],
    ]);
    expect(tuplesOf(['a'], { a: [] })).toEqual([[undefined]]);
    expect(tuplesOf(['a'], { a: [[1, 2]] })).toEqual([[[1, 2]]]);
  });

  it('keep fields of one element together', () => {
    const doc = { a: [{ b: 1, c: 2 }, { b: 3, c: 4 }, 5] };
    expect(tuplesOf(['a.b', 'a.c'], doc)).toEqual([
      [1, 2],
      [3, 4],
      [undefined, undefined],
    ]);
  });

  it('follow arrays inside of arrays of documents', () => {
    expect(tuplesOf(['a.b'], { a: [{ b: [1, 2] }, { b: 3 }] })).toEqual([[1], [2], [3]]);
  });

  it('take a number in a path as a position', () => {
    const found = keyTuples(['a.1'], { a: [5, 6] });
    expect(found.tuples).toEqual([[6]]);
    expect([...found.arrayPaths]).toEqual(['a']);
  });

  it('refuse two arrays side by side, as MongoDB does', () => {
    expect(failureOf(() => keyTuples(['a', 'b'], { a: [1], b: [2] }))).toMatchObject({
      code: 171,
      message: 'cannot index parallel arrays [b] [a]',
    });
  });

  it('tell which paths were arrays and whether anything was there', () => {
    const found = keyTuples(['a.b', 'c'], { a: [{ b: [1] }] });
    expect([...found.arrayPaths]).toEqual(['a', 'a.b']);
    expect(found.allMissing).toBe(false);
    expect(keyTuples(['a.b', 'c'], { a: [{ x: 1 }] }).allMissing).toBe(true);
    expect(keyTuples(['a'], { a: null }).allMissing).toBe(false);
    expect(keyTuples(['a'], { a: [] }).allMissing).toBe(false);
  });

  it('read fields with the names of properties of objects', () => {
    expect(tuplesOf(['constructor', '__proto__'], {})).toEqual([[undefined, undefined]]);
  });
});
