import { type Collection, type Document, MongoBulkWriteError, ObjectId } from 'mongodb';
import { codeOf, refusalOf } from '../../support/embedded-mongo/failures';
import { mongoUnderTest } from '../../support/embedded-mongo/mongo-under-test';

const mongo = mongoUnderTest();
let things: Collection;

const all = (): Promise<Document[]> => things.find().sort({ _id: 1 }).toArray();

describe('insert', () => {
  beforeEach(async () => void (things = await mongo.collection()));

  it('stores a document and gives it an id', async () => {
    const { insertedId, acknowledged } = await things.insertOne({ name: 'a' });
    expect(acknowledged).toBe(true);
    expect(insertedId).toBeInstanceOf(ObjectId);
    expect(await all()).toEqual([{ _id: insertedId, name: 'a' }]);
  });

  it('gives an id to documents of a client that sends none, as the first field', async () => {
    await mongo.db.command({ insert: things.collectionName, documents: [{ a: 1 }] });
    const [document] = await all();
    expect(Object.keys(document ?? {})).toEqual(['_id', 'a']);
    expect(document?._id).toBeInstanceOf(ObjectId);
  });

  it('moves the id to the front', async () => {
    await things.insertOne({ a: 1, _id: 7 } as Document);
    expect(Object.keys((await all())[0] ?? {})).toEqual(['_id', 'a']);
  });

  it('stores many in their order', async () => {
    const documents = Array.from({ length: 250 }, (_, i) => ({ _id: i, value: `v${i}` }));
    const { insertedCount } = await things.insertMany(documents as Document[]);
    expect(insertedCount).toBe(250);
    expect(await things.find().toArray()).toEqual(documents);
  });

  it('refuses an id that is taken, and names the index, the pattern and the value', async () => {
    await things.insertOne({ _id: 1 } as Document);
    const error = await refusalOf(things.insertOne({ _id: 1 } as Document));
    expect(error).toMatchObject({ code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 1 } });
    expect(error.message).toContain(
      `E11000 duplicate key error collection: ${things.namespace} index: _id_ dup key: { _id: 1 }`,
    );
  });

  it('takes any type of id but arrays, regular expressions and undefined', async () => {
    await things.insertMany([{ _id: 'text' }, { _id: { a: 1 } }, { _id: null }] as Document[]);
    expect(await things.countDocuments()).toBe(3);
    expect(await codeOf(things.insertOne({ _id: [1] } as Document))).toBe(53);
    expect(await codeOf(things.insertOne({ _id: /a/ } as Document))).toBe(53);
  });

  it('treats ids as numbers whatever their type', async () => {
    const { Long } = await import('mongodb');
    await things.insertOne({ _id: 1 } as Document);
    expect(await codeOf(things.insertOne({ _id: Long.fromNumber(1) } as Document))).toBe(11000);
  });

  it('keeps ordinary fields that are called like parts of JavaScript', async () => {
    const document = JSON.parse(
      '{"_id":1,"__proto__":{"a":1},"constructor":"x","toString":2,"hasOwnProperty":3}',
    ) as Document;
    await things.insertOne(document);
    await things.updateOne(
      { constructor: 'x' },
      {
        $set: { ['__proto__.a']: 5, constructor: 'y' },
      },
    );
    const stored = (await all())[0] ?? {};
    expect(Object.keys(stored)).toEqual([
      '_id',
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
    ]);
    expect(Object.getOwnPropertyDescriptor(stored, '__proto__')?.value).toEqual({ a: 5 });
    expect(stored.constructor).toBe('y');
  });
});

describe('find', () => {
  beforeEach(async () => {
    things = await mongo.collection(Array.from({ length: 20 }, (_, i) => ({ _id: i, n: i % 5 })));
  });

  it('finds one, some, all and none', async () => {
    expect(await things.findOne({ _id: 3 } as Document)).toEqual({ _id: 3, n: 3 });
    expect(await things.find({ n: 2 }).toArray()).toHaveLength(4);
    expect(await things.find().toArray()).toHaveLength(20);
    expect(await things.findOne({ n: 9 })).toBeNull();
  });

  it('finds nothing in a collection that is not there', async () => {
    expect(await mongo.db.collection('missing').find().toArray()).toEqual([]);
    expect(await mongo.db.collection('missing').countDocuments()).toBe(0);
    expect(await mongo.db.collection('missing').distinct('a')).toEqual([]);
  });

  it('sorts, skips and limits', async () => {
    const page = await things.find().sort({ n: -1, _id: 1 }).skip(2).limit(4).toArray();
    expect(page.map(({ _id }) => _id as unknown)).toEqual([14, 19, 3, 8]);
  });

  it('takes a negative limit for a single batch', async () => {
    expect(await things.find().limit(-3).toArray()).toHaveLength(3);
  });

  it('counts with and without a filter, skip and limit', async () => {
    expect(await things.countDocuments({ n: 1 })).toBe(4);
    expect(await things.countDocuments({ n: { $gte: 1 } }, { skip: 3, limit: 10 })).toBe(10);
    expect(await things.estimatedDocumentCount()).toBe(20);
    const counted = await mongo.db.command({
      count: things.collectionName,
      query: { n: 1 },
      skip: 1,
    });
    expect(counted.n).toBe(3);
  });

  it('lists distinct values, those inside arrays too', async () => {
    await things.insertOne({ _id: 100, n: [4, 7] } as Document);
    expect(await things.distinct('n')).toEqual([0, 1, 2, 3, 4, 7]);
    expect(await things.distinct('n', { _id: { $lt: 2 } } as Document)).toEqual([0, 1]);
  });
});

describe('update', () => {
  beforeEach(async () => {
    things = await mongo.collection([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
      { _id: 3, n: 2 },
    ]);
  });

  it('changes one or many, and tells how many matched and how many changed', async () => {
    expect(await things.updateOne({ n: 1 }, { $set: { n: 5 } })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 1,
      upsertedCount: 0,
    });
    expect(await things.updateMany({}, { $set: { n: 5 } })).toMatchObject({
      matchedCount: 3,
      modifiedCount: 2,
    });
    expect(await things.distinct('n')).toEqual([5]);
  });

  it('replaces all but the id', async () => {
    await things.replaceOne({ _id: 1 } as Document, { other: true });
    expect(await things.findOne({ _id: 1 } as Document)).toEqual({ _id: 1, other: true });
    expect(await codeOf(things.replaceOne({ _id: 1 } as Document, { _id: 9 }))).toBe(66);
  });

  it('updates with a pipeline', async () => {
    await things.updateMany({ n: 1 }, [
      { $set: { doubled: { $multiply: ['$n', 2] } } },
      { $unset: 'n' },
    ]);
    expect(await all()).toEqual([
      { _id: 1, doubled: 2 },
      { _id: 2, doubled: 2 },
      { _id: 3, n: 2 },
    ]);
  });

  it('inserts when nothing matches, with the equalities of the filter', async () => {
    const outcome = await things.updateOne(
      { _id: 9, 'a.b': 'x', n: { $gt: 5 } } as Document,
      { $set: { c: 1 }, $setOnInsert: { d: 2 } },
      { upsert: true },
    );
    expect(outcome).toMatchObject({ matchedCount: 0, upsertedCount: 1, upsertedId: 9 });
    expect(await things.findOne({ _id: 9 } as Document)).toEqual({
      _id: 9,
      a: { b: 'x' },
      c: 1,
      d: 2,
    });
  });

  it('leaves $setOnInsert out of an update', async () => {
    await things.updateOne({ n: 2 }, { $setOnInsert: { d: 2 }, $inc: { n: 1 } }, { upsert: true });
    expect(await things.findOne({ _id: 3 } as Document)).toEqual({ _id: 3, n: 3 });
  });

  it('takes a replacement as the upsert and makes an id', async () => {
    const { upsertedId } = await things.replaceOne({ n: 99 }, { m: 1 }, { upsert: true });
    expect(upsertedId).toBeInstanceOf(ObjectId);
    expect(await things.findOne({ m: 1 })).toEqual({ _id: upsertedId, m: 1 });
  });

  it('refuses to change an id', async () => {
    expect(await codeOf(things.updateOne({ _id: 1 } as Document, { $set: { _id: 5 } }))).toBe(66);
  });

  it('refuses to update many with a replacement', async () => {
    const { writeErrors } = await mongo.db.command({
      update: things.collectionName,
      updates: [{ q: {}, u: { a: 1 }, multi: true }],
    });
    expect(writeErrors).toMatchObject([{ index: 0, code: 9 }]);
  });

  it('sorts before it updates one', async () => {
    const answer = await mongo.db.command({
      update: things.collectionName,
      updates: [{ q: {}, u: { $set: { last: true } }, sort: { _id: -1 } }],
    });
    expect(answer).toMatchObject({ n: 1, nModified: 1 });
    expect(await things.findOne({ last: true })).toMatchObject({ _id: 3 });
  });
});

describe('delete', () => {
  beforeEach(async () => {
    things = await mongo.collection(Array.from({ length: 10 }, (_, i) => ({ _id: i, odd: i % 2 })));
  });

  it('removes one, many, none and all', async () => {
    expect((await things.deleteOne({ odd: 1 })).deletedCount).toBe(1);
    expect((await things.deleteMany({ odd: 1 })).deletedCount).toBe(4);
    expect((await things.deleteMany({ odd: 1 })).deletedCount).toBe(0);
    expect((await things.deleteMany({})).deletedCount).toBe(5);
    expect(await all()).toEqual([]);
  });
});

describe('bulkWrite', () => {
  beforeEach(async () => {
    things = await mongo.collection();
    await things.createIndex({ key: 1 }, { unique: true });
  });

  it('does all kinds of writes in one go', async () => {
    const outcome = await things.bulkWrite([
      { insertOne: { document: { _id: 1, key: 'a' } as Document } },
      { insertOne: { document: { _id: 2, key: 'b' } as Document } },
      { updateOne: { filter: { key: 'a' }, update: { $set: { v: 1 } } } },
      { updateMany: { filter: {}, update: { $inc: { v: 1 } } } },
      { replaceOne: { filter: { key: 'z' }, replacement: { key: 'z' }, upsert: true } },
      { deleteOne: { filter: { key: 'b' } } },
    ]);
    expect(outcome).toMatchObject({
      insertedCount: 2,
      matchedCount: 3,
      modifiedCount: 3,
      upsertedCount: 1,
      deletedCount: 1,
    });
    expect(Object.keys(outcome.upsertedIds)).toEqual(['4']);
    expect(await things.findOne({ key: 'a' })).toEqual({ _id: 1, key: 'a', v: 2 });
  });

  const withDuplicates = [
    { insertOne: { document: { key: 'a' } } },
    { insertOne: { document: { key: 'a' } } },
    { insertOne: { document: { key: 'b' } } },
    { updateOne: { filter: { key: 'b' }, update: { $set: { key: 'a' } } } },
    { insertOne: { document: { key: 'c' } } },
  ];

  async function failureOf(ordered: boolean): Promise<MongoBulkWriteError> {
    const failure: unknown = await things
      .bulkWrite(structuredClone(withDuplicates), { ordered })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MongoBulkWriteError);
    return failure as MongoBulkWriteError;
  }

  it('ends at the first duplicate when ordered', async () => {
    const failure = await failureOf(true);
    expect(failure.code).toBe(11000);
    expect(failure.insertedCount).toBe(1);
    expect([failure.writeErrors].flat().map(({ index }) => index)).toEqual([1]);
    expect(await things.distinct('key')).toEqual(['a']);
  });

  it('goes on after duplicates when unordered', async () => {
    const failure = await failureOf(false);
    expect(failure.insertedCount).toBe(3);
    const errors = [failure.writeErrors].flat();
    expect(errors.map(({ index, code }) => [index, code]).sort()).toEqual([
      [1, 11000],
      [3, 11000],
    ]);
    expect(await things.distinct('key')).toEqual(['a', 'b', 'c']);
  });

  it('names the pattern and the value of each duplicate', async () => {
    const answer = await mongo.db.command({
      insert: things.collectionName,
      documents: [{ key: 'a' }, { key: 'a' }, { key: 'b' }, { key: 'b' }],
      ordered: false,
    });
    expect(answer).toMatchObject({ ok: 1, n: 2 });
    const duplicate = (index: number, key: string): Document => ({
      index,
      code: 11000,
      keyPattern: { key: 1 },
      keyValue: { key },
    });
    expect(answer.writeErrors).toMatchObject([duplicate(1, 'a'), duplicate(3, 'b')]);
  });

  it('upserts the same thousand rows twice by a unique compound index', async () => {
    const rows = await mongo.collection();
    await rows.createIndex({ connection: 1, row: 1 }, { unique: true });
    const upserts = (value: number): Parameters<typeof rows.bulkWrite>[0] =>
      Array.from({ length: 1_000 }, (_, row) => ({
        updateOne: {
          filter: { connection: 'c', row },
          update: { $set: { value }, $setOnInsert: { first: value } },
          upsert: true,
        },
      }));
    expect(await rows.bulkWrite(upserts(1), { ordered: false })).toMatchObject({
      upsertedCount: 1_000,
    });
    expect(await rows.bulkWrite(upserts(2), { ordered: false })).toMatchObject({
      upsertedCount: 0,
      matchedCount: 1_000,
      modifiedCount: 1_000,
    });
    expect(await rows.countDocuments({ first: 1, value: 2 })).toBe(1_000);
  });

  it('keeps a failed document out of every index', async () => {
    await things.createIndex({ other: 1 });
    await things.insertOne({ key: 1, other: 1 });
    await refusalOf(things.insertOne({ key: 1, other: 2 }));
    await refusalOf(things.updateMany({}, { $set: { key: 2, 'other.x': 1 } }));
    expect(await things.find({ other: { $gte: 0 } }).toArray()).toHaveLength(1);
    expect(await things.find({ key: 2 }).toArray()).toEqual([]);
  });
});

describe('findAndModify', () => {
  beforeEach(async () => {
    things = await mongo.collection([
      { _id: 1, n: 1, tags: ['a'] },
      { _id: 2, n: 2, tags: [] },
      { _id: 3, n: 3 },
    ]);
  });

  it('gives the document of before, or of after', async () => {
    const inc = { $inc: { n: 10 } };
    expect(await things.findOneAndUpdate({ n: 1 }, inc)).toMatchObject({ _id: 1, n: 1 });
    expect(
      await things.findOneAndUpdate({ _id: 1 } as Document, inc, { returnDocument: 'after' }),
    ).toMatchObject({ n: 21 });
  });

  it('takes the first by a sort, and shows what the projection asks for', async () => {
    const taken = await things.findOneAndUpdate(
      {},
      { $set: { taken: true } },
      { sort: { n: -1 }, projection: { n: 1, _id: 0 } },
    );
    expect(taken).toEqual({ n: 3 });
    expect(await things.findOne({ taken: true })).toMatchObject({ _id: 3 });
  });

  it('gives null when nothing matches, also before an upsert', async () => {
    expect(await things.findOneAndUpdate({ n: 99 }, { $set: { a: 1 } })).toBeNull();
    expect(await things.findOneAndDelete({ n: 99 })).toBeNull();
    const before = await things.findOneAndUpdate(
      { n: 99 },
      { $set: { a: 1 } },
      { upsert: true, includeResultMetadata: true },
    );
    expect(before.value).toBeNull();
    expect(before.lastErrorObject).toMatchObject({ updatedExisting: false, n: 1 });
    expect(before.lastErrorObject?.upserted).toBeInstanceOf(ObjectId);
  });

  it('gives the upserted document when asked for the one of after', async () => {
    const after = await things.findOneAndUpdate(
      { n: 50 },
      { $set: { a: 1 } },
      { upsert: true, returnDocument: 'after', projection: { _id: 0 } },
    );
    expect(after).toEqual({ n: 50, a: 1 });
  });

  it('replaces and deletes', async () => {
    expect(
      await things.findOneAndReplace({ n: 2 }, { r: true }, { returnDocument: 'after' }),
    ).toEqual({ _id: 2, r: true });
    expect(await things.findOneAndDelete({}, { sort: { _id: -1 } })).toEqual({ _id: 3, n: 3 });
    expect(await things.countDocuments()).toBe(2);
  });

  it('updates with array filters and with pipelines', async () => {
    await things.insertOne({ _id: 8, items: [{ q: 1 }, { q: 5 }] } as Document);
    expect(
      await things.findOneAndUpdate(
        { _id: 8 } as Document,
        { $inc: { 'items.$[big].q': 100 } },
        { arrayFilters: [{ 'big.q': { $gt: 2 } }], returnDocument: 'after' },
      ),
    ).toEqual({ _id: 8, items: [{ q: 1 }, { q: 105 }] });
    expect(
      await things.findOneAndUpdate(
        { _id: 8 } as Document,
        [{ $set: { total: { $sum: '$items.q' } } }],
        { returnDocument: 'after', projection: { total: 1 } },
      ),
    ).toEqual({ _id: 8, total: 106 });
  });

  it('refuses to remove and update at once', async () => {
    expect(
      await codeOf(
        mongo.db.command({
          findAndModify: things.collectionName,
          remove: true,
          update: { $set: { a: 1 } },
        }),
      ),
    ).toBe(9);
  });

  it('lets one of many at once win a unique upsert and the others update', async () => {
    await things.createIndex({ key: 1 }, { unique: true, sparse: true });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        things.updateOne({ key: 'k' }, { $inc: { hits: 1 } }, { upsert: true }),
      ),
    );
    expect(outcomes.filter(({ upsertedCount }) => upsertedCount === 1)).toHaveLength(1);
    expect(await things.findOne({ key: 'k' })).toMatchObject({ hits: 20 });
  });
});
