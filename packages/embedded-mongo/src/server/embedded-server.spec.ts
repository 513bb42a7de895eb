import { setTimeout as delay } from 'node:timers/promises';
import { mongo } from 'mongoose';
import { startInProcess } from './start-in-process';
import { startWithDriver, type DriverFixture } from './testing/driver-fixture';

describe('EmbeddedServer', () => {
  let fixture: DriverFixture;

  beforeEach(async () => {
    fixture = await startWithDriver({ ttlIntervalMs: 50 });
  });
  afterEach(() => fixture.stop());

  const fill = async (count: number): Promise<mongo.Collection> => {
    const rows = fixture.db.collection('rows');
    await rows.insertMany(Array.from({ length: count }, (_, n) => ({ n, text: `text ${n}` })));
    return rows;
  };

  it('answers pings while a long aggregation runs', async () => {
    const rows = await fill(4000);
    const other = await mongo.MongoClient.connect(fixture.server.url);
    const finished: string[] = [];
    const aggregation = rows
      .aggregate([
        { $project: { sum: { $sum: { $range: [0, '$n'] } } } },
        { $group: { _id: { $mod: ['$sum', 97] }, n: { $sum: 1 } } },
      ])
      .toArray()
      .then(() => finished.push('aggregation'));
    for (let round = 0; round < 5; round++) await other.db('admin').command({ ping: 1 });
    // Server and test share a thread, so both are as slow as the machine.
    finished.push('pings');
    await aggregation;
    await other.close();
    expect(finished).toEqual(['pings', 'aggregation']);
  });

  it('interrupts an aggregation whose time is up', async () => {
    const rows = await fill(2000);
    await expect(
      rows
        .aggregate([{ $group: { _id: null, sum: { $sum: { $size: { $range: [0, 20000] } } } } }], {
          maxTimeMS: 20,
        })
        .toArray(),
    ).rejects.toMatchObject({ code: 50 });
  });

  it('really removes expired documents', async () => {
    const rows = fixture.db.collection('sessions');
    await rows.createIndex({ at: 1 }, { expireAfterSeconds: 10 });
    await rows.insertMany([
      { at: new Date(Date.now() - 60_000) },
      { at: new Date() },
      { at: 'no date' },
    ]);
    for (let tries = 0; tries < 6_000 && (await rows.countDocuments()) > 2; tries++)
      await delay(50);
    expect(await rows.countDocuments()).toBe(2);
  });

  it('serves several clients that write at once', async () => {
    const clients = await Promise.all(
      Array.from({ length: 4 }, () => mongo.MongoClient.connect(fixture.server.url)),
    );
    await Promise.all(
      clients.map(async (client) => {
        for (let round = 0; round < 25; round++) {
          await client
            .db('test')
            .collection<{ _id: string; n: number }>('counter')
            .updateOne({ _id: 'one' }, { $inc: { n: 1 } }, { upsert: true });
        }
        await client.close();
      }),
    );
    expect(await fixture.db.collection('counter').findOne()).toMatchObject({ n: 100 });
  });

  it('takes and gives large messages', async () => {
    const rows = fixture.db.collection('large');
    const text = 'x'.repeat(1024 * 1024);
    await rows.insertMany(Array.from({ length: 40 }, (_, n) => ({ n, text })));
    expect(await rows.find().toArray()).toHaveLength(40);
    await expect(rows.insertOne({ text: 'x'.repeat(17 * 1024 * 1024) })).rejects.toBeDefined();
    expect(await rows.countDocuments()).toBe(40);
  });

  it('keeps the data when it is stopped and started again', async () => {
    const rows = await fill(10);
    await rows.createIndex({ n: 1 }, { unique: true });
    await fixture.client.close();
    await fixture.server.stop();
    const again = await startInProcess({ folder: fixture.folder });
    const client = await mongo.MongoClient.connect(again.url);
    expect(await client.db('test').collection('rows').countDocuments()).toBe(10);
    await expect(client.db('test').collection('rows').insertOne({ n: 3 })).rejects.toMatchObject({
      code: 11000,
    });
    await client.close();
    await again.stop();
  });

  it('refuses a second server on the same folder', async () => {
    await expect(startInProcess({ folder: fixture.folder })).rejects.toThrow(/in use/);
  });

  it('stops while commands run', async () => {
    await fill(3000);
    const impatient = await mongo.MongoClient.connect(fixture.server.url, {
      serverSelectionTimeoutMS: 500,
    });
    const running = impatient
      .db(fixture.db.databaseName)
      .collection('rows')
      .aggregate([{ $group: { _id: null, sum: { $sum: { $size: { $range: [0, 20000] } } } } }])
      .toArray()
      .catch((error: Error) => error);
    await delay(20);
    await fixture.server.stop();
    expect(await running).toBeInstanceOf(Error);
    await impatient.close();
  });

  it('fails to start on a port that is taken', async () => {
    await expect(
      startInProcess({ folder: `${fixture.folder}-other`, port: fixture.server.port }),
    ).rejects.toThrow(/EADDRINUSE/);
  });
});
