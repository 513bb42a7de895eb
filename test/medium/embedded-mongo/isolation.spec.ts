import { type Collection, type Document, type Long, type MongoClient } from 'mongodb';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { codeOf, refusalOf } from '../../support/embedded-mongo/failures';
import { mongoUnderTest } from '../../support/embedded-mongo/mongo-under-test';
import {
  commandMessage,
  frame,
  legacyQuery,
  RawConnection,
  sequenceMessage,
} from '../../support/embedded-mongo/wire';

const mongo = mongoUnderTest({ inWorker: true });
let numbers: Collection;
let other: MongoClient;

beforeAll(async () => {
  numbers = await mongo.collection(Array.from({ length: 400 }, (_, i) => ({ _id: i, n: i })));
  other = await mongo.connect();
});

/** Joins each document with all others, which takes seconds. */
const SLOW: Document[] = [
  {
    $lookup: {
      from: 'c1',
      let: { n: '$n' },
      pipeline: [
        { $match: { $expr: { $eq: [{ $mod: [{ $add: ['$n', '$$n'] }, 300] }, 1] } } },
        { $count: 'n' },
      ],
      as: 'joined',
    },
  },
  { $group: { _id: null, n: { $sum: { $first: '$joined.n' } } } },
];

describe('long work', () => {
  it('lets other connections be served', async () => {
    let ended = false;
    const slow = numbers
      .aggregate(SLOW)
      .toArray()
      .finally(() => (ended = true));
    const db = other.db(mongo.databaseName);
    const served = { pings: 0, inserts: 0, finds: 0 };
    while (!ended) {
      await db.command({ ping: 1 });
      if (!ended) served.pings += 1;
      await db.collection('busy').insertOne({ a: 1 });
      if (!ended) served.inserts += 1;
      await db.collection('busy').findOne({});
      if (!ended) served.finds += 1;
    }
    expect(await slow).toHaveLength(1);
    expect(served.pings).toBeGreaterThan(3);
    expect(served.inserts).toBeGreaterThan(3);
    expect(served.finds).toBeGreaterThan(3);
  });

  it('leaves the event loop of the client alone', async () => {
    let ended = false;
    let turns = 0;
    const slow = numbers
      .aggregate(SLOW)
      .toArray()
      .finally(() => (ended = true));
    while (!ended) {
      await nextTurn();
      turns += 1;
    }
    await slow;
    expect(turns).toBeGreaterThan(10);
  });

  it('lets two slow ones and many fast ones run at once', async () => {
    const order: string[] = [];
    const slow = [1, 2].map((i) =>
      numbers
        .aggregate(SLOW)
        .toArray()
        .then(() => void order.push(`slow ${i}`)),
    );
    const fast = Array.from({ length: 20 }, (_, i) =>
      numbers.findOne({ _id: i } as Document).then(() => void order.push('fast')),
    );
    await Promise.all([...slow, ...fast]);
    expect(order.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'fast'));
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an aggregation', () => numbers.aggregate(SLOW, { maxTimeMS: 30 }).toArray()],
    [
      'a find',
      () =>
        numbers
          .find(
            { $expr: { $gt: [{ $size: { $range: [0, 100_000] } }, { $multiply: ['$n', -1] }] } },
            { maxTimeMS: 30, sort: { none: 1 } },
          )
          .toArray(),
    ],
    [
      'a count',
      () =>
        numbers.countDocuments(
          { $expr: { $gt: [{ $size: { $range: [0, 100_000] } }, '$n'] } },
          { maxTimeMS: 30 },
        ),
    ],
  ])('ends %s when its time is over', async (_, work) => {
    const error = await refusalOf(work());
    expect(error).toMatchObject({ code: 50, codeName: 'MaxTimeMSExpired' });
    expect(await numbers.countDocuments()).toBe(400);
  });

  it('ends a cursor that is killed while it works', async () => {
    const db = mongo.db;
    const { cursor } = (await db.command(
      { aggregate: numbers.collectionName, pipeline: SLOW, cursor: { batchSize: 0 } },
      { promoteLongs: false },
    )) as { cursor: { id: Long } };
    const more = codeOf(db.command({ getMore: cursor.id, collection: numbers.collectionName }));
    await other.db(mongo.databaseName).command({ ping: 1 });
    await other
      .db(mongo.databaseName)
      .command({ killCursors: numbers.collectionName, cursors: [cursor.id] });
    // The kill may come before the work began.
    expect([43, 237]).toContain(await more);
  });

  it('does no more for a client that has gone', async () => {
    const leaving = await mongo.connect();
    const abandoned = leaving
      .db(mongo.databaseName)
      .collection(numbers.collectionName)
      .aggregate(SLOW)
      .toArray()
      .catch(() => 'gone');
    await other.db(mongo.databaseName).command({ ping: 1 });
    await leaving.close(true);
    expect(await abandoned).toBe('gone');
    expect(await numbers.countDocuments()).toBe(400);
  });
});

describe('the wire', () => {
  const hostile: [string, () => Buffer][] = [
    ['a length below that of a header', () => frame(2013, Buffer.alloc(8), 1, 10)],
    ['a negative length', () => frame(2013, Buffer.alloc(8), 1, -1)],
    ['a length above the limit', () => frame(2013, Buffer.alloc(8), 1, 2_000_000_000)],
    ['an unknown operation', () => frame(9999, Buffer.alloc(20))],
    ['an empty body', () => frame(2013, Buffer.alloc(0))],
    [
      'a section of an unknown kind',
      () => frame(2013, Buffer.from([0, 0, 0, 0, 7, 5, 0, 0, 0, 0])),
    ],
    [
      'a document longer than its message',
      () => {
        const message = commandMessage({ ping: 1, $db: 'admin' });
        message.writeInt32LE(1_000_000, 21);
        return message;
      },
    ],
    [
      'a document that is none',
      () => {
        const message = commandMessage({ ping: 1, $db: 'admin' });
        message.fill(0xff, 25, message.length - 1);
        return message;
      },
    ],
    [
      'a sequence longer than its message',
      () => {
        const message = sequenceMessage({ insert: 'x', $db: 'test' }, 'documents', [{ a: 1 }]);
        message.writeInt32LE(900_000, 21);
        return message;
      },
    ],
    [
      'random bytes',
      () => Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 7919 + 13) % 256)),
    ],
    ['HTTP', () => Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ];

  it.each(hostile)('survives %s', async (_, message) => {
    const raw = await RawConnection.open(mongo.url);
    raw.send(message());
    const outcome = await Promise.race([
      raw.closed.then(() => 'closed'),
      raw.answer().then(({ document }) => (document.ok === 0 ? 'refused' : 'accepted')),
      // It may wait for the rest of what looks like the start of a message.
      new Promise((resolve) => setTimeout(() => resolve('waits'), 300)),
    ]);
    expect(outcome).not.toBe('accepted');
    raw.close();
    expect(await numbers.countDocuments({ n: { $lt: 10 } })).toBe(10);
    expect(await other.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  it.each(['a length above the limit', 'a negative length'])('hangs up on %s', async (name) => {
    const raw = await RawConnection.open(mongo.url);
    raw.send(hostile.find(([title]) => title === name)?.[1]() ?? Buffer.alloc(0));
    await raw.closed;
  });

  it('survives a client that leaves in the middle of a message', async () => {
    const raw = await RawConnection.open(mongo.url);
    const message = commandMessage({ ping: 1, $db: 'admin' });
    raw.send(message.subarray(0, message.length - 3));
    raw.close();
    expect(await other.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  it('puts messages together that come byte by byte, and takes them apart', async () => {
    const raw = await RawConnection.open(mongo.url);
    raw.socket.setNoDelay(true);
    for (const byte of commandMessage({ ping: 1, $db: 'admin' }, { requestId: 7 })) {
      raw.send(Buffer.from([byte]));
      await nextTurn();
    }
    expect(await raw.answer()).toMatchObject({ responseTo: 7, document: { ok: 1 } });
    raw.send(
      Buffer.concat(
        [11, 12, 13].map((requestId) => commandMessage({ ping: 1, $db: 'admin' }, { requestId })),
      ),
    );
    const answers = [await raw.answer(), await raw.answer(), await raw.answer()];
    expect(answers.map(({ responseTo }) => responseTo)).toEqual([11, 12, 13]);
    raw.close();
  });

  it('takes checksums, documents before the command, and the handshake of old', async () => {
    const raw = await RawConnection.open(mongo.url);
    raw.send(commandMessage({ ping: 1, $db: 'admin' }, { checksum: true }));
    expect((await raw.answer()).document).toMatchObject({ ok: 1 });
    const insert = { insert: 'wire', $db: mongo.databaseName };
    raw.send(sequenceMessage(insert, 'documents', [{ a: 1 }, { a: 2 }]));
    expect((await raw.answer()).document).toMatchObject({ ok: 1, n: 2 });
    raw.send(legacyQuery({ isMaster: 1, helloOk: true }));
    expect((await raw.answer()).document).toMatchObject({ ok: 1, ismaster: true });
    raw.close();
  });

  it('serves many connections at once', async () => {
    const raws = await Promise.all(Array.from({ length: 60 }, () => RawConnection.open(mongo.url)));
    const answers = await Promise.all(
      raws.map((raw, requestId) => {
        raw.send(commandMessage({ ping: 1, $db: 'admin' }, { requestId }));
        return raw.answer();
      }),
    );
    expect(answers.map(({ responseTo }) => responseTo)).toEqual(raws.map((_, i) => i));
    raws.forEach((raw) => raw.close());
  });
});
