import { MEETS_ARRAY, valueCombinations, valueWithoutArrays } from './array-keys';

const split = (...paths: string[]) => paths.map((path) => path.split('.'));

describe('valueCombinations', () => {
  it('takes the elements of an array at the end of a path, one level deep', () => {
    expect(valueCombinations({ a: [1, 2] }, split('a'))).toEqual([[1], [2]]);
    expect(valueCombinations({ a: [[1], 2] }, split('a'))).toEqual([[[1]], [2]]);
  });

  it('goes through arrays on the way and takes what is missing there for null', () => {
    expect(valueCombinations({ a: [{ b: 1 }, 5, { b: [2, 3] }] }, split('a.b'))).toEqual([
      [1],
      [null],
      [2],
      [3],
    ]);
  });

  it('keeps the values of one element together', () => {
    const doc = {
      a: [
        { x: 1, y: 9 },
        { x: 2, y: 0 },
      ],
      z: 7,
    };
    expect(valueCombinations(doc, split('a.x', 'z', 'a.y'))).toEqual([
      [1, 7, 9],
      [2, 7, 0],
    ]);
  });

  it('tells an empty array from a missing field, but only at the end of a path', () => {
    expect(valueCombinations({ a: [] }, split('a', 'b'))).toEqual([[undefined, null]]);
    expect(valueCombinations({ a: [] }, split('a.b'))).toEqual([[null]]);
  });

  it('takes a numeric component for an index', () => {
    expect(valueCombinations({ a: [{ b: 1 }, { b: 2 }] }, split('a.1.b'))).toEqual([[2]]);
    expect(valueCombinations({ a: [[4, 5]] }, split('a.0'))).toEqual([[4], [5]]);
  });

  it('refuses two arrays side by side', () => {
    expect(() => valueCombinations({ a: [1], b: [2] }, split('a', 'b'))).toThrow(
      'cannot sort with keys that are parallel arrays',
    );
  });
});

describe('valueWithoutArrays', () => {
  it('gives the value, null for a missing one, and says when it meets an array', () => {
    expect(valueWithoutArrays({ a: { b: 1 } }, ['a', 'b'])).toBe(1);
    expect(valueWithoutArrays({ a: 3 }, ['a', 'b'])).toBeNull();
    expect(valueWithoutArrays({ a: [{ b: 1 }] }, ['a', 'b'])).toBe(MEETS_ARRAY);
    expect(valueWithoutArrays({}, ['constructor'])).toBeNull();
  });
});
