import { type Doc } from '../values';
import { projectionRoots } from './projection-roots';

describe('projectionRoots', () => {
  it.each<[Doc, string[]]>([
    [{ a: 1 }, ['_id', 'a']],
    [{ 'a.b': 1, 'a.c': 1, d: true }, ['_id', 'a', 'd']],
    [{ a: { b: 1 } }, ['_id', 'a']],
    [{ a: 1, _id: 0 }, ['a']],
    [{ _id: 1 }, ['_id']],
    [{ a: { $elemMatch: { b: 1 } } }, ['_id', 'a']],
    [{ a: { $slice: 1 }, b: 1 }, ['_id', 'a', 'b']],
  ])('of %j are %j', (spec, roots) => {
    expect([...(projectionRoots(spec) ?? [])].sort()).toEqual(roots);
  });

  it.each<Doc | undefined>([
    undefined,
    {},
    { a: 0 },
    { _id: 0 },
    { a: { b: 0 } },
    { a: '$b' },
    { a: { $add: ['$b', 1] } },
    { a: 1, score: { $meta: 'textScore' } },
    { 'a.$': 1 },
    { a: { $slice: 1 } },
    { _id: '$a', b: 1 },
  ])('are unknown for %j', (spec) => {
    expect(projectionRoots(spec)).toBeUndefined();
  });
});
