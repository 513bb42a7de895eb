import { type BsonValue, Long } from '../../values';
import { failure, updated } from '../testing/updated';

function add(
  list: BsonValue,
  argument: BsonValue,
  collation?: { locale: string; strength: number },
): BsonValue {
  const match = collation ? { collation } : {};
  return updated({ a: list }, { $addToSet: { a: argument } }, { match })['a'];
}

describe('$addToSet', () => {
  it('appends only what is not there, by the equality of queries', () => {
    expect(add([1], 2)).toEqual([1, 2]);
    expect(add([1], Long.fromNumber(1))).toEqual([1]);
    expect(add([{ x: 1, y: 2 }], { x: 1, y: 2 })).toEqual([{ x: 1, y: 2 }]);
    expect(add([{ x: 1, y: 2 }], { y: 2, x: 1 })).toHaveLength(2);
    expect(add([1, 1], [1])).toEqual([1, 1, [1]]);
  });

  it('takes several values, each once', () => {
    expect(add([1], { $each: [2, 1, 2, 3] })).toEqual([1, 2, 3]);
    expect(updated({}, { $addToSet: { a: { $each: [1, 1] }, b: 1 } })).toEqual({ a: [1], b: [1] });
  });

  it('honours the collation', () => {
    expect(add(['a'], 'A', { locale: 'en', strength: 2 })).toEqual(['a']);
    expect(add(['a'], 'A')).toEqual(['a', 'A']);
  });

  it('refuses wrong types', () => {
    expect(() => add('x', 1)).toThrow(
      failure(
        2,
        "Cannot apply $addToSet to non-array field. Field named 'a' has non-array type string",
      ),
    );
    expect(() => add([], { $each: 1 })).toThrow(
      failure(14, 'The argument to $each in $addToSet must be an array but it was of type int'),
    );
    expect(() => add([], { $each: [], $slice: 1 })).toThrow(
      failure(2, 'Found unexpected fields after $each in $addToSet: { $each: [], $slice: 1 }'),
    );
  });
});
