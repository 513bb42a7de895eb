import { type Doc, Double, ObjectId, BSONRegExp } from '../values';
import { isReplacement, replaceDocument, validateId, validateReplacement } from './replacement';
import { failure } from './testing/updated';

describe('isReplacement', () => {
  it('looks at the first field', () => {
    expect(isReplacement({})).toBe(true);
    expect(isReplacement({ a: 1 })).toBe(true);
    expect(isReplacement({ $set: { a: 1 } })).toBe(false);
    expect(isReplacement([{ $set: { a: 1 } }])).toBe(false);
  });
});

describe('validateReplacement', () => {
  it('refuses operators beside fields, but not dollars further down', () => {
    expect(() => validateReplacement({ a: 1, $set: { b: 1 } })).toThrow(
      failure(52, /The dollar \(\$\) prefixed field '\$set' in '\$set'/),
    );
    expect(() => validateReplacement({ a: { $b: 1 } })).not.toThrow();
  });
});

describe('validateId', () => {
  it.each<[Doc, number]>([
    [{ _id: [1] }, 53],
    [{ _id: new BSONRegExp('a') }, 53],
    [{ _id: { $a: 1 } }, 52],
  ])('refuses %j', (doc, code) => {
    expect(() => validateId(doc)).toThrow(failure(code));
  });

  it('accepts everything else', () => {
    for (const _id of [1, 'a', null, { a: 1 }, { $ref: 'c', $id: 1 }, new ObjectId()])
      expect(() => validateId({ _id })).not.toThrow();
    expect(() => validateId({})).not.toThrow();
  });
});

describe('replaceDocument', () => {
  it('keeps the id, first', () => {
    const replaced = replaceDocument({ _id: 7, a: 1 }, { b: 2, _id: 7 });
    expect(JSON.stringify(replaced)).toBe('{"_id":7,"b":2}');
    expect(replaceDocument({ _id: 7, a: 1 }, { b: 2 })).toEqual({ _id: 7, b: 2 });
    expect(replaceDocument({}, { b: 2, _id: 1 })).toEqual({ _id: 1, b: 2 });
  });

  it('lets an upsert insert names with a dollar, which no other document may become', () => {
    const replacement = { a: 1, $b: 2 };
    expect(replaceDocument({ _id: 7 }, replacement, true)).toEqual({ _id: 7, a: 1, $b: 2 });
    expect(() => replaceDocument({ _id: 7 }, replacement)).toThrow(failure(52));
    expect(() => replaceDocument({}, { _id: [1] }, true)).toThrow(failure(53));
  });

  it('refuses another id, and the same number of another type', () => {
    expect(() => replaceDocument({ _id: 7 }, { _id: 8 })).toThrow(
      failure(
        66,
        "After applying the update, the (immutable) field '_id' was found to have been altered to _id: 8",
      ),
    );
    expect(() => replaceDocument({ _id: 7 }, { _id: new Double(7) })).toThrow();
  });
});
