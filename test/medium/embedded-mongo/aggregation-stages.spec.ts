import { type Collection, type Document } from 'mongodb';
import { codeOf, refusalOf } from '../../support/embedded-mongo/failures';
import { mongoUnderTest } from '../../support/embedded-mongo/mongo-under-test';

const mongo = mongoUnderTest();
let sales: Collection;

const run = (pipeline: Document[], from = sales): Promise<Document[]> =>
  from.aggregate(pipeline).toArray();

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);

beforeAll(async () => {
  sales = await mongo.collection([
    { _id: 1, shop: 'a', item: 'tea', qty: 2, price: 10, at: day('2024-03-01'), tags: ['x', 'y'] },
    { _id: 2, shop: 'a', item: 'cup', qty: 1, price: 20, at: day('2024-03-01'), tags: ['y'] },
    { _id: 3, shop: 'b', item: 'tea', qty: 10, price: 5, at: day('2024-03-02'), tags: [] },
    { _id: 4, shop: 'b', item: 'pot', qty: 5, price: 7.5, at: day('2024-03-04') },
    { _id: 5, shop: 'c', item: 'tea', qty: null, price: 1, at: day('2024-03-04'), tags: null },
  ]);
});

describe('$group', () => {
  it('groups with all accumulators', async () => {
    const groups = await run([
      { $sort: { _id: 1 } },
      {
        $group: {
          _id: '$shop',
          n: { $sum: 1 },
          counted: { $count: {} },
          qty: { $sum: '$qty' },
          average: { $avg: '$qty' },
          least: { $min: '$price' },
          most: { $max: '$price' },
          first: { $first: '$item' },
          last: { $last: '$item' },
          items: { $push: '$item' },
          deviation: { $stdDevPop: '$qty' },
        },
      },
      { $sort: { _id: 1 } },
    ]);
    expect(groups).toEqual([
      {
        _id: 'a',
        n: 2,
        counted: 2,
        qty: 3,
        average: 1.5,
        least: 10,
        most: 20,
        first: 'tea',
        last: 'cup',
        items: ['tea', 'cup'],
        deviation: 0.5,
      },
      {
        _id: 'b',
        n: 2,
        counted: 2,
        qty: 15,
        average: 7.5,
        least: 5,
        most: 7.5,
        first: 'tea',
        last: 'pot',
        items: ['tea', 'pot'],
        deviation: 2.5,
      },
      {
        _id: 'c',
        n: 1,
        counted: 1,
        qty: 0,
        average: null,
        least: 1,
        most: 1,
        first: 'tea',
        last: 'tea',
        items: ['tea'],
        deviation: null,
      },
    ]);
  });

  it('groups all, by several fields, and by what is missing', async () => {
    expect(await run([{ $group: { _id: null, n: { $sum: '$qty' } } }])).toEqual([
      { _id: null, n: 18 },
    ]);
    const byTwo = await run([
      { $group: { _id: { item: '$item', big: { $gte: ['$qty', 5] } }, n: { $sum: 1 } } },
      { $sort: { '_id.item': 1, '_id.big': 1 } },
    ]);
    expect(byTwo).toEqual([
      { _id: { item: 'cup', big: false }, n: 1 },
      { _id: { item: 'pot', big: true }, n: 1 },
      { _id: { item: 'tea', big: false }, n: 2 },
      { _id: { item: 'tea', big: true }, n: 1 },
    ]);
    expect(await run([{ $group: { _id: '$nowhere', n: { $sum: 1 } } }])).toEqual([
      { _id: null, n: 5 },
    ]);
  });

  it('collects distinct values, objects and the n best', async () => {
    const [group] = await run([
      { $sort: { _id: 1 } },
      {
        $group: {
          _id: null,
          items: { $addToSet: '$item' },
          best: { $topN: { n: 2, sortBy: { price: -1 }, output: '$item' } },
          worst: { $bottom: { sortBy: { price: -1 }, output: '$item' } },
          firstTwo: { $firstN: { input: '$item', n: 2 } },
          largest: { $maxN: { input: '$price', n: 2 } },
          merged: { $mergeObjects: { last: '$item' } },
        },
      },
    ]);
    expect((group!.items as string[]).sort()).toEqual(['cup', 'pot', 'tea']);
    expect(group).toMatchObject({
      best: ['cup', 'tea'],
      worst: 'tea',
      firstTwo: ['tea', 'cup'],
      largest: [20, 10],
      merged: { last: 'tea' },
    });
  });

  it('gives no group for no documents', async () => {
    expect(await run([{ $match: { shop: 'z' } }, { $group: { _id: null } }])).toEqual([]);
  });
});

describe('stages one after the other', () => {
  it.each<[string, Document[], Document[]]>([
    [
      '$match, $sort, $skip, $limit',
      [
        { $match: { qty: { $gt: 0 } } },
        { $sort: { qty: -1 } },
        { $skip: 1 },
        { $limit: 2 },
        { $project: { qty: 1 } },
      ],
      [
        { _id: 4, qty: 5 },
        { _id: 1, qty: 2 },
      ],
    ],
    [
      '$project',
      [{ $limit: 1 }, { $project: { _id: 0, total: { $multiply: ['$qty', '$price'] }, item: 1 } }],
      [{ item: 'tea', total: 20 }],
    ],
    [
      '$project of nested fields',
      [{ $limit: 1 }, { $project: { _id: 0, 'a.b': '$item', c: ['$qty', '$gone'] } }],
      [{ a: { b: 'tea' }, c: [2, null] }],
    ],
    [
      '$set and $unset',
      [
        { $limit: 1 },
        { $set: { 'n.m': '$qty', qty: '$$REMOVE' } },
        { $unset: ['at', 'tags', 'shop', 'price'] },
      ],
      [{ _id: 1, item: 'tea', n: { m: 2 } }],
    ],
    ['$count', [{ $match: { item: 'tea' } }, { $count: 'teas' }], [{ teas: 3 }]],
    ['$count of nothing', [{ $match: { item: 'x' } }, { $count: 'n' }], []],
    ['$sortByCount', [{ $sortByCount: '$item' }, { $limit: 1 }], [{ _id: 'tea', count: 3 }]],
    [
      '$unwind',
      [{ $unwind: '$tags' }, { $project: { tags: 1 } }],
      [
        { _id: 1, tags: 'x' },
        { _id: 1, tags: 'y' },
        { _id: 2, tags: 'y' },
      ],
    ],
    [
      '$unwind with places',
      [
        { $unwind: { path: '$tags', includeArrayIndex: 'i', preserveNullAndEmptyArrays: true } },
        { $project: { tags: 1, i: 1 } },
      ],
      [
        { _id: 1, tags: 'x', i: 0 },
        { _id: 1, tags: 'y', i: 1 },
        { _id: 2, tags: 'y', i: 0 },
        { _id: 3, i: null },
        { _id: 4, i: null },
        { _id: 5, tags: null, i: null },
      ],
    ],
    [
      '$replaceRoot',
      [{ $limit: 1 }, { $replaceRoot: { newRoot: { $mergeObjects: [{ a: 1 }, { i: '$item' }] } } }],
      [{ a: 1, i: 'tea' }],
    ],
    ['$replaceWith', [{ $limit: 1 }, { $replaceWith: { q: '$qty' } }], [{ q: 2 }]],
    [
      '$bucket',
      [
        {
          $bucket: {
            groupBy: '$price',
            boundaries: [0, 5, 10],
            default: 'more',
            output: { n: { $sum: 1 } },
          },
        },
      ],
      [
        { _id: 0, n: 1 },
        { _id: 5, n: 2 },
        { _id: 'more', n: 2 },
      ],
    ],
    [
      '$bucketAuto',
      [{ $bucketAuto: { groupBy: '$price', buckets: 2 } }],
      [
        { _id: { min: 1, max: 10 }, count: 3 },
        { _id: { min: 10, max: 20 }, count: 2 },
      ],
    ],
    [
      '$redact',
      [
        { $redact: { $cond: [{ $eq: ['$item', 'pot'] }, '$$KEEP', '$$PRUNE'] } },
        { $project: { _id: 1 } },
      ],
      [{ _id: 4 }],
    ],
    [
      '$documents',
      [
        { $limit: 1 },
        { $lookup: { pipeline: [{ $documents: [{ a: 1 }, { a: 2 }] }], as: 'd' } },
        { $project: { _id: 0, d: 1 } },
      ],
      [{ d: [{ a: 1 }, { a: 2 }] }],
    ],
  ])('%s', async (_, pipeline, expected) => {
    expect(await run(pipeline)).toEqual(expected);
  });

  it('runs several pipelines over the same documents', async () => {
    expect(
      await run([
        { $match: { qty: { $ne: null } } },
        {
          $facet: {
            total: [{ $group: { _id: null, n: { $sum: '$qty' } } }],
            top: [{ $sort: { price: -1 } }, { $limit: 1 }, { $project: { item: 1 } }],
            none: [{ $match: { qty: 99 } }],
          },
        },
      ]),
    ).toEqual([{ total: [{ _id: null, n: 18 }], top: [{ _id: 2, item: 'cup' }], none: [] }]);
  });

  it('samples', async () => {
    const sample = await run([{ $sample: { size: 3 } }]);
    expect(new Set(sample.map(({ _id }) => _id as unknown)).size).toBe(3);
    expect(await run([{ $sample: { size: 30 } }])).toHaveLength(5);
  });

  it('fills the gaps between dates', async () => {
    const days = await run([
      { $group: { _id: '$at', n: { $sum: 1 } } },
      { $project: { _id: 0, at: '$_id', n: 1 } },
      { $densify: { field: 'at', range: { step: 1, unit: 'day', bounds: 'full' } } },
      { $fill: { sortBy: { at: 1 }, output: { n: { value: 0 } } } },
      { $sort: { at: 1 } },
    ]);
    expect(days).toEqual([
      { at: day('2024-03-01'), n: 2 },
      { at: day('2024-03-02'), n: 1 },
      { at: day('2024-03-03'), n: 0 },
      { at: day('2024-03-04'), n: 2 },
    ]);
  });

  it('computes over windows', async () => {
    const rows = await run([
      { $match: { qty: { $ne: null } } },
      {
        $setWindowFields: {
          partitionBy: '$shop',
          sortBy: { _id: 1 },
          output: {
            running: { $sum: '$qty', window: { documents: ['unbounded', 'current'] } },
            all: { $sum: '$qty', window: { documents: ['unbounded', 'unbounded'] } },
            rank: { $rank: {} },
            number: { $documentNumber: {} },
            before: { $shift: { output: '$item', by: -1, default: 'none' } },
          },
        },
      },
      { $sort: { _id: 1 } },
      { $project: { running: 1, all: 1, rank: 1, number: 1, before: 1 } },
    ]);
    expect(rows).toEqual([
      { _id: 1, running: 2, all: 3, rank: 1, number: 1, before: 'none' },
      { _id: 2, running: 3, all: 3, rank: 2, number: 2, before: 'tea' },
      { _id: 3, running: 10, all: 15, rank: 1, number: 1, before: 'none' },
      { _id: 4, running: 15, all: 15, rank: 2, number: 2, before: 'tea' },
    ]);
  });
});

describe('stages over several collections', () => {
  let items: Collection;
  beforeAll(async () => {
    items = await mongo.collection([
      { _id: 'tea', group: 'drink', shops: ['a', 'b'] },
      { _id: 'cup', group: 'ware', shops: ['a'] },
    ]);
  });

  it('looks up by a field', async () => {
    const found = await run([
      { $match: { _id: { $in: [1, 4] } } },
      { $lookup: { from: items.collectionName, localField: 'item', foreignField: '_id', as: 'i' } },
      { $project: { i: { $map: { input: '$i', in: '$$this.group' } } } },
    ]);
    expect(found).toEqual([
      { _id: 1, i: ['drink'] },
      { _id: 4, i: [] },
    ]);
  });

  it('looks up by an array, and from a missing collection', async () => {
    const found = await run(
      [
        {
          $lookup: {
            from: sales.collectionName,
            localField: 'shops',
            foreignField: 'shop',
            as: 's',
          },
        },
        { $lookup: { from: 'missing', localField: 'a', foreignField: 'b', as: 'none' } },
        { $project: { n: { $size: '$s' }, none: 1 } },
        { $sort: { _id: 1 } },
      ],
      items,
    );
    expect(found).toEqual([
      { _id: 'cup', none: [], n: 2 },
      { _id: 'tea', none: [], n: 4 },
    ]);
  });

  it('looks up by a pipeline with variables', async () => {
    const found = await run(
      [
        {
          $lookup: {
            from: sales.collectionName,
            let: { item: '$_id' },
            pipeline: [
              { $match: { $expr: { $and: [{ $eq: ['$item', '$$item'] }, { $gt: ['$qty', 1] }] } } },
              { $group: { _id: null, n: { $sum: '$qty' } } },
            ],
            as: 'sold',
          },
        },
        { $sort: { _id: -1 } },
        { $project: { sold: 1 } },
      ],
      items,
    );
    expect(found).toEqual([
      { _id: 'tea', sold: [{ _id: null, n: 12 }] },
      { _id: 'cup', sold: [] },
    ]);
  });

  it('follows a graph', async () => {
    const staff = await mongo.collection([
      { _id: 'ann' },
      { _id: 'bob', boss: 'ann' },
      { _id: 'cid', boss: 'bob' },
    ]);
    const [cid] = await run(
      [
        { $match: { _id: 'cid' } },
        {
          $graphLookup: {
            from: staff.collectionName,
            startWith: '$boss',
            connectFromField: 'boss',
            connectToField: '_id',
            as: 'chain',
            depthField: 'depth',
          },
        },
      ],
      staff,
    );
    const chain = (cid!.chain as Document[]).map(({ _id, depth }) => [
      _id as unknown,
      Number(depth),
    ]);
    expect(chain.sort()).toEqual([
      ['ann', 1],
      ['bob', 0],
    ]);
  });

  it('unites collections', async () => {
    const united = await run([
      { $project: { _id: 0, item: 1 } },
      {
        $unionWith: {
          coll: items.collectionName,
          pipeline: [{ $project: { _id: 0, item: '$_id' } }],
        },
      },
      { $group: { _id: '$item', n: { $sum: 1 } } },
      { $sort: { _id: 1 } },
    ]);
    expect(united).toEqual([
      { _id: 'cup', n: 2 },
      { _id: 'pot', n: 1 },
      { _id: 'tea', n: 4 },
    ]);
  });

  it('writes into a new collection in place of the old', async () => {
    const name = mongo.newName();
    await mongo.db.collection(name).insertOne({ old: true });
    await mongo.db.collection(name).createIndex({ n: 1 });
    expect(await run([{ $project: { n: '$qty' } }, { $out: name }])).toEqual([]);
    expect(await mongo.db.collection(name).countDocuments()).toBe(5);
    expect(await mongo.db.collection(name).countDocuments({ old: true })).toBe(0);
    expect(await mongo.db.collection(name).indexes()).toHaveLength(2);
  });

  it('merges into a collection', async () => {
    const totals = await mongo.collection([
      { _id: 'a', qty: 100, kept: true },
      { _id: 'z', qty: 1 },
    ]);
    const merge = (whenMatched: unknown): Promise<Document[]> =>
      run([
        { $group: { _id: '$shop', qty: { $sum: '$qty' } } },
        { $merge: { into: totals.collectionName, whenMatched, whenNotMatched: 'insert' } },
      ]);
    await merge('merge');
    expect(await totals.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', qty: 3, kept: true },
      { _id: 'b', qty: 15 },
      { _id: 'c', qty: 0 },
      { _id: 'z', qty: 1 },
    ]);
    await merge([{ $set: { qty: { $add: ['$qty', '$$new.qty'] } } }]);
    expect(await totals.findOne({ _id: 'b' } as Document)).toEqual({ _id: 'b', qty: 30 });
    await merge('replace');
    expect(await totals.findOne({ _id: 'a' } as Document)).toEqual({ _id: 'a', qty: 3 });
    await merge('keepExisting');
    expect(await codeOf(merge('fail'))).toBe(11000);
  });
});

describe('a pipeline as a whole', () => {
  it('takes variables and constants', async () => {
    const found = await sales
      .aggregate([{ $match: { $expr: { $gt: ['$qty', '$$least'] } } }, { $count: 'n' }], {
        let: { least: 4 },
      })
      .toArray();
    expect(found).toEqual([{ n: 2 }]);
    const now = (await run([{ $limit: 1 }, { $project: { _id: 0, now: '$$NOW' } }]))[0]
      ?.now as Date;
    expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('groups documents that do not fit in a batch', async () => {
    const many = await mongo.collection();
    for (let start = 0; start < 20_000; start += 5_000) {
      await many.insertMany(Array.from({ length: 5_000 }, (_, i) => ({ n: start + i })));
    }
    const groups = await run(
      [
        { $group: { _id: { $mod: ['$n', 5_000] }, n: { $sum: 1 } } },
        { $match: { n: 4 } },
        { $count: 'groups' },
      ],
      many,
    );
    expect(groups).toEqual([{ groups: 5_000 }]);
  });

  it.each<[string, Document[], number]>([
    ['an unknown stage', [{ $nope: {} }], 40324],
    ['a stage with two names', [{ $match: {}, $limit: 1 }], 40323],
    ['$group without an id', [{ $group: { n: { $sum: 1 } } }], 15955],
    ['an unknown accumulator', [{ $group: { _id: 1, n: { $nope: 1 } } }], 15952],
    ['an unknown expression', [{ $project: { a: { $nope: 1 } } }], 31325],
    ['a limit of zero', [{ $limit: 0 }], 15958],
    ['$out before the end', [{ $out: 'x' }, { $match: {} }], 40601],
    ['$unwind without a dollar', [{ $unwind: 'tags' }], 28818],
    ['to divide by zero', [{ $project: { a: { $divide: ['$qty', 0] } } }], 2],
    ['to add text', [{ $project: { a: { $add: ['$item', 1] } } }], 14],
    ['to convert what cannot be', [{ $project: { a: { $toInt: '$item' } } }], 241],
    ['an unset variable', [{ $project: { a: '$$nope' } }], 17276],
  ])('refuses %s', async (_, pipeline, code) => {
    expect((await refusalOf(run(pipeline))).code).toBe(code);
  });

  it('names an unknown stage', async () => {
    const error = await refusalOf(run([{ $frob: {} }]));
    expect(error.message).toContain("Unrecognized pipeline stage name: '$frob'");
  });
});
