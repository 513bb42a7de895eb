import { BSONRegExp, type Doc } from '../values';
import { upsertSeed } from './upsert-seed';
import { failure } from './testing/updated';

describe('upsertSeed', () => {
  it.each<[Doc, Doc]>([
    [{}, {}],
    [
      { a: 1, b: null },
      { a: 1, b: null },
    ],
    [{ a: { $eq: 1 } }, { a: 1 }],
    [{ a: { $eq: 1, $gt: 0 } }, { a: 1 }],
    [{ a: { $in: [1] } }, { a: 1 }],
    [{ a: { $in: [1, 2] } }, {}],
    [{ a: { $all: [1] } }, { a: 1 }],
    [{ a: { $all: [{ $elemMatch: { b: 1 } }] } }, {}],
    [{ a: { $gt: 1 }, b: { $exists: false } }, {}],
    [{ a: { $not: { $eq: 1 } } }, {}],
    [{ $and: [{ a: 1 }, { $and: [{ b: 2 }] }] }, { a: 1, b: 2 }],
    [{ $or: [{ a: 1 }] }, { a: 1 }],
    [{ $or: [{ a: 1 }, { b: 1 }] }, {}],
    [{ $nor: [{ a: 1 }] }, {}],
    [{ $expr: { $eq: ['$a', 1] } }, {}],
    [{ a: { b: 1 } }, { a: { b: 1 } }],
    [{ 'a.b': 1, 'a.c': 2 }, { a: { b: 1, c: 2 } }],
    [{ 'a.0': 1 }, { a: { 0: 1 } }],
    [{ a: [1, 2] }, { a: [1, 2] }],
  ])('of %j is %j', (filter, seed) => {
    expect(upsertSeed(filter)).toEqual(seed);
  });

  it('never takes a regular expression that is a pattern', () => {
    const pattern = new BSONRegExp('x');
    expect(upsertSeed({ a: pattern, b: { $in: [pattern] } })).toEqual({});
  });

  it('shares nothing with the filter', () => {
    const filter = { a: { b: [1] } };
    upsertSeed(filter)['a'] = 5;
    (upsertSeed(filter)['a'] as Doc)['b'] = 6;
    expect(filter).toEqual({ a: { b: [1] } });
  });

  it('orders fields by path', () => {
    expect(Object.keys(upsertSeed({ b: 1, a: 1, _id: 1 }))).toEqual(['_id', 'a', 'b']);
  });

  it.each<[Doc, string]>([
    [{ a: 1, $and: [{ a: 1 }] }, "cannot infer query fields to set, path 'a' is matched twice"],
    [
      { 'a.b': 1, a: { c: 1 } },
      "cannot infer query fields to set, both paths 'a.b' and 'a' are matched",
    ],
  ])('refuses %j', (filter, message) => {
    expect(() => upsertSeed(filter)).toThrow(failure(54, message));
  });
});
