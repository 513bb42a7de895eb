import { type Doc } from '../values';
import { pushDown } from './push-down';
import { codeOf } from './testing/aggregate';

describe('pushDown', () => {
  it('takes leading filters, a sort, a skip and a limit', () => {
    const pipeline: Doc[] = [
      { $match: { a: 1 } },
      { $match: { b: 2 } },
      { $sort: { c: 1 } },
      { $match: { d: 3 } },
      { $skip: 5 },
      { $skip: 1 },
      { $limit: 10 },
      { $limit: 7 },
      { $project: { a: 1 } },
    ];
    expect(pushDown(pipeline)).toEqual({
      filter: { $and: [{ a: 1 }, { b: 2 }, { d: 3 }] },
      sort: { c: 1 },
      skip: 6,
      limit: 7,
      roots: new Set(['a', 'b', 'c', 'd', '_id']),
      rest: [{ $project: { a: 1 } }],
    });
  });

  it.each<[Doc[], number]>([
    [[{ $limit: 1 }, { $match: { a: 1 } }], 1],
    [[{ $limit: 1 }, { $sort: { a: 1 } }], 1],
    [[{ $limit: 1 }, { $skip: 1 }], 1],
    [[{ $sort: { a: 1 } }, { $sort: { b: 1 } }], 1],
    [[{ $skip: 1 }, { $match: {} }], 1],
    [[{ $unwind: '$a' }, { $match: {} }], 2],
  ])('leaves what has to wait: %j', (pipeline, rest) => {
    expect(pushDown(pipeline).rest).toHaveLength(rest);
  });

  it('checks what it takes', () => {
    expect(codeOf(() => pushDown([{ $limit: 0 }]))).toBe(15958);
    expect(codeOf(() => pushDown([{ $match: 1 }]))).toBe(15959);
    expect(codeOf(() => pushDown([{ $sort: 1 }]))).toBe(15973);
  });

  it('takes the output stage from the end', () => {
    expect(pushDown([{ $match: {} }, { $out: 'x' }])).toEqual({
      rest: [],
      output: { kind: 'out', collection: 'x' },
    });
    expect(pushDown([{ $out: { db: 'd', coll: 'x' } }]).output).toEqual({
      kind: 'out',
      db: 'd',
      collection: 'x',
    });
    const spec = { into: { db: 'd', coll: 'x' }, on: 'k' };
    expect(pushDown([{ $merge: spec }]).output).toEqual({
      kind: 'merge',
      spec,
      db: 'd',
      collection: 'x',
    });
    expect(pushDown([{ $merge: 'x' }]).output).toEqual({
      kind: 'merge',
      spec: { into: 'x' },
      collection: 'x',
    });
    expect(codeOf(() => pushDown([{ $out: 1 }]))).toBe(16990);
    expect(codeOf(() => pushDown([{ $merge: { nope: 1 } }]))).toBe(40415);
  });
});

describe('the roots of a pipeline', () => {
  it.each<[Doc[], string[] | undefined]>([
    [[{ $match: { a: 1 } }], undefined],
    [[{ $count: 'n' }], []],
    [
      [{ $group: { _id: '$a.b', n: { $sum: '$c' }, k: { $push: { x: '$d.e' } } } }],
      ['a', 'c', 'd'],
    ],
    [
      [{ $match: { $or: [{ 'a.b': 1 }, { $expr: { $gt: ['$c', '$$NOW'] } }] } }, { $count: 'n' }],
      ['a', 'c'],
    ],
    [[{ $group: { _id: null, all: { $push: '$$ROOT' } } }], undefined],
    [[{ $group: { _id: null, all: { $push: '$$ROOT.x' } } }], ['x']],
    [[{ $project: { a: 1, 'b.c': 1, d: { $concat: ['$e', 'x'] } } }], ['_id', 'a', 'b', 'd', 'e']],
    [[{ $project: { a: 0 } }], undefined],
    [[{ $project: { a: 0 } }, { $group: { _id: '$b' } }], ['b']],
    [
      [{ $unwind: '$a.b' }, { $addFields: { x: '$y' } }, { $sortByCount: '$x' }],
      ['a', 'x', 'y'],
    ],
    [
      [{ $lookup: { from: 'o', localField: 'k.l', foreignField: 'z', as: 'm' } }, { $count: 'n' }],
      ['k', 'm'],
    ],
    [[{ $replaceRoot: { newRoot: '$a' } }], ['a']],
    [[{ $replaceWith: { $mergeObjects: ['$a', '$$ROOT'] } }], undefined],
    [[{ $facet: { a: [{ $count: 'n' }], b: [{ $group: { _id: '$x' } }] } }], ['x']],
    [[{ $facet: { a: [{ $limit: 1 }] } }], undefined],
    [[{ $match: { $text: { $search: 'x' } } }, { $count: 'n' }], undefined],
    [[{ $group: { _id: { $getField: 'a.b' } } }], ['a.b']],
    [[{ $group: { _id: { $getField: { $concat: ['a', 'b'] } } } }], undefined],
    [[{ $group: { _id: null, t: { $top: { sortBy: { s: 1 }, output: '$o' } } } }], ['s', 'o']],
    [[{ $group: { _id: { $let: { vars: { v: '$p' }, in: '$$v.q' } } } }], ['p']],
    [[{ $redact: '$$KEEP' }, { $count: 'n' }], undefined],
    [
      [{ $bucket: { groupBy: '$g', boundaries: [1, 2], output: { s: { $sum: '$h' } } } }],
      ['g', 'h'],
    ],
  ])('%j', (pipeline, expected) => {
    const { roots } = pushDown(pipeline);
    expect(roots && [...roots].sort()).toEqual(expected?.toSorted());
  });
});
