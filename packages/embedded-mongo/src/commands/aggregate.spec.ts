import type { mongo } from 'mongoose';
import { startWithDriver, type DriverFixture } from '../server/testing/driver-fixture';

interface Row {
  _id: number;
  [field: string]: unknown;
}

describe('aggregate', () => {
  let fixture: DriverFixture;
  let rows: mongo.Collection<Row>;

  beforeAll(async () => {
    fixture = await startWithDriver();
  });
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    await fixture.db.dropDatabase();
    rows = fixture.db.collection<Row>('rows');
    await rows.insertMany([
      { _id: 1, shop: 'a', amount: 10 },
      { _id: 2, shop: 'b', amount: 20 },
      { _id: 3, shop: 'a', amount: 30 },
    ]);
  });

  const all = (name: string): Promise<mongo.Document[]> =>
    fixture.db
      .collection(name)
      .find({}, { sort: { _id: 1 } })
      .toArray();

  it('groups, in batches when asked to', async () => {
    const pipeline = [
      { $group: { _id: '$shop', sum: { $sum: '$amount' } } },
      { $sort: { _id: 1 } },
    ];
    const expected = [
      { _id: 'a', sum: 40 },
      { _id: 'b', sum: 20 },
    ];
    expect(await rows.aggregate(pipeline).toArray()).toEqual(expected);
    expect(await rows.aggregate(pipeline, { batchSize: 1 }).toArray()).toEqual(expected);
    expect(await rows.aggregate([]).toArray()).toHaveLength(3);
  });

  it('joins other collections and views', async () => {
    await fixture.db
      .collection<{ _id: string }>('shops')
      .insertMany([{ _id: 'a', city: 'Hà Nội' } as never, { _id: 'b', city: 'Huế' } as never]);
    await fixture.db.createCollection('northern', {
      viewOn: 'shops',
      pipeline: [{ $match: { _id: 'a' } }],
    });
    const lookup = (from: string): Promise<mongo.Document[]> =>
      rows
        .aggregate([
          { $match: { _id: { $lte: 2 } } },
          { $lookup: { from, localField: 'shop', foreignField: '_id', as: 'at' } },
          { $sort: { _id: 1 } },
          { $project: { _id: 0, cities: '$at.city' } },
        ])
        .toArray();
    expect(await lookup('shops')).toEqual([{ cities: ['Hà Nội'] }, { cities: ['Huế'] }]);
    expect(await lookup('northern')).toEqual([{ cities: ['Hà Nội'] }, { cities: [] }]);
  });

  it('uses let and database level documents', async () => {
    expect(
      await rows
        .aggregate([{ $match: { $expr: { $eq: ['$_id', '$$wanted'] } } }], { let: { wanted: 2 } })
        .toArray(),
    ).toMatchObject([{ _id: 2 }]);
    expect(
      await fixture.db
        .aggregate([{ $documents: [{ a: 1 }, { a: 2 }] }, { $match: { a: 2 } }])
        .toArray(),
    ).toEqual([{ a: 2 }]);
    await expect(fixture.db.aggregate([{ $match: {} }]).toArray()).rejects.toMatchObject({
      code: 73,
    });
  });

  it('refuses malformed pipelines and stages of other servers', async () => {
    const run = (pipeline: unknown, options: object = { cursor: {} }): Promise<unknown> =>
      fixture.db.command({ aggregate: 'rows', pipeline, ...options });
    await expect(run('x')).rejects.toMatchObject({ code: 14 });
    await expect(run([{ $what: 1 }])).rejects.toMatchObject({
      code: 40324,
      message: "Unrecognized pipeline stage name: '$what'",
    });
    await expect(run([], {})).rejects.toMatchObject({ code: 9 });
    await expect(run([{ $changeStream: {} }])).rejects.toMatchObject({ code: 40573 });
    await expect(run([{ $search: {} }])).rejects.toMatchObject({ code: 31082 });
    await expect(run([{ $limit: 0 }])).rejects.toMatchObject({ code: 15958 });
  });

  it('tells about the collection itself', async () => {
    await rows.createIndex({ shop: 1 });
    const indexes = await rows
      .aggregate([{ $indexStats: {} }, { $project: { name: 1 } }])
      .toArray();
    expect(indexes.map(({ name }) => name as string)).toEqual(['_id_', 'shop_1']);
    expect(
      await rows.aggregate([{ $collStats: { count: {}, storageStats: {} } }]).toArray(),
    ).toMatchObject([{ ns: 'test.rows', count: 3, storageStats: { count: 3 } }]);
    expect(await fixture.db.command({ validate: 'rows' })).toMatchObject({
      valid: true,
      nrecords: 3,
      nIndexes: 2,
    });
    expect(await fixture.db.command({ dbStats: 1 })).toMatchObject({ collections: 1, objects: 3 });
    expect(await fixture.db.command({ dataSize: 'test.rows' })).toMatchObject({ numObjects: 3 });
  });

  describe('$out', () => {
    it('replaces a collection and keeps its indexes', async () => {
      const target = fixture.db.collection<Row>('target');
      await target.insertOne({ _id: 99 });
      await target.createIndex({ amount: 1 });
      await rows.aggregate([{ $match: { shop: 'a' } }, { $out: 'target' }]).toArray();
      expect((await all('target')).map(({ _id }) => _id as unknown)).toEqual([1, 3]);
      expect((await target.indexes()).map(({ name }) => name)).toEqual(['_id_', 'amount_1']);
    });

    it('may replace its own source, and leaves all as it was when it fails', async () => {
      await rows.aggregate([{ $set: { seen: 1 } }, { $out: 'rows' }]).toArray();
      expect(await rows.countDocuments({ seen: 1 })).toBe(3);
      await rows.createIndex({ amount: 1 }, { unique: true });
      await expect(
        rows.aggregate([{ $set: { amount: 1 } }, { $out: 'rows' }]).toArray(),
      ).rejects.toMatchObject({ code: 11000 });
      expect(await rows.distinct('amount')).toHaveLength(3);
      expect(await fixture.db.listCollections().toArray()).toHaveLength(1);
    });

    it('writes into another database', async () => {
      const other = fixture.client.db('elsewhere');
      await rows.aggregate([{ $out: { db: 'elsewhere', coll: 'copy' } }]).toArray();
      expect(await other.collection('copy').countDocuments()).toBe(3);
      await other.dropDatabase();
    });
  });

  describe('$merge', () => {
    const merge = (stage: object, pipeline: object[] = []): Promise<mongo.Document[]> =>
      rows.aggregate([...pipeline, { $merge: { into: 'target', ...stage } }]).toArray();

    beforeEach(() =>
      fixture.db.collection<Row>('target').insertOne({ _id: 1, amount: 1, kept: true }),
    );

    it('merges fields and inserts what is new', async () => {
      await merge({});
      expect(await all('target')).toEqual([
        { _id: 1, amount: 10, kept: true, shop: 'a' },
        { _id: 2, shop: 'b', amount: 20 },
        { _id: 3, shop: 'a', amount: 30 },
      ]);
    });

    it.each([
      ['replace', { _id: 1, shop: 'a', amount: 10 }],
      ['keepExisting', { _id: 1, amount: 1, kept: true }],
    ])('can %s what matches', async (whenMatched, expected) => {
      await merge({ whenMatched, whenNotMatched: 'discard' });
      expect(await all('target')).toEqual([expected]);
    });

    it('runs a pipeline over what matches', async () => {
      await merge({
        whenMatched: [{ $set: { amount: { $add: ['$amount', '$$new.amount', '$$extra'] } } }],
        let: { new: '$$ROOT', extra: '$amount' },
        whenNotMatched: 'discard',
      });
      expect(await all('target')).toEqual([{ _id: 1, amount: 21, kept: true }]);
    });

    it('fails when told to', async () => {
      await expect(merge({ whenMatched: 'fail' })).rejects.toMatchObject({ code: 11000 });
      await expect(merge({ whenNotMatched: 'fail' })).rejects.toMatchObject({ code: 13113 });
      await expect(merge({ whenMatched: 'explode' })).rejects.toMatchObject({ ok: 0 });
    });

    it('joins on other fields if they are unique', async () => {
      const groups = [
        { $group: { _id: '$shop', total: { $sum: '$amount' } } },
        { $project: { _id: 0, shop: '$_id', total: 1 } },
      ];
      await expect(merge({ on: 'shop' }, groups)).rejects.toMatchObject({ code: 51183 });
      const target = fixture.db.collection<Row>('target');
      await target.deleteMany({});
      await target.createIndex({ shop: 1 }, { unique: true });
      await target.insertOne({ _id: 5, shop: 'a' });
      await merge({ on: 'shop' }, groups);
      expect(await target.findOne({ shop: 'a' })).toEqual({ _id: 5, shop: 'a', total: 40 });
      expect(await target.countDocuments()).toBe(2);
    });
  });

  it('knows the operation that asks', async () => {
    const pipeline = [{ $currentOp: {} }];
    const found = await fixture.client.db('admin').aggregate(pipeline).toArray();
    expect(found).toMatchObject([
      { active: true, ns: 'admin.$cmd.aggregate', command: { aggregate: 1, pipeline } },
    ]);
  });

  it('explains nothing that comes with a write concern', async () => {
    const aggregate = { aggregate: 'rows', pipeline: [], cursor: {}, writeConcern: { j: true } };
    for (const command of [{ explain: aggregate }, { ...aggregate, explain: true }])
      await expect(fixture.db.command(command)).rejects.toMatchObject({ code: 9 });
  });

  it('knows the session that asks', async () => {
    const session = fixture.client.startSession();
    const found = await fixture.client
      .db('admin')
      .aggregate([{ $listLocalSessions: {} }], { session })
      .toArray();
    expect(found).toEqual([{ _id: session.id, lastUse: expect.any(Date) as Date }]);
    await session.endSession();
  });
});
