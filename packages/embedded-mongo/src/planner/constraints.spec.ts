import { BSONRegExp, type BsonValue, type Doc } from '../values';
import { constraintsOf } from './constraints';
import { impliesPartial } from './partial-implication';
import { regexPrefix } from './regex-prefix';

const implies = (filter: Doc, partial: Doc): boolean =>
  impliesPartial(constraintsOf(filter), filter, partial);

describe('the constraints of a filter', () => {
  it('are points, intervals and beginnings of texts', () => {
    const { byPath, complete } = constraintsOf({
      a: 1,
      b: { $in: [1, 2] },
      c: { $gt: 3, $lte: 9 },
    });
    expect(complete).toBe(true);
    expect(byPath.get('a')).toMatchObject([{ kind: 'points', values: [1], exact: true }]);
    expect(byPath.get('b')).toMatchObject([{ kind: 'points', values: [1, 2], exact: true }]);
    expect(byPath.get('c')).toMatchObject([
      { interval: { low: 3, lowInclusive: false } },
      { interval: { low: -Infinity, high: 9, highInclusive: true } },
    ]);
  });

  it('are not the whole filter when something else is in it', () => {
    for (const rest of [{ b: { $ne: 1 } }, { $or: [{ b: 1 }] }, { b: [1] }, { b: { $gt: null } }]) {
      const { byPath, complete } = constraintsOf({ a: 1, ...rest });
      expect(complete).toBe(false);
      expect([...byPath.keys()]).toEqual(['a']);
    }
  });

  it('never call null exact: it also stands for missing fields', () => {
    expect(constraintsOf({ a: null }).byPath.get('a')).toMatchObject([{ exact: false }]);
  });

  it('remember the element that an $elemMatch is about', () => {
    const { byPath } = constraintsOf({ a: { $elemMatch: { b: 1, c: { $gt: 2 } } } });
    const [left] = byPath.get('a.b') ?? [];
    const [right] = byPath.get('a.c') ?? [];
    expect(left?.scope).toBe(right?.scope);
    expect(left?.scope).toEqual({ path: 'a' });
  });
});

describe('the beginning of a pattern', () => {
  it.each<[BsonValue, BsonValue, string | undefined]>([
    ['^abc', undefined, 'abc'],
    ['^abc?', undefined, 'ab'],
    ['^abc*d', undefined, 'ab'],
    ['^abc+', undefined, 'abc'],
    ['^a\\.b', undefined, 'a.b'],
    ['^a\\.?', undefined, 'a'],
    ['^a\\d', undefined, 'a'],
    ['abc', undefined, undefined],
    ['^a|b', undefined, undefined],
    ['^abc', 'i', undefined],
    ['^a?', undefined, undefined],
    [new BSONRegExp('^ab', 'm'), undefined, undefined],
    [new BSONRegExp('^ab', ''), undefined, 'ab'],
  ])('%p with %p is %p', (pattern, options, prefix) => {
    expect(regexPrefix(pattern, options)?.prefix).toBe(prefix);
  });
});

describe('a partial index', () => {
  it.each<[Doc, Doc]>([
    [{ a: 5 }, { a: { $gt: 3 } }],
    [{ a: { $gt: 3 } }, { a: { $gt: 3 } }],
    [{ a: { $gte: 4 } }, { a: { $gt: 3 } }],
    [{ a: { $in: [4, 5] } }, { a: { $gte: 4 } }],
    [{ a: 'x' }, { a: { $exists: true } }],
    [{ a: { $exists: true } }, { a: { $exists: true } }],
    [
      { a: 'x', b: 1 },
      { a: { $type: 'string' }, b: 1 },
    ],
    [{ a: { $gt: 'x' } }, { a: { $type: 'string' } }],
    [{ a: 1 }, { $or: [{ a: 2 }, { a: 1 }] }],
    [{ $and: [{ a: 1 }] }, { $and: [{ a: 1 }] }],
  ])('serves %j when it holds %j', (filter, partial) => {
    expect(implies(filter, partial)).toBe(true);
  });

  it.each<[Doc, Doc]>([
    [{ b: 5 }, { a: { $gt: 3 } }],
    [{ a: { $gt: 2 } }, { a: { $gt: 3 } }],
    [{ a: { $gte: 3 } }, { a: { $gt: 3 } }],
    [{ a: { $lt: 9 } }, { a: { $gt: 3 } }],
    [{ a: { $in: [3, 5] } }, { a: { $gte: 4 } }],
    [{ a: null }, { a: { $exists: true } }],
    [{ a: { $gt: 3 } }, { a: { $type: 'int' } }],
    [{ a: { $ne: 1 } }, { a: 2 }],
    [{}, { a: 1 }],
  ])('does not serve %j when it holds %j', (filter, partial) => {
    expect(implies(filter, partial)).toBe(false);
  });
});
