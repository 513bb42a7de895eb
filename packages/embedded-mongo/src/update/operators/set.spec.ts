import { type Doc } from '../../values';
import { failure, updated } from '../testing/updated';

describe('$set', () => {
  it('replaces in place and appends new fields in order', () => {
    const doc = updated({ _id: 1, b: 1, a: 2 }, { $set: { z: 1, b: 5, c: 3 } });
    expect(JSON.stringify(doc)).toBe('{"_id":1,"b":5,"a":2,"c":3,"z":1}');
  });

  it('creates several fields of a document that is not there yet', () => {
    expect(updated({}, { $set: { 'a.b.c': 1, 'a.b.d': 2, 'a.e': 3 } })).toEqual({
      a: { b: { c: 1, d: 2 }, e: 3 },
    });
  });

  it('gives every document its own copy of the value', () => {
    const update = { $set: { a: { list: [1] } } };
    const first = updated({}, update);
    ((first['a'] as Doc)['list'] as number[]).push(2);
    expect(updated({}, update)).toEqual({ a: { list: [1] } });
  });

  it('allows a dollar in names below the top only, as MongoDB 5 and later do', () => {
    expect(updated({ a: {} }, { $set: { 'a.$id': 1, b: { $c: 1 } } })).toEqual({
      a: { $id: 1 },
      b: { $c: 1 },
    });
    expect(() => updated({}, { $set: { $a: 1 } })).toThrow(
      failure(
        52,
        "The dollar ($) prefixed field '$a' in '$a' is not allowed in the context of an update's " +
          'replacement document. Consider using an aggregation pipeline with $replaceWith.',
      ),
    );
  });

  it('allows a dollar in names at the top too when an upsert inserts', () => {
    const update = { $set: { $a: 1, '$b.c': 2 }, $setOnInsert: { $d: 3 }, $inc: { $e: 4 } };
    expect(updated({}, update, { isInsert: true })).toEqual({ $a: 1, $b: { c: 2 }, $d: 3, $e: 4 });
    expect(() => updated({ $e: 1 }, { $inc: { $e: 4 } })).toThrow(failure(52));
  });
});

describe('$setOnInsert', () => {
  const update = { $setOnInsert: { a: 1 }, $set: { b: 2 } };

  it('writes only into a document that is inserted', () => {
    expect(updated({}, update, { isInsert: true })).toEqual({ a: 1, b: 2 });
    expect(updated({}, update)).toEqual({ b: 2 });
  });
});

describe('$unset', () => {
  it('removes fields, nulls array elements and ignores what is not there', () => {
    expect(
      updated(
        { a: 1, b: { c: 2 }, d: [1, 2], e: 5 },
        {
          $unset: { a: '', 'b.c': 1, 'd.0': true, 'd.9': 1, 'e.f.g': 1, x: 1, $y: 1 },
        },
      ),
    ).toEqual({ b: {}, d: [null, 2], e: 5 });
  });
});
