import { startWithDriver, type DriverFixture } from '../server/testing/driver-fixture';

describe('databases and collections', () => {
  let fixture: DriverFixture;

  beforeAll(async () => {
    fixture = await startWithDriver();
  });
  afterAll(() => fixture.stop());
  beforeEach(() => fixture.db.dropDatabase());

  const names = async (): Promise<string[]> =>
    (await fixture.db.listCollections({}, { nameOnly: true }).toArray())
      .map(({ name }) => name)
      .sort();

  it('creates a collection, again only with the same options', async () => {
    await fixture.db.createCollection('a', { validationLevel: 'off' });
    await fixture.db.command({ create: 'a', validationLevel: 'off' });
    await expect(fixture.db.createCollection('a')).rejects.toMatchObject({ code: 48 });
    expect(await fixture.db.listCollections({ name: 'a' }).toArray()).toMatchObject([
      {
        name: 'a',
        type: 'collection',
        options: { validationLevel: 'off' },
        info: { readOnly: false },
      },
    ]);
  });

  it('checks the options of a new collection', async () => {
    await expect(fixture.db.command({ create: 'a', capped: true })).rejects.toMatchObject({
      code: 72,
    });
    await expect(fixture.db.command({ create: 'a', size: 5 })).rejects.toMatchObject({ code: 72 });
    await expect(fixture.db.command({ create: 'a', flavour: 1 })).rejects.toMatchObject({
      code: 40415,
    });
    await expect(
      fixture.db.command({ create: 'a', validator: { a: { $nonsense: 1 } } }),
    ).rejects.toMatchObject({ ok: 0 });
    expect(await names()).toEqual([]);
  });

  it('notes the limits of a capped collection', async () => {
    await fixture.db.createCollection('capped', { capped: true, size: 4096, max: 10 });
    expect(await fixture.db.command({ collStats: 'capped' })).toMatchObject({
      capped: true,
      max: 10,
      maxSize: 4096,
    });
  });

  it('lists databases with a filter', async () => {
    await fixture.db.collection('a').insertOne({});
    await fixture.client.db('other').collection('b').insertOne({});
    const admin = fixture.client.db('admin').admin();
    const all = await admin.listDatabases();
    expect(all.databases.map(({ name }) => name)).toEqual(['other', 'test']);
    const some = await admin.listDatabases({ filter: { name: /^oth/ }, nameOnly: true });
    expect(some.databases).toEqual([{ name: 'other' }]);
    await fixture.client.db('other').dropDatabase();
    expect((await admin.listDatabases()).databases).toHaveLength(1);
  });

  it('drops a collection and its cursors; dropping nothing is fine', async () => {
    const rows = fixture.db.collection('rows');
    await rows.insertMany(Array.from({ length: 10 }, (_, _id) => ({ _id: _id as never })));
    const cursor = rows.find({}, { batchSize: 2 });
    await cursor.next();
    expect(await rows.drop()).toBe(true);
    expect(await rows.drop()).toBe(true);
    await expect(cursor.toArray()).rejects.toMatchObject({ code: 43 });
    expect(await names()).toEqual([]);
  });

  it('renames, and over an existing collection only when told to', async () => {
    await fixture.db.collection('a').insertOne({ from: 'a' });
    await fixture.db.collection('b').insertOne({ from: 'b' });
    await fixture.db.collection('a').createIndex({ from: 1 });
    await expect(fixture.db.collection('a').rename('b')).rejects.toMatchObject({ code: 48 });
    await expect(fixture.db.collection('none').rename('c')).rejects.toMatchObject({ code: 26 });
    await fixture.db.collection('a').rename('b', { dropTarget: true });
    expect(await names()).toEqual(['b']);
    expect(await fixture.db.collection('b').findOne({ from: 'a' })).not.toBeNull();
    expect(await fixture.db.collection('b').indexes()).toHaveLength(2);
  });

  it('reads through views, also views over views, and writes through none', async () => {
    await fixture.db.collection('rows').insertMany([
      { _id: 1 as never, n: 1 },
      { _id: 2 as never, n: 2 },
      { _id: 3 as never, n: 3 },
    ]);
    await fixture.db.createCollection('big', {
      viewOn: 'rows',
      pipeline: [{ $match: { n: { $gt: 1 } } }],
    });
    await fixture.db.createCollection('doubled', {
      viewOn: 'big',
      pipeline: [{ $set: { n: { $multiply: ['$n', 2] } } }],
    });
    const view = fixture.db.collection('doubled');
    expect(await view.find({}, { sort: { n: -1 }, projection: { _id: 0 } }).toArray()).toEqual([
      { n: 6 },
      { n: 4 },
    ]);
    expect(await view.countDocuments({ n: 4 })).toBe(1);
    expect(await view.estimatedDocumentCount()).toBe(2);
    expect(await view.distinct('n')).toEqual([4, 6]);
    expect(
      await view.aggregate([{ $group: { _id: null, sum: { $sum: '$n' } } }]).toArray(),
    ).toEqual([{ _id: null, sum: 10 }]);
    await expect(view.insertOne({})).rejects.toMatchObject({ code: 166 });
    expect(await fixture.db.listCollections({ type: 'view' }).toArray()).toHaveLength(2);
    await fixture.db.command({ collMod: 'big', viewOn: 'rows', pipeline: [] });
    expect(await view.countDocuments()).toBe(3);
  });

  it('enforces a validator that collMod set, unless it is bypassed', async () => {
    const rows = fixture.db.collection('rows');
    await rows.insertOne({ n: 1 });
    await fixture.db.command({ collMod: 'rows', validator: { n: { $type: 'number' } } });
    await expect(rows.insertOne({ n: 'x' })).rejects.toMatchObject({ code: 121 });
    await rows.insertOne({ n: 'x' }, { bypassDocumentValidation: true });
    await expect(fixture.db.command({ collMod: 'none' })).rejects.toMatchObject({ code: 26 });
  });

  it('stores a time series as a plain collection that expires', async () => {
    await fixture.db.createCollection('series', {
      timeseries: { timeField: 'at' },
      expireAfterSeconds: 60,
    });
    const series = fixture.db.collection('series');
    await series.insertOne({ at: new Date(0), v: 1 });
    await series.insertOne({ at: new Date(), v: 2 });
    expect(await fixture.db.listCollections({ name: 'series' }).toArray()).toMatchObject([
      { type: 'timeseries', options: { expireAfterSeconds: 60 } },
    ]);
    await fixture.server.server.engine.expire({ check: () => undefined });
    expect(await series.distinct('v')).toEqual([2]);
  });

  it('lets the documents of a time series share an _id', async () => {
    await fixture.db.createCollection('series', { timeseries: { timeField: 'at' } });
    const series = fixture.db.collection<{ _id: number; at: Date }>('series');
    await series.insertMany([
      { _id: 1, at: new Date(0) },
      { _id: 1, at: new Date(1) },
    ]);
    expect(await series.countDocuments({ _id: 1 })).toBe(2);
    expect(await series.deleteMany({ _id: 1 })).toMatchObject({ deletedCount: 2 });
  });

  it('describes a clustered index as it was asked for', async () => {
    const clusteredIndex = { key: { _id: 1 }, unique: true, name: 'mine' };
    await fixture.db.createCollection('clustered', { clusteredIndex });
    await fixture.db.command({ create: 'clustered', clusteredIndex });
    expect(await fixture.db.listCollections().toArray()).toMatchObject([
      { options: { clusteredIndex: { v: 2, ...clusteredIndex } } },
    ]);
    expect(await fixture.db.collection('clustered').indexes()).toEqual([
      { v: 2, ...clusteredIndex, clustered: true },
    ]);
    await expect(
      fixture.db.command({ create: 'b', clusteredIndex: { key: { a: 1 }, unique: true } }),
    ).rejects.toMatchObject({ code: 197 });
    await expect(
      fixture.db.command({ create: 'b', clusteredIndex: { key: { _id: 1 } } }),
    ).rejects.toMatchObject({ code: 5979700 });
  });
});
