import { type BsonValue, Long } from '../../values';
import { failure, updated } from '../testing/updated';

function push(list: BsonValue, argument: BsonValue): BsonValue {
  return updated({ _id: 1, a: list }, { $push: { a: argument } })['a'];
}

describe('$push', () => {
  it('appends a value, an array as one', () => {
    expect(push([1], 2)).toEqual([1, 2]);
    expect(push([1], [2])).toEqual([1, [2]]);
    expect(push([1], { $slice: 1 })).toEqual([1, { $slice: 1 }]);
  });

  it('makes an array where there is none', () => {
    expect(updated({}, { $push: { 'a.b': 1, c: { $each: [] } } })).toEqual({
      a: { b: [1] },
      c: [],
    });
  });

  it.each<[number, number[]]>([
    [0, [9, 8, 1, 2, 3]],
    [1, [1, 9, 8, 2, 3]],
    [10, [1, 2, 3, 9, 8]],
    [-1, [1, 2, 9, 8, 3]],
    [-10, [9, 8, 1, 2, 3]],
  ])('puts values at position %i', (position, result) => {
    expect(push([1, 2, 3], { $each: [9, 8], $position: position })).toEqual(result);
  });

  it.each<[BsonValue, number[]]>([
    [0, []],
    [2, [1, 2]],
    [-2, [3, 4]],
    [Long.fromNumber(9), [1, 2, 3, 4]],
  ])('keeps a slice of %s', (slice, result) => {
    expect(push([1, 2, 3], { $each: [4], $slice: slice })).toEqual(result);
  });

  it('sorts before it slices', () => {
    expect(push([3, 1], { $each: [2], $sort: -1, $slice: 2 })).toEqual([3, 2]);
    expect(
      push([{ n: 2, x: { y: 1 } }, 5], {
        $each: [
          { n: 1, x: { y: 1 } },
          { n: 0, x: { y: 3 } },
        ],
        $sort: { 'x.y': -1, n: 1 },
      }),
    ).toEqual([{ n: 0, x: { y: 3 } }, { n: 1, x: { y: 1 } }, { n: 2, x: { y: 1 } }, 5]);
  });

  it.each<[BsonValue, string]>([
    [{ $each: 1 }, 'The argument to $each in $push must be an array but it was of type: int'],
    [{ $each: [], other: 1 }, 'Unrecognized clause in $push: other'],
    [
      { $each: [], $slice: 'x' },
      'The value for $slice must be an integer value but was given type: string',
    ],
    [
      { $each: [], $position: 1.5 },
      'The value for $position must be an integer value, not of type: double',
    ],
    [{ $each: [], $sort: 2 }, 'The $sort element value must be either 1 or -1'],
    [{ $each: [], $sort: { a: 'x' } }, 'The $sort element value must be either 1 or -1'],
    [{ $each: [], $sort: {} }, 'The $sort pattern is empty when it should be a set of fields.'],
    [{ $each: [], $sort: { '': 1 } }, 'The $sort field cannot be empty'],
    [
      { $each: [], $sort: { 'a..b': 1 } },
      'The $sort field is a dotted field but has an empty part: a..b',
    ],
    [
      { $each: [], $sort: 'a' },
      'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields',
    ],
  ])('refuses %j', (argument, message) => {
    expect(() => push([], argument)).toThrow(failure(2, message));
  });

  it('refuses a field that is no array', () => {
    expect(() => push('x', 1)).toThrow(
      failure(2, "The field 'a' must be an array but is of type string in document {_id: 1}"),
    );
  });

  it('takes very many values at once', () => {
    const values = Array.from({ length: 200_000 }, (_, index) => index);
    expect(push([], { $each: values })).toHaveLength(200_000);
  });
});
