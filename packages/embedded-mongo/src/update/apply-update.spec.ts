import { type BsonValue, type Doc, Double } from '../values';
import { usesPosition, validateUpdate } from './apply-update';
import { parseArrayFilters } from './array-filters';
import { failure, updated } from './testing/updated';

describe('validateUpdate', () => {
  it.each<[Doc, number, string]>([
    [
      { $nonsense: { a: 1 } },
      9,
      'Unknown modifier: $nonsense. Expected a valid update modifier or pipeline-style update specified as an array',
    ],
    [
      { $set: { a: 1 }, b: 1 },
      9,
      'Unknown modifier: b. Expected a valid update modifier or pipeline-style update specified as an array',
    ],
    [
      { $set: 'x' },
      9,
      'Modifiers operate on fields but we found type string instead. For example: {$mod: {<field>: ...}} not {$set: "x"}',
    ],
    [{ $set: { '': 1 } }, 56, 'An empty update path is not valid.'],
    [
      { $set: { 'a.b': 1 }, $inc: { a: 1 } },
      40,
      "Updating the path 'a' would create a conflict at 'a'",
    ],
  ])('refuses %j', (update, code, message) => {
    expect(() => validateUpdate(update)).toThrow(failure(code, message));
  });

  it('accepts operators without fields', () => {
    expect(() => validateUpdate({ $set: {}, $unset: {} })).not.toThrow();
  });

  it('compares identifiers with array filters', () => {
    const update = { $set: { 'a.$[x]': 1 } };
    expect(() => validateUpdate(update)).not.toThrow();
    expect(() => validateUpdate(update, parseArrayFilters([], {}))).toThrow(
      failure(2, "No array filter found for identifier 'x' in path 'a.$[x]'"),
    );
    expect(() => validateUpdate(update, parseArrayFilters([{ x: 1 }, { y: 1 }], {}))).toThrow(
      failure(
        9,
        "The array filter for identifier 'y' was not used in the update { $set: { a.$[x]: 1 } }",
      ),
    );
  });
});

describe('usesPosition', () => {
  it('looks for a whole component', () => {
    expect(usesPosition({ $set: { 'a.$.b': 1 } })).toBe(true);
    expect(usesPosition({ $set: { 'a.$[].b': 1, 'c.$id': 1 } })).toBe(false);
  });
});

describe('the order of an update', () => {
  it('is that of the paths, not that of the operators', () => {
    const doc = updated({}, { $set: { c: 1, b: 1 }, $inc: { a: 1 }, $push: { bb: 1 } });
    expect(Object.keys(doc)).toEqual(['a', 'b', 'bb', 'c']);
  });

  it('puts array indexes in the order of numbers', () => {
    expect(updated({ a: [] }, { $set: { 'a.10': 1, 'a.9': 2 } })['a']).toHaveLength(11);
  });
});

describe('the positional $', () => {
  const doc = { a: [{ b: 1 }, { b: 2 }] };

  it('is the element that the filter matched', () => {
    expect(updated(doc, { $set: { 'a.$.b': 9, 'a.$.c': 8 } }, { position: 1 })).toEqual({
      a: [{ b: 1 }, { b: 9, c: 8 }],
    });
    expect(updated(doc, { $unset: { 'a.$': 1 } }, { position: 0 })).toEqual({
      a: [null, { b: 2 }],
    });
  });

  it('works beside an index', () => {
    const update = { $set: { 'a.$.b': 9, 'a.0.c': 8 } };
    expect(updated(doc, update, { position: 0 })).toEqual({ a: [{ b: 9, c: 8 }, { b: 2 }] });
    expect(updated(doc, update, { position: 1 })).toEqual({ a: [{ b: 1, c: 8 }, { b: 9 }] });
    expect(() => updated(doc, { $set: { 'a.$': 9, 'a.0': 8 } }, { position: 0 })).toThrow(
      failure(40, "Update created a conflict at 'a.0'"),
    );
  });

  it('needs a match', () => {
    expect(() => updated(doc, { $set: { 'a.$.b': 9 } })).toThrow(
      failure(2, 'The positional operator did not find the match needed from the query.'),
    );
  });
});

describe('$[] and $[identifier]', () => {
  const doc = {
    a: [
      { n: 1, l: [1, 5] },
      { n: 2, l: [6] },
    ],
  };

  it('are all elements, or those that a filter matches', () => {
    expect(updated(doc, { $inc: { 'a.$[].n': 10 } })['a']).toMatchObject([{ n: 11 }, { n: 12 }]);
    expect(
      updated(
        doc,
        { $set: { 'a.$[x].l.$[big]': 0 } },
        {
          filters: [{ 'x.n': { $gte: 1 } }, { big: { $gte: 5 } }],
        },
      )['a'],
    ).toMatchObject([{ l: [1, 0] }, { l: [0] }]);
  });

  it('may meet in an element as long as they change different fields', () => {
    const filters: BsonValue[] = [{ 'x.n': 1 }];
    expect(updated(doc, { $set: { 'a.$[].b': 1, 'a.$[x].c': 2 } }, { filters })['a']).toMatchObject(
      [{ b: 1, c: 2 }, { b: 1 }],
    );
    expect(() => updated(doc, { $set: { 'a.$[].b': 1, 'a.$[x].b': 2 } }, { filters })).toThrow(
      failure(40, "Update created a conflict at 'a.0.b'"),
    );
  });

  it('need an array', () => {
    expect(() => updated({}, { $set: { 'a.$[]': 1 } })).toThrow(
      failure(2, "The path 'a' must exist in the document in order to apply array updates."),
    );
    expect(() => updated({ a: 5 }, { $set: { 'a.$[]': 1 } })).toThrow(
      failure(2, 'Cannot apply array updates to non-array element a: 5'),
    );
  });

  it('do nothing in an empty array', () => {
    expect(updated({ a: [] }, { $set: { 'a.$[]': 1 } })).toEqual({ a: [] });
  });
});

describe('_id', () => {
  const immutable = (path: string) =>
    failure(
      66,
      `Performing an update on the path '${path}' would modify the immutable field '_id'`,
    );

  it('cannot be changed, unset or renamed', () => {
    expect(() => updated({ _id: 1 }, { $set: { _id: 2 } })).toThrow(immutable('_id'));
    expect(() => updated({ _id: 1 }, { $set: { _id: new Double(1) } })).toThrow(immutable('_id'));
    expect(() => updated({ _id: 1 }, { $unset: { _id: 1 } })).toThrow(immutable('_id'));
    expect(() => updated({ _id: 1 }, { $rename: { _id: 'x' } })).toThrow(immutable('_id'));
    expect(() => updated({ _id: { a: 1 } }, { $set: { '_id.b': 1 } })).toThrow(immutable('_id.b'));
  });

  it('can be set to what it is', () => {
    expect(updated({ _id: { a: 1 } }, { $set: { _id: { a: 1 }, b: 1 } })).toEqual({
      _id: { a: 1 },
      b: 1,
    });
  });

  it('can be given to a document without one', () => {
    expect(updated({}, { $setOnInsert: { _id: 5 } }, { isInsert: true })).toEqual({ _id: 5 });
  });
});

describe('an update object', () => {
  it('can be used again with other array filters', () => {
    const update = { $set: { 'a.$[x]': 0 } };
    const doc = { a: [1, 2] };
    expect(updated(doc, update, { filters: [{ x: 1 }] })).toEqual({ a: [0, 2] });
    expect(updated(doc, update, { filters: [{ x: 2 }] })).toEqual({ a: [1, 0] });
  });
});
