import type { mongo } from 'mongoose';
import { startWithDriver, type DriverFixture } from '../server/testing/driver-fixture';

interface Row {
  _id: number;
  even?: boolean;
}

describe('tailable cursors', () => {
  let fixture: DriverFixture;
  let rows: mongo.Collection<Row>;

  beforeAll(async () => {
    fixture = await startWithDriver();
  });
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    await fixture.db.dropDatabase();
    rows = await fixture.db.createCollection<Row>('rows', { capped: true, size: 4096, max: 5 });
    await rows.insertMany([{ _id: 1 }, { _id: 2, even: true }]);
  });

  it('go on with the documents that come in, in their order', async () => {
    const cursor = rows.find({}, { tailable: true });
    expect([await cursor.next(), await cursor.next()]).toMatchObject([{ _id: 1 }, { _id: 2 }]);
    expect(await cursor.tryNext()).toBeNull();
    await rows.insertMany([{ _id: 4 }, { _id: 3 }]);
    expect([await cursor.next(), await cursor.next()]).toMatchObject([{ _id: 4 }, { _id: 3 }]);
    await cursor.close();
  });

  it('wait for a match when asked to', async () => {
    const cursor = rows.find(
      { even: true },
      { tailable: true, awaitData: true, maxAwaitTimeMS: 5000, projection: { _id: 1 } },
    );
    expect(await cursor.next()).toEqual({ _id: 2 });
    const coming = cursor.next();
    await rows.insertOne({ _id: 3 });
    await rows.insertOne({ _id: 4, even: true });
    expect(await coming).toEqual({ _id: 4 });
    await cursor.close();
  });

  it('end when the collection let go of their place', async () => {
    const cursor = rows.find({}, { tailable: true, batchSize: 2 });
    await cursor.next();
    await cursor.next();
    await rows.insertMany([3, 4, 5, 6, 7, 8].map((_id) => ({ _id })));
    await expect(cursor.next()).rejects.toMatchObject({ code: 136 });
  });

  it('are not kept over an empty or missing collection and not given over a plain one', async () => {
    await fixture.db.createCollection('empty', { capped: true, size: 4096 });
    const find = (name: string, options = {}): Promise<mongo.Document> =>
      fixture.db.command({ find: name, tailable: true, ...options });
    for (const name of ['empty', 'missing'])
      expect(await find(name)).toMatchObject({ cursor: { id: 0 } });
    await fixture.db.collection('plain').insertOne({});
    await expect(find('plain')).rejects.toMatchObject({ code: 2 });
    await expect(find('rows', { sort: { _id: 1 } })).rejects.toMatchObject({ code: 2 });
    await expect(find('rows', { singleBatch: true })).rejects.toMatchObject({ code: 9 });
    await expect(fixture.db.command({ find: 'rows', awaitData: true })).rejects.toMatchObject({
      code: 9,
    });
  });
});
