import { mongo } from 'mongoose';
import { startWithDriver, type DriverFixture } from '../server/testing/driver-fixture';

describe('what all commands have in common', () => {
  let fixture: DriverFixture;

  beforeAll(async () => {
    fixture = await startWithDriver();
  });
  afterAll(() => fixture.stop());

  it('names a command it does not know', async () => {
    await expect(fixture.db.command({ frobnicate: 1 })).rejects.toMatchObject({
      code: 59,
      codeName: 'CommandNotFound',
      message: "no such command: 'frobnicate'",
    });
    await expect(fixture.db.command({ constructor: 1 })).rejects.toMatchObject({ code: 59 });
  });

  it.each(['mapReduce', '$eval', 'eval', 'group'])('refuses the JavaScript of %s', async (name) => {
    await expect(fixture.db.command({ [name]: 'c' })).rejects.toMatchObject({ code: 238 });
  });

  it('refuses a field the command does not have', async () => {
    await expect(fixture.db.command({ find: 'c', colour: 'red' })).rejects.toMatchObject({
      code: 40415,
      message: "BSON field 'find.colour' is an unknown field.",
    });
  });

  it('refuses bad names of databases and collections', async () => {
    await expect(fixture.client.db('test').command({ find: '' })).rejects.toMatchObject({
      code: 73,
    });
    await expect(fixture.db.command({ find: 5 })).rejects.toMatchObject({ code: 73 });
    await expect(fixture.db.command({ insert: 'a$b', documents: [{}] })).rejects.toMatchObject({
      code: 73,
    });
  });

  it('runs admin commands against admin alone', async () => {
    await expect(fixture.db.command({ listDatabases: 1 })).rejects.toMatchObject({ code: 13 });
  });

  it('accepts sessions and refuses transactions as a standalone does', async () => {
    const session = fixture.client.startSession();
    await fixture.db.collection('s').insertOne({ a: 1 }, { session });
    session.startTransaction();
    // The driver puts this in the place of error 20.
    await expect(fixture.db.collection('s').insertOne({ a: 2 }, { session })).rejects.toThrow(
      /does not support retryable writes/,
    );
    await session.endSession();
    await expect(
      fixture.db.command({ insert: 's', documents: [{}], txnNumber: mongo.Long.ONE }),
    ).rejects.toMatchObject({
      code: 20,
      codeName: 'IllegalOperation',
      message: 'Transaction numbers are only allowed on a replica set member or mongos',
    });
    await expect(
      fixture.client.db('admin').command({ commitTransaction: 1 }),
    ).rejects.toMatchObject({ code: 20 });
    expect(await fixture.db.collection('s').countDocuments()).toBe(1);
  });

  it('refuses a write concern that needs other members', async () => {
    await expect(
      fixture.db.collection('s').insertOne({}, { writeConcern: { w: 2 } }),
    ).rejects.toMatchObject({ code: 2 });
    const journaled = await fixture.db
      .collection('s')
      .insertOne({}, { writeConcern: { w: 'majority', journal: true } });
    expect(journaled.acknowledged).toBe(true);
  });

  it('refuses a negative time limit', async () => {
    await expect(fixture.db.command({ ping: 1, maxTimeMS: -1 })).rejects.toMatchObject({ code: 2 });
  });

  it('describes itself as an embedded standalone of version 8', async () => {
    const admin = fixture.client.db('admin');
    const hello = await admin.command({ hello: 1 });
    expect(hello).toMatchObject({
      isWritablePrimary: true,
      maxWireVersion: 25,
      logicalSessionTimeoutMinutes: 30,
      maxMessageSizeBytes: 48_000_000,
    });
    expect(hello['topologyVersion']).toBeUndefined();
    expect(await admin.command({ buildInfo: 1 })).toMatchObject({
      version: '8.0.0',
      modules: ['tributary-embedded'],
    });
    expect(await admin.command({ serverStatus: 1 })).toMatchObject({
      storageEngine: { name: 'embedded' },
    });
    expect(await admin.command({ getParameter: 1, featureCompatibilityVersion: 1 })).toMatchObject({
      featureCompatibilityVersion: { version: '8.0' },
    });
    expect((await admin.command({ hostInfo: 1 }))['system']).toBeDefined();
    expect(await admin.command({ whatsmyuri: 1 })).toMatchObject({
      you: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    });
    await expect(admin.command({ getParameter: 1, nonsense: 1 })).rejects.toMatchObject({
      code: 72,
    });
  });
});
