import { type BsonValue, DBRef, type Doc } from '../values';
import { type ArrayAtEnd, walkPath } from './path';
import { type MatchContext } from './types';

function reached(doc: Doc, path: string, arrayAtEnd: ArrayAtEnd = 'elements-then-whole') {
  const values: BsonValue[] = [];
  walkPath(doc, path.split('.'), arrayAtEnd, (value) => {
    values.push(value);
    return false;
  });
  return values;
}

function positionOf(doc: Doc, path: string, wanted: BsonValue) {
  const context: MatchContext = {};
  walkPath(doc, path.split('.'), 'elements-then-whole', (value) => value === wanted, context);
  return context.position;
}

describe('walkPath', () => {
  it('visits a missing field as undefined', () => {
    expect(reached({}, 'a')).toEqual([undefined]);
    expect(reached({ a: 1 }, 'a.b')).toEqual([undefined]);
    expect(reached({ a: null }, 'a.b.c')).toEqual([undefined]);
  });

  it('offers the elements of an array at the end, then the array', () => {
    expect(reached({ a: [1, [2]] }, 'a')).toEqual([1, [2], [1, [2]]]);
    expect(reached({ a: [1, 2] }, 'a', 'whole')).toEqual([[1, 2]]);
    expect(reached({ a: [] }, 'a')).toEqual([[]]);
  });

  it('looks into the documents of an array on the way, and only into those', () => {
    expect(reached({ a: [{ b: 1 }, 5, { c: 2 }, [{ b: 3 }]] }, 'a.b')).toEqual([1, undefined]);
    expect(reached({ a: [] }, 'a.b')).toEqual([]);
    expect(reached({ a: [1, 2] }, 'a.b')).toEqual([]);
  });

  it('takes a numeric component as an index and as a field name', () => {
    expect(reached({ a: [5, { '1': 4 }] }, 'a.1')).toEqual([4, { '1': 4 }]);
    expect(reached({ a: [5, { b: 4 }] }, 'a.1.b')).toEqual([undefined, 4]);
    expect(reached({ a: { '1': 7 } }, 'a.1')).toEqual([7]);
    expect(reached({ a: [5, 6] }, 'a.01')).toEqual([]);
  });

  it('offers an array that an index names whole, and looks into it when the path goes on', () => {
    expect(reached({ a: [5, [2, 4]] }, 'a.1')).toEqual([[2, 4]]);
    expect(reached({ a: [5, [2, 4]] }, 'a.1.0')).toEqual([2]);
    expect(reached({ a: [5, [{ b: 4 }]] }, 'a.1.b')).toEqual([4]);
  });

  it('leaves the index in the outermost array that it chose an element of', () => {
    expect(positionOf({ a: [1, 2, 3] }, 'a', 3)).toBe(2);
    expect(positionOf({ a: [{ b: 1 }, { b: [7, 8, 9] }] }, 'a.b', 9)).toBe(1);
    expect(positionOf({ a: { b: [{ c: 1 }, { c: 2 }] } }, 'a.b.c', 2)).toBe(1);
    expect(positionOf({ a: 3 }, 'a', 3)).toBeUndefined();
  });

  it('leaves no position for an index that the path names', () => {
    expect(positionOf({ a: [1, 2] }, 'a.1', 2)).toBeUndefined();
    expect(positionOf({ a: [{ b: [1, 2] }] }, 'a.0.b', 2)).toBe(1);
    expect(positionOf({ a: [[{ b: 1 }, { b: 2 }]] }, 'a.0.b', 2)).toBe(1);
  });

  it('sees own fields only and the fields of a reference', () => {
    expect(reached({}, 'constructor')).toEqual([undefined]);
    expect(reached({ a: {} }, 'a.__proto__')).toEqual([undefined]);
    expect(reached({ r: { $ref: 'c', $id: 5 } }, 'r.$id')).toEqual([5]);
    const reference = new DBRef('c', 5 as never);
    expect(reached({ r: reference }, 'r.$ref')).toEqual(['c']);
  });
});
