import { BSONRegExp, type Doc } from '../../values';
import { aggregate, codeOf, environmentOf } from '../testing/aggregate';

const orders: Doc[] = [
  { _id: 1, item: 'a', qty: 2 },
  { _id: 2, item: ['b', 'a'], qty: 5 },
  { _id: 3, qty: 1 },
];
const stock: Doc[] = [
  { _id: 10, sku: 'a', left: 1 },
  { _id: 11, sku: ['b', 'c'], left: 9 },
  { _id: 12, sku: null },
  { _id: 13 },
];

function ids(docs: unknown): unknown[] {
  return (docs as Doc[]).map(({ _id }) => _id);
}

describe('$lookup', () => {
  const stage = { from: 'stock', localField: 'item', foreignField: 'sku', as: 'found' };

  it('joins by equality: arrays by their elements, missing with null', () => {
    const result = aggregate(orders, [{ $lookup: stage }], environmentOf({ stock }));
    expect(result.map(({ found }) => ids(found))).toEqual([[10], [10, 11], [12, 13]]);
  });

  it('asks once for many documents', () => {
    const many = Array.from({ length: 200 }, (_, index): Doc => ({ _id: index, item: index % 7 }));
    const environment = environmentOf({ stock: [{ _id: 1, sku: 3 }] });
    const result = aggregate(many, [{ $lookup: stage }], environment);
    expect(result.filter(({ found }) => (found as Doc[]).length === 1)).toHaveLength(29);
    expect(environment.reads.length).toBeLessThan(8);
  });

  it('takes a regular expression for a value', () => {
    const regex = new BSONRegExp('^a');
    const environment = environmentOf({
      stock: [
        { _id: 1, sku: 'abc' },
        { _id: 2, sku: regex },
      ],
    });
    const [result] = aggregate([{ item: regex }], [{ $lookup: stage }], environment) as [Doc];
    expect(ids(result.found)).toEqual([2]);
  });

  it('runs a pipeline with variables, over a filter that an index can serve', () => {
    const environment = environmentOf({ stock });
    const pipeline = [
      { $match: { $expr: { $and: [{ $eq: ['$sku', '$$item'] }, { $lt: ['$left', '$$qty'] }] } } },
      { $project: { _id: 0, left: 1, qty: '$$qty' } },
    ];
    const lookup = {
      from: 'stock',
      let: { item: '$item', qty: '$qty' },
      pipeline,
      as: 'found.here',
    };
    const result = aggregate(orders, [{ $lookup: lookup }], environment);
    expect(result[0]?.found).toEqual({ here: [{ left: 1, qty: 2 }] });
    // A variable of a missing field is missing, and equal to another missing field.
    expect(result[2]?.found).toEqual({ here: [{ qty: 1 }] });
    expect(environment.reads[0]?.filter).toEqual({ sku: { $eq: 'a' } });
    expect(environment.reads[0]?.roots).toEqual(new Set(['sku', 'left', '_id', 'qty']));
  });

  it('runs a pipeline over the equal documents', () => {
    const lookup = { ...stage, pipeline: [{ $count: 'n' }] };
    const result = aggregate(orders, [{ $lookup: lookup }], environmentOf({ stock }));
    expect(result.map(({ found }) => found)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 2 }]]);
  });

  it('runs a pipeline that is the same for all only once', () => {
    const environment = environmentOf({ stock });
    const lookup = { from: 'stock', pipeline: [{ $match: { left: { $gt: 1 } } }], as: 'found' };
    const result = aggregate(orders, [{ $lookup: lookup }], environment);
    expect(result.map(({ found }) => ids(found))).toEqual([[11], [11], [11]]);
    expect(environment.reads).toHaveLength(1);
  });

  it('nests, with the variables of the outer lookup in sight', () => {
    const inner = {
      from: 'stock',
      let: { sku: '$sku' },
      pipeline: [
        { $match: { $expr: { $eq: ['$sku', '$$sku'] } } },
        { $project: { _id: 0, q: '$$qty' } },
      ],
      as: 'again',
    };
    const lookup = {
      from: 'stock',
      let: { qty: '$qty', item: '$item' },
      pipeline: [{ $match: { $expr: { $eq: ['$sku', '$$item'] } } }, { $lookup: inner }],
      as: 'found',
    };
    const [first] = aggregate(orders, [{ $lookup: lookup }], environmentOf({ stock })) as [Doc];
    expect(first.found).toEqual([{ _id: 10, sku: 'a', left: 1, again: [{ q: 2 }] }]);
  });

  it('works inside of a $facet', () => {
    const [result] = aggregate(
      orders,
      [{ $facet: { joined: [{ $lookup: stage }] } }],
      environmentOf({ stock }),
    ) as [Doc];
    expect((result.joined as Doc[]).map(({ found }) => ids(found))).toEqual([
      [10],
      [10, 11],
      [12, 13],
    ]);
  });

  it('refuses a wrong shape', () => {
    expect(codeOf(() => aggregate([], [{ $lookup: { from: 'x', as: 'y' } }]))).toBe(9);
    expect(codeOf(() => aggregate([], [{ $lookup: { ...stage, foreignField: undefined } }]))).toBe(
      9,
    );
    expect(codeOf(() => aggregate([], [{ $lookup: { ...stage, nope: 1 } }]))).toBe(9);
  });
});

describe('$graphLookup', () => {
  const people: Doc[] = [
    { _id: 1, name: 'ann' },
    { _id: 2, name: 'bob', boss: 'ann' },
    { _id: 3, name: 'cat', boss: 'bob' },
    { _id: 4, name: 'dan', boss: ['cat', 'dan'] },
  ];
  const stage = {
    from: 'people',
    startWith: '$boss',
    connectFromField: 'boss',
    connectToField: 'name',
    as: 'chain',
    depthField: 'depth',
  };

  it('follows references, also in circles', () => {
    const [dan] = aggregate(
      [people[3] as Doc],
      [{ $graphLookup: stage }],
      environmentOf({ people }),
    ) as [Doc];
    expect((dan.chain as Doc[]).map(({ name, depth }) => [name, depth])).toEqual([
      ['cat', 0],
      ['dan', 0],
      ['bob', 1],
      ['ann', 2],
    ]);
  });

  it('stops at a depth and keeps to a restriction', () => {
    const run = (more: Doc): unknown =>
      (
        aggregate(
          [people[3] as Doc],
          [{ $graphLookup: { ...stage, ...more } }],
          environmentOf({ people }),
        )[0] as Doc
      ).chain;
    expect(run({ maxDepth: 0 })).toHaveLength(2);
    expect(run({ restrictSearchWithMatch: { name: { $ne: 'bob' } } })).toHaveLength(2);
  });
});

describe('$unionWith', () => {
  it('adds the documents of another collection', () => {
    const environment = environmentOf({ stock });
    expect(aggregate(orders, [{ $unionWith: 'stock' }], environment)).toHaveLength(7);
    const pipeline = [{ $match: { left: 1 } }, { $project: { left: 1 } }];
    expect(aggregate([], [{ $unionWith: { coll: 'stock', pipeline } }], environment)).toEqual([
      { _id: 10, left: 1 },
    ]);
    expect(
      aggregate([{ a: 1 }], [{ $unionWith: { pipeline: [{ $documents: [{ a: 2 }] }] } }]),
    ).toEqual([{ a: 1 }, { a: 2 }]);
  });
});
