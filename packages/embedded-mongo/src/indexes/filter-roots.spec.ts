import { filterRoots, rootOf } from './filter-roots';

describe('the root fields of a filter', () => {
  it('are found through logical operators', () => {
    const filter = { 'a.b': 1, $or: [{ c: 1 }, { $and: [{ 'd.0': 2 }] }], $comment: 'x' };
    expect([...(filterRoots(filter) ?? [])]).toEqual(['a', 'c', 'd']);
    expect(rootOf('a.b.c')).toBe('a');
  });

  it('could be any for operators that look at the whole document', () => {
    expect(filterRoots({ $expr: { $eq: ['$a', 1] } })).toBeUndefined();
    expect(filterRoots({ a: 1, $text: { $search: 'x' } })).toBeUndefined();
  });
});
