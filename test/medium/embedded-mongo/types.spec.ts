import {
  Binary,
  BSONRegExp,
  Code,
  type Collection,
  Decimal128,
  type Document,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'mongodb';
import { refusalOf } from '../../support/embedded-mongo/failures';
import { mongoUnderTest } from '../../support/embedded-mongo/mongo-under-test';

const mongo = mongoUnderTest();
let things: Collection;
const AS_STORED = { promoteValues: false, bsonRegExp: true } as const;

beforeAll(async () => void (things = await mongo.collection()));
beforeEach(() => things.deleteMany({}));

const VALUES: [string, unknown][] = [
  ['an int', new Int32(-7)],
  ['the least int', new Int32(-2_147_483_648)],
  ['a long', Long.fromString('1234567890123456789')],
  ['a small long', Long.fromNumber(1)],
  ['the least long', Long.MIN_VALUE],
  ['a double', new Double(1.5)],
  ['an integral double', new Double(3)],
  ['negative zero', new Double(-0)],
  ['infinity', new Double(Number.NEGATIVE_INFINITY)],
  ['no number', new Double(Number.NaN)],
  ['a decimal', Decimal128.fromString('1234567890.123456789012345678901234')],
  ['a decimal with zeros', Decimal128.fromString('1.500')],
  ['a small decimal', Decimal128.fromString('1E-6143')],
  ['text', 'Hà Nội \u{1F600}\u0000 end'],
  ['a long text', 'é'.repeat(20_000)],
  ['true', true],
  ['null', null],
  ['a date', new Date('2024-02-29T12:34:56.789Z')],
  ['a date before 1970', new Date(-1)],
  ['an object id', new ObjectId('65f0c0ffee65f0c0ffee65f0')],
  ['bytes', new Binary(Buffer.from([0, 1, 255]))],
  ['bytes of a kind', new Binary(Buffer.from('abc'), 128)],
  ['a uuid', new UUID('11111111-2222-4333-8444-555555555555').toBinary()],
  ['a pattern', new BSONRegExp('^a.b$', 'imsx')],
  ['a timestamp', new Timestamp({ t: 123, i: 4 })],
  ['the least key', new MinKey()],
  ['the greatest key', new MaxKey()],
  ['code', new Code('function () {}')],
  ['an empty object', {}],
  ['an empty list', []],
  ['nested values', { a: [{ b: [new Int32(1), [Long.fromNumber(2)]] }], '': 'empty name' }],
];

describe('values of every type', () => {
  it.each(VALUES)('gives %s back as it was', async (_, v) => {
    await things.insertOne({ v });
    const stored = await things.findOne({}, AS_STORED);
    expect(stored?.v).toEqual(v);
  });

  it.each(VALUES)('gives %s back after another field changed', async (_, v) => {
    await things.insertOne({ v, n: 1 });
    await things.updateOne({}, { $inc: { n: 1 } });
    expect((await things.findOne({}, AS_STORED))?.v).toEqual(v);
  });

  it.each(VALUES.filter(([name]) => name !== 'a pattern'))(
    'finds %s by its value, with and without an index',
    async (_, v) => {
      await things.insertMany([{ v }, { v: 'something else' }]);
      expect(await things.countDocuments({ v: { $eq: v } })).toBe(1);
      await things.createIndex({ v: 1 });
      expect(await things.countDocuments({ v: { $eq: v } })).toBe(1);
      await things.dropIndexes();
    },
  );

  it.each(VALUES)('carries %s through a pipeline', async (_, v) => {
    await things.insertOne({ v });
    const [carried] = await things
      .aggregate([{ $match: {} }, { $project: { _id: 0, v: 1 } }], AS_STORED)
      .toArray();
    // A pipeline of the embedded server works with plain numbers: the value counts.
    if (v instanceof Double || v instanceof Int32) expect(Number(carried?.v)).toEqual(Number(v));
    else if (v !== null && typeof v === 'object' && !Array.isArray(v) && 'a' in v)
      expect(Object.keys(carried?.v as Document)).toEqual(['a', '']);
    else if (v instanceof Long) expect(String(carried?.v)).toBe(String(v));
    else expect(carried?.v).toEqual(v);
  });
});

describe('numbers of different types', () => {
  it('are equal when their values are', async () => {
    const five = [new Int32(5), Long.fromNumber(5), new Double(5), Decimal128.fromString('5.0')];
    await things.insertMany(five.map((v) => ({ v })));
    for (const v of five) expect(await things.countDocuments({ v })).toBe(4);
    expect(await things.distinct('v')).toHaveLength(1);
  });

  it.each([false, true])('sort by their values (indexed: %s)', async (indexed) => {
    const ascending = [
      new Double(Number.NaN),
      new Double(Number.NEGATIVE_INFINITY),
      Long.MIN_VALUE,
      new Double(-1e10),
      Decimal128.fromString('-0.5'),
      new Int32(0),
      Decimal128.fromString('0.1'),
      new Double(0.25),
      Long.fromNumber(1),
      Decimal128.fromString('1.00000000000000000000000001'),
      new Double(1.5),
      new Double(9_007_199_254_740_992),
      Long.fromString('9007199254740993'),
      Long.fromString('9223372036854775806'),
      Long.MAX_VALUE,
      new Double(1e300),
      Decimal128.fromString('1E+6000'),
      Decimal128.fromString('Infinity'),
    ];
    const shuffled = ascending
      .map((v, i) => ({ _id: i, v }))
      .sort((a, b) => ((a._id * 7) % 18) - ((b._id * 7) % 18));
    await things.insertMany(shuffled as Document[]);
    if (indexed) await things.createIndex({ v: 1 });
    const sorted = await things.find().sort({ v: 1 }).toArray();
    await things.dropIndexes();
    expect(sorted.map(({ _id }) => _id as unknown)).toEqual(ascending.map((_, i) => i));
  });

  it('tells longs beyond the doubles apart', async () => {
    const [a, b] = [Long.fromString('9007199254740992'), Long.fromString('9007199254740993')];
    await things.insertMany([{ v: a }, { v: b }]);
    expect(await things.countDocuments({ v: b })).toBe(1);
    await things.createIndex({ v: 1 }, { unique: true });
    expect(await things.countDocuments({ v: { $gt: a } })).toBe(1);
    expect((await refusalOf(things.insertOne({ v: b }))).code).toBe(11000);
    await things.dropIndexes();
  });
});

describe('large documents', () => {
  it('stores up to 16 MB and refuses more', async () => {
    const large = 'x'.repeat(16 * 1024 * 1024 - 100);
    await things.insertOne({ _id: 1, large } as Document);
    const stored = await things.findOne({ _id: 1 } as Document);
    expect((stored!.large as string).length).toBe(large.length);
    const error = await refusalOf(things.updateOne({}, { $set: { more: 'y'.repeat(1_000) } }));
    expect([10334, 17419, 17420]).toContain(error.code);
    expect(Object.keys((await things.findOne()) ?? {})).toEqual(['_id', 'large']);
    const tooLarge = things.insertOne({ large: `${large}${'x'.repeat(200)}` });
    await expect(tooLarge).rejects.toThrow(/larger|too large|exceeds/i);
  });

  it('takes messages of nearly 48 MB and answers in batches of 16', async () => {
    const documents = Array.from({ length: 45 }, (_, i) => ({
      _id: i,
      text: 'x'.repeat(1_000_000),
    }));
    const { insertedCount } = await things.insertMany(documents as Document[]);
    expect(insertedCount).toBe(45);
    let seen = 0;
    for await (const { text } of things.find({}, { batchSize: 1_000 })) {
      seen += (text as string).length;
    }
    expect(seen).toBe(45_000_000);
  });

  it('keeps deeply nested documents', async () => {
    let nested: Document = { leaf: true };
    for (let depth = 0; depth < 90; depth += 1) nested = { n: nested };
    await things.insertOne({ _id: 1, nested } as Document);
    expect(await things.findOne()).toEqual({ _id: 1, nested });
  });
});
