import { type Document, Long } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { codeOf, refusalOf } from '../../support/embedded-mongo/failures';
import { mongoUnderTest, onEmbedded } from '../../support/embedded-mongo/mongo-under-test';

const mongo = mongoUnderTest();

const collectionNames = async (filter: Document = {}): Promise<string[]> =>
  (await mongo.db.listCollections(filter, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .sort();

describe('databases and collections', () => {
  it('lists databases once they have something', async () => {
    const name = `tributary-other-${randomUUID().slice(0, 8)}`;
    const other = mongo.client.db(name);
    const names = async (): Promise<string[]> =>
      (await mongo.client.db().admin().listDatabases()).databases.map((database) => database.name);
    expect(await names()).not.toContain(name);
    await other.collection('a').insertOne({ a: 1 });
    expect(await names()).toContain(name);
    await other.dropDatabase();
    expect(await names()).not.toContain(name);
    expect(await other.collection('a').countDocuments()).toBe(0);
  });

  it('creates, lists and drops', async () => {
    const name = mongo.newName();
    await mongo.db.createCollection(name);
    expect(await codeOf(mongo.db.command({ create: name, capped: true, size: 1e6 }))).toBe(48);
    expect(await collectionNames({ name })).toEqual([name]);
    const [listed] = await mongo.db.listCollections({ name }).toArray();
    expect(listed).toMatchObject({
      name,
      type: 'collection',
      options: {},
      info: { readOnly: false },
      idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
    });
    expect(await mongo.db.collection(name).drop()).toBe(true);
    expect(await collectionNames({ name })).toEqual([]);
    expect(
      await mongo.db
        .collection(name)
        .indexes()
        .catch((error: Document) => error.code as number),
    ).toBe(26);
  });

  it('lists in batches', async () => {
    const names = await Promise.all(
      Array.from({ length: 12 }, async () => (await mongo.collection([{ a: 1 }])).collectionName),
    );
    const listed: string[] = [];
    for await (const { name } of mongo.db.listCollections({}, { batchSize: 5 })) listed.push(name);
    expect(listed).toEqual(expect.arrayContaining(names));
  });

  it('renames, with its indexes', async () => {
    const from = await mongo.collection([{ a: 1 }]);
    await from.createIndex({ a: 1 }, { unique: true });
    const name = mongo.newName();
    const to = await from.rename(name);
    expect(await to.findOne()).toMatchObject({ a: 1 });
    expect(await to.indexes()).toHaveLength(2);
    expect(await codeOf(to.insertOne({ a: 1 }))).toBe(11000);
    expect(await from.countDocuments()).toBe(0);
  });

  it('renames onto another only when told to', async () => {
    const [from, to] = await Promise.all([
      mongo.collection([{ a: 1 }]),
      mongo.collection([{ b: 1 }]),
    ]);
    expect(await codeOf(from.rename(to.collectionName))).toBe(48);
    await from.rename(to.collectionName, { dropTarget: true });
    expect(await to.find({}, { projection: { _id: 0 } }).toArray()).toEqual([{ a: 1 }]);
    expect(await codeOf(mongo.db.collection('nowhere').rename('somewhere'))).toBe(26);
  });

  it.each(['', 'a$b', '.a', 'a\0b'])('refuses the name %j', async (name) => {
    expect([2, 73]).toContain(await codeOf(mongo.db.command({ create: name })));
  });

  it('shows a view of a pipeline', async () => {
    const source = await mongo.collection([
      { _id: 1, n: 1 },
      { _id: 2, n: 5 },
    ]);
    const view = mongo.newName();
    await mongo.db.createCollection(view, {
      viewOn: source.collectionName,
      pipeline: [{ $match: { n: { $gt: 2 } } }, { $set: { seen: true } }],
    });
    expect(await mongo.db.collection(view).find({ seen: true }).toArray()).toEqual([
      { _id: 2, n: 5, seen: true },
    ]);
    expect(await mongo.db.collection(view).countDocuments()).toBe(1);
    expect(await codeOf(mongo.db.collection(view).insertOne({ n: 9 }))).toBe(166);
  });

  it('keeps the last of a capped collection', async () => {
    const capped = await mongo.collection([], { capped: true, size: 100_000, max: 3 });
    for (let i = 0; i < 5; i += 1) await capped.insertOne({ _id: i } as Document);
    expect((await capped.find().toArray()).map(({ _id }) => _id as unknown)).toEqual([2, 3, 4]);
  });
});

describe('validators', () => {
  const validator = { $jsonSchema: { required: ['name'], properties: { age: { minimum: 0 } } } };

  it('refuses what does not fit, on insert and on update', async () => {
    const people = await mongo.collection([{ _id: 1, name: 'a', age: 5 }], { validator });
    const error = await refusalOf(people.insertOne({ _id: 2, age: 1 } as Document));
    expect(error).toMatchObject({ code: 121, errInfo: { failingDocumentId: 2 } });
    expect(error.message).toContain('Document failed validation');
    expect(await codeOf(people.updateOne({ _id: 1 } as Document, { $set: { age: -1 } }))).toBe(121);
    expect(await people.find().toArray()).toEqual([{ _id: 1, name: 'a', age: 5 }]);
  });

  it('can be bypassed, changed and turned into a warning', async () => {
    const people = await mongo.collection([], { validator: { n: { $gt: 0 } } });
    expect(await codeOf(people.insertOne({ n: 0 }))).toBe(121);
    await people.insertOne({ n: 0 }, { bypassDocumentValidation: true });
    await mongo.db.command({ collMod: people.collectionName, validator: { n: { $gt: -10 } } });
    await people.insertOne({ n: -5 });
    await mongo.db.command({ collMod: people.collectionName, validationAction: 'warn' });
    await people.insertOne({ n: -50 });
    expect(await people.countDocuments()).toBe(3);
    const [listed] = await mongo.db.listCollections({ name: people.collectionName }).toArray();
    expect(listed).toMatchObject({
      options: { validator: { n: { $gt: -10 } }, validationAction: 'warn' },
    });
  });
});

describe('administration', () => {
  it('answers what a driver and a shell ask at first', async () => {
    const admin = mongo.client.db('admin');
    const hello = await admin.command({ hello: 1 });
    expect(hello).toMatchObject({
      isWritablePrimary: true,
      maxBsonObjectSize: 16_777_216,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      ok: 1,
    });
    expect(hello.localTime).toBeInstanceOf(Date);
    expect(hello.logicalSessionTimeoutMinutes).toBe(30);
    expect(await admin.command({ isMaster: 1 })).toMatchObject({ ismaster: true });
    expect(await admin.command({ ping: 1 })).toMatchObject({ ok: 1 });
    expect((await admin.command({ buildInfo: 1 })).version).toMatch(/^\d+\.\d+\.\d+/);
    expect(await admin.command({ serverStatus: 1 })).toMatchObject({
      ok: 1,
      process: expect.any(String),
    });
    expect(await admin.command({ hostInfo: 1 })).toMatchObject({ system: expect.any(Object) });
    expect(await admin.command({ connectionStatus: 1 })).toMatchObject({ authInfo: {} });
    expect(await admin.command({ getParameter: 1, featureCompatibilityVersion: 1 })).toMatchObject({
      ok: 1,
    });
  });

  it('takes the old name of commands in any case of letters that MongoDB takes', async () => {
    expect(await mongo.db.command({ ismaster: 1 })).toMatchObject({ ok: 1 });
    expect(await mongo.db.command({ buildinfo: 1 })).toMatchObject({ ok: 1 });
  });

  it('measures databases and collections', async () => {
    const measured = await mongo.collection([{ a: 'x'.repeat(1_000) }, { a: 'y'.repeat(1_000) }]);
    const stats = await mongo.db.command({ collStats: measured.collectionName });
    expect(stats).toMatchObject({ ns: measured.namespace, count: 2, nindexes: 1 });
    expect(stats.size).toBeGreaterThan(2_000);
    const ofDatabase = await mongo.db.stats();
    expect(ofDatabase).toMatchObject({ db: mongo.databaseName });
    expect(ofDatabase.objects).toBeGreaterThanOrEqual(2);
  });

  it('validates that indexes agree with documents', async () => {
    const checked = await mongo.collection(
      Array.from({ length: 50 }, (_, i) => ({ a: [i, -i], b: i })),
    );
    await checked.createIndexes([{ key: { a: 1 } }, { key: { b: 1 }, unique: true }]);
    await checked.deleteMany({ b: { $lt: 10 } });
    await checked.updateMany({ b: { $lt: 20 } }, { $push: { a: 1_000 } } as Document);
    const report = await mongo.db.command({ validate: checked.collectionName });
    expect(report).toMatchObject({
      valid: true,
      nrecords: 40,
      nIndexes: 3,
      keysPerIndex: { _id_: 40, a_1: 90, b_1: 40 },
    });
  });
});

describe('refusals', () => {
  it('does not know a command', async () => {
    const error = await refusalOf(mongo.db.command({ frobnicate: 1 }));
    expect(error).toMatchObject({ code: 59, codeName: 'CommandNotFound' });
    expect(error.message).toContain("no such command: 'frobnicate'");
  });

  it.each<[string, Document, number]>([
    ['a find of no collection', { find: 1 }, 73],
    ['an insert of no documents', { insert: 'x' }, 40414],
    ['an empty insert', { insert: 'x', documents: [] }, 16],
    ['a negative skip', { find: 'x', skip: -1 }, 51024],
    ['an aggregate without a cursor', { aggregate: 'x', pipeline: [] }, 9],
    ['an unknown field of a command', { find: 'x', nonsense: 1 }, 40415],
    ['a filter that is none', { find: 'x', filter: 1 }, 14],
    ['an update without a filter', { update: 'x', updates: [{ u: {} }] }, 40414],
  ])('refuses %s', async (_, command, code) => {
    expect(await codeOf(mongo.db.command(command))).toBe(code);
  });

  it('refuses JavaScript', async () => {
    const scripted = await mongo.collection([{ a: 1 }]);
    const where = scripted.find({ $where: 'true' }).toArray();
    const func = scripted
      .aggregate([{ $set: { b: { $function: { body: 'function(){}', args: [], lang: 'js' } } } }])
      .toArray();
    // A real server may have JavaScript on.
    if (process.env.MONGODB_URL) await Promise.allSettled([where, func]);
    else {
      expect((await refusalOf(where)).message).toMatch(/\$where/);
      expect((await refusalOf(func)).message).toMatch(/\$function/);
    }
  });

  onEmbedded('on our own server', () => {
    it('refuses transactions as a standalone does', async () => {
      const target = await mongo.collection();
      const session = mongo.client.startSession();
      const transaction = session.withTransaction(() => target.insertOne({ a: 1 }, { session }));
      await expect(transaction).rejects.toThrow();
      const error = await refusalOf(
        mongo.db.command({
          insert: target.collectionName,
          documents: [{ a: 1 }],
          lsid: session.id,
          txnNumber: Long.fromNumber(1),
          startTransaction: true,
          autocommit: false,
        }),
      );
      expect(error).toMatchObject({ code: 20, codeName: 'IllegalOperation' });
      expect(error.message).toContain(
        'Transaction numbers are only allowed on a replica set member or mongos',
      );
      await session.endSession();
      expect(await target.countDocuments()).toBe(0);
    });

    it('names what it does not support', async () => {
      const places = await mongo.collection([{ at: [1, 2] }]);
      const near = refusalOf(
        places
          .find({ at: { $near: { $geometry: { type: 'Point', coordinates: [1, 2] } } } })
          .toArray(),
      );
      expect((await near).message).toContain('$near');
      const geo = refusalOf(
        places.aggregate([{ $geoNear: { near: [1, 2], distanceField: 'd' } }]).toArray(),
      );
      expect((await geo).message).toContain('$geoNear');
      const changes = refusalOf(places.aggregate([{ $changeStream: {} }]).toArray());
      expect((await changes).message).toContain('$changeStream');
    });

    it('says what it is', async () => {
      const admin = mongo.client.db('admin');
      expect(await admin.command({ serverStatus: 1 })).toMatchObject({
        storageEngine: { name: 'embedded' },
      });
      expect(await admin.command({ buildInfo: 1 })).toMatchObject({
        modules: ['tributary-embedded'],
      });
    });
  });
});
