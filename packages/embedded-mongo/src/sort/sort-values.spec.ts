import {
  type BsonValue,
  comparatorFor,
  type Doc,
  setTextScore,
  type StringComparator,
} from '../values';
import { parseSort } from './sort-key';
import { compareBySort, sortValuesOf } from './sort-values';

const sortKeyOf = (
  doc: Doc,
  path: string,
  direction: number,
  strings?: StringComparator,
): BsonValue => sortValuesOf(doc, parseSort({ [path]: direction }), strings)[0];

describe('sortValuesOf of one key', () => {
  it('is the least element of an array when ascending and the greatest when descending', () => {
    expect(sortKeyOf({ a: [3, 1, 2] }, 'a', 1)).toBe(1);
    expect(sortKeyOf({ a: [3, 1, 2] }, 'a', -1)).toBe(3);
    expect(sortKeyOf({ a: [{ b: 5 }, { b: 4 }] }, 'a.b', 1)).toBe(4);
  });

  it('compares elements as the collation says', () => {
    const strings = comparatorFor({ locale: 'en', strength: 2 });
    expect(sortKeyOf({ a: ['b', 'A'] }, 'a', 1, strings)).toBe('A');
    expect(sortKeyOf({ a: ['a', 'B'] }, 'a', -1, strings)).toBe('B');
    expect(sortKeyOf({ a: ['a', 'B'] }, 'a', -1)).toBe('a');
  });
});

describe('sortValuesOf', () => {
  it('takes the values of one element that comes first by all keys', () => {
    const doc = {
      a: [
        { x: 2, y: 0 },
        { x: 1, y: 9 },
      ],
    };
    expect(sortValuesOf(doc, parseSort({ 'a.x': 1, 'a.y': 1 }))).toEqual([1, 9]);
  });

  it('knows the text score, beside arrays too', () => {
    const doc: Doc = { tags: ['b', 'a'] };
    setTextScore(doc, 1.5);
    expect(sortValuesOf(doc, parseSort({ s: { $meta: 'textScore' }, tags: 1 }))).toEqual([
      1.5,
      'a',
    ]);
  });
});

describe('compareBySort', () => {
  it('goes on to the next key where one is equal', () => {
    const compareDocs = compareBySort(parseSort({ a: 1, b: -1 }));
    expect(compareDocs({ a: 1, b: 1 }, { a: 1, b: 2 })).toBeGreaterThan(0);
    expect(compareDocs({ a: 1, b: 1 }, { a: 2, b: 2 })).toBeLessThan(0);
    expect(compareDocs({ a: 1, b: 1 }, { a: 1, b: 1 })).toBe(0);
  });

  it('puts an empty array before null and a missing field beside null', () => {
    const compareDocs = compareBySort(parseSort({ a: 1 }));
    expect(compareDocs({ a: [] }, { a: null })).toBeLessThan(0);
    expect(compareDocs({}, { a: [] })).toBeGreaterThan(0);
    expect(compareDocs({}, { a: null })).toBe(0);
    expect(compareDocs({ a: [] }, { a: [] })).toBe(0);
  });
});
