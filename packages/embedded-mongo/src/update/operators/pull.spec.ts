import { type BsonValue, BSONRegExp, Long } from '../../values';
import { failure, updated } from '../testing/updated';

function pull(list: BsonValue, condition: BsonValue): BsonValue {
  return updated({ a: list }, { $pull: { a: condition } })['a'];
}

describe('$pull', () => {
  it('takes away equal values of any numeric type, an array only as a whole', () => {
    expect(pull([1, 2, Long.fromNumber(1), [1]], 1)).toEqual([2, [1]]);
    expect(pull([[1, 2], [2, 1], 1], [1, 2])).toEqual([[2, 1], 1]);
    expect(pull([null, 1], null)).toEqual([1]);
  });

  it('takes away elements that meet operators', () => {
    expect(pull([1, 5, 9, 'x'], { $gte: 5 })).toEqual([1, 'x']);
    expect(pull([1, 2, 3], { $in: [1, 3] })).toEqual([2]);
    expect(pull(['ab', 'b'], new BSONRegExp('^a'))).toEqual(['b']);
    expect(pull([{ b: 1 }, { b: 2 }], { $elemMatch: { b: 1 } })).toHaveLength(2);
  });

  it('takes away documents that meet a filter, whatever else they have', () => {
    const list = [{ b: 1, c: 1 }, { b: 2 }, { b: [1] }, 1];
    expect(pull(list, { b: 1 })).toEqual([{ b: 2 }, 1]);
    expect(pull(list, { b: { $gt: 1 } })).toEqual([{ b: 1, c: 1 }, { b: [1] }, 1]);
    expect(pull(list, { $or: [{ b: 2 }, { c: 1 }] })).toEqual([{ b: [1] }, 1]);
    expect(pull(list, {})).toEqual([1]);
  });

  it('reaches into the elements of an array', () => {
    const doc = { a: [{ b: [1, 2] }, { b: [2, 3] }] };
    expect(updated(doc, { $pull: { 'a.$[].b': 2 } })).toEqual({ a: [{ b: [1] }, { b: [3] }] });
  });

  it('does nothing to a missing field and refuses what is no array', () => {
    expect(updated({}, { $pull: { a: 1 } })).toEqual({});
    expect(() => pull('x', 1)).toThrow(failure(2, 'Cannot apply $pull to a non-array value'));
  });
});

describe('$pullAll', () => {
  it('takes away each of the values', () => {
    expect(updated({ a: [1, 2, 3, 2, { b: 1 }] }, { $pullAll: { a: [2, { b: 1 }] } })).toEqual({
      a: [1, 3],
    });
  });

  it('refuses what is no array', () => {
    expect(() => updated({}, { $pullAll: { a: 1 } })).toThrow(
      failure(2, '$pullAll requires an array argument but was given a int'),
    );
    expect(() => updated({ a: 1 }, { $pullAll: { a: [1] } })).toThrow(
      failure(2, 'Cannot apply $pull to a non-array value'),
    );
  });
});
