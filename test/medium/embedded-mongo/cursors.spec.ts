import { type Collection, type Document, Long } from 'mongodb';
import { codeOf } from '../../support/embedded-mongo/failures';
import { mongoUnderTest } from '../../support/embedded-mongo/mongo-under-test';

const mongo = mongoUnderTest();
let things: Collection;
const TOTAL = 1_000;

beforeAll(async () => {
  things = await mongo.collection(
    Array.from({ length: TOTAL }, (_, i) => ({ _id: i, n: i % 10, text: 'x'.repeat(50) })),
  );
  await things.createIndex({ n: 1 });
});

interface Reply {
  cursor: { id: Long; ns: string; firstBatch?: Document[]; nextBatch?: Document[] };
}
const command = async (body: Document): Promise<Reply> =>
  (await mongo.db.command(body, { promoteLongs: false })) as Reply;
const getMore = (id: Long, batchSize?: number): Promise<Reply> =>
  command({
    getMore: id,
    collection: things.collectionName,
    ...(batchSize === undefined ? {} : { batchSize }),
  });

describe('batches', () => {
  it('has 101 documents in the first by default, and the rest in the next', async () => {
    const first = await command({ find: things.collectionName });
    expect(first.cursor.firstBatch).toHaveLength(101);
    expect(first.cursor.ns).toBe(things.namespace);
    const next = await getMore(first.cursor.id);
    expect(next.cursor.nextBatch).toHaveLength(TOTAL - 101);
    expect(next.cursor.id).toEqual(Long.ZERO);
  });

  it('has as many as asked for', async () => {
    const first = await command({ find: things.collectionName, batchSize: 0 });
    expect(first.cursor.firstBatch).toEqual([]);
    const next = await getMore(first.cursor.id, 7);
    expect(next.cursor.nextBatch).toHaveLength(7);
    await mongo.db.command({ killCursors: things.collectionName, cursors: [first.cursor.id] });
  });

  it('has no cursor when all is in the first, or a single batch is asked for', async () => {
    const single = await command({
      find: things.collectionName,
      limit: 5,
      batchSize: 3,
      singleBatch: true,
    });
    expect(single.cursor.firstBatch).toHaveLength(3);
    expect(single.cursor.id).toEqual(Long.ZERO);
    const small = await command({ find: things.collectionName, limit: 5 });
    expect(small.cursor.id).toEqual(Long.ZERO);
  });

  it.each([1, 2, 100, 333, 5_000])('reads all in batches of %d', async (batchSize) => {
    const limit = batchSize === 1 ? 30 : TOTAL;
    const found = await things.find({}, { batchSize, limit }).sort({ _id: 1 }).toArray();
    expect(found.map(({ _id }) => _id as unknown)).toEqual(
      Array.from({ length: limit }, (_, i) => i),
    );
  });

  it('reads by an index and sorted in batches', async () => {
    const byIndex = await things.find({ n: 3 }, { batchSize: 9 }).toArray();
    expect(byIndex).toHaveLength(TOTAL / 10);
    const sorted = await things.find({}, { batchSize: 99 }).sort({ n: -1, _id: -1 }).toArray();
    expect(sorted[0]).toMatchObject({ _id: 999 });
    expect(sorted.at(-1)).toMatchObject({ _id: 0 });
    expect(sorted).toHaveLength(TOTAL);
  });

  it('aggregates in batches', async () => {
    const cursor = things.aggregate([{ $match: { n: { $lt: 5 } } }, { $sort: { _id: -1 } }], {
      batchSize: 11,
    });
    const seen: unknown[] = [];
    for await (const { _id } of cursor) seen.push(_id);
    expect(seen).toHaveLength(500);
    expect(seen[0]).toBe(994);
  });

  it('skips and limits across batches', async () => {
    const page = await things
      .find({}, { batchSize: 10 })
      .sort({ _id: 1 })
      .skip(95)
      .limit(25)
      .toArray();
    expect(page.map(({ _id }) => _id as unknown)).toEqual(
      Array.from({ length: 25 }, (_, i) => i + 95),
    );
  });
});

describe('cursors', () => {
  it('can be killed, and is unknown afterwards', async () => {
    const { cursor } = await command({ find: things.collectionName, batchSize: 2 });
    const unknown = Long.fromNumber(12345);
    const killed = await mongo.db.command({
      killCursors: things.collectionName,
      cursors: [cursor.id, unknown],
    });
    expect(killed).toMatchObject({ cursorsNotFound: [12345], cursorsAlive: [], ok: 1 });
    expect((killed as { cursorsKilled: Long[] }).cursorsKilled.map(String)).toEqual([
      cursor.id.toString(),
    ]);
    expect(await codeOf(getMore(cursor.id))).toBe(43);
  });

  it('goes on past documents that are deleted and added meanwhile', async () => {
    const busy = await mongo.collection(Array.from({ length: 300 }, (_, i) => ({ _id: i })));
    const seen: number[] = [];
    for await (const { _id } of busy.find({}, { batchSize: 50 }).sort({ _id: 1 })) {
      seen.push(_id as unknown as number);
      if (seen.length === 50) await busy.deleteMany({ _id: { $gte: 60, $lt: 260 } } as Document);
    }
    expect(seen.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, i) => i));
    expect(seen.slice(-40)).toEqual(Array.from({ length: 40 }, (_, i) => i + 260));
  });

  it('ends with an error when its collection goes', async () => {
    const doomed = await mongo.collection(Array.from({ length: 300 }, (_, i) => ({ _id: i })));
    const cursor = doomed.find({}, { batchSize: 10 });
    await cursor.next();
    await doomed.drop();
    expect([43, 175, 237]).toContain(await codeOf(cursor.toArray()));
  });

  it('belongs to its collection', async () => {
    const { cursor } = await command({ find: things.collectionName, batchSize: 2 });
    expect(await codeOf(mongo.db.command({ getMore: cursor.id, collection: 'other' }))).toBe(13);
  });

  it('serves many at once', async () => {
    const counts = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const found = await things.find({ n: n % 10 }, { batchSize: 3 }).toArray();
        return found.length;
      }),
    );
    expect(counts).toEqual(Array.from({ length: 20 }, () => TOTAL / 10));
  });
});

describe('sessions', () => {
  it('runs operations in a session and ends it', async () => {
    const session = mongo.client.startSession();
    const sessions = await mongo.collection();
    await sessions.insertOne({ a: 1 }, { session });
    expect(await sessions.find({}, { session, batchSize: 1 }).toArray()).toHaveLength(1);
    await session.endSession();
    expect(session.hasEnded).toBe(true);
  });

  it('repeats no write that a driver retries', async () => {
    const retried = await mongo.collection();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, i) => retried.insertOne({ _id: i } as Document)),
    );
    expect(outcomes.every(({ acknowledged }) => acknowledged)).toBe(true);
    expect(await retried.countDocuments()).toBe(10);
  });

  it('takes unacknowledged writes', async () => {
    const quiet = await mongo.collection();
    await quiet.insertOne({ a: 1 }, { writeConcern: { w: 0 } });
    for (let tries = 0; (await quiet.countDocuments()) === 0 && tries < 50; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(await quiet.countDocuments()).toBe(1);
  });
});
