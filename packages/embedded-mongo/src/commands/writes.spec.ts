import { mongo } from 'mongoose';
import { startWithDriver, type DriverFixture } from '../server/testing/driver-fixture';

interface Row {
  _id: number;
  [field: string]: unknown;
}

/** The driver's types allow $inc only of fields they know to be numbers. */
const increment = (by: number): mongo.UpdateFilter<Row> =>
  ({ $inc: { n: by } }) as mongo.UpdateFilter<mongo.Document> as mongo.UpdateFilter<Row>;

/** The documents of each namespace, as the driver's bulk write wants to know. */
type Namespaces = Record<'test.rows' | 'test.more', Row>;

describe('write commands', () => {
  let fixture: DriverFixture;
  let rows: mongo.Collection<Row>;

  beforeAll(async () => {
    fixture = await startWithDriver();
  });
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    await fixture.db.dropDatabase();
    rows = fixture.db.collection<Row>('rows');
  });

  const ids = async (): Promise<unknown[]> =>
    (await rows.find({}, { sort: { _id: 1 } }).toArray()).map(({ _id }) => _id);

  describe('insert', () => {
    it('stops at a duplicate when ordered and goes on when not', async () => {
      const batch = [{ _id: 1 }, { _id: 1 }, { _id: 2 }];
      await expect(rows.insertMany(batch)).rejects.toMatchObject({
        code: 11000,
        writeErrors: [expect.objectContaining({ index: 1, code: 11000 })],
      });
      expect(await ids()).toEqual([1]);
      await expect(rows.insertMany(batch, { ordered: false })).rejects.toMatchObject({
        result: expect.objectContaining({ insertedCount: 1 }),
      });
      expect(await ids()).toEqual([1, 2]);
    });

    it('tells the key that was there already', async () => {
      await rows.createIndex({ a: 1, b: 1 }, { unique: true });
      await rows.insertOne({ _id: 1, a: 'x', b: 2 });
      await expect(rows.insertOne({ _id: 2, a: 'x', b: 2 })).rejects.toMatchObject({
        code: 11000,
        keyPattern: { a: 1, b: 1 },
        keyValue: { a: 'x', b: 2 },
        message:
          'E11000 duplicate key error collection: test.rows index: a_1_b_1 dup key: { a: "x", b: 2 }',
      });
    });

    it('takes documents in the body as well as beside it', async () => {
      expect(
        await fixture.db.command({ insert: 'rows', documents: [{ _id: 1 }, { _id: 2 }] }),
      ).toMatchObject({ n: 2, ok: 1 });
      await expect(fixture.db.command({ insert: 'rows', documents: [] })).rejects.toMatchObject({
        code: 16,
      });
    });

    it('keeps number types and field order as they were sent', async () => {
      const document = {
        _id: 1,
        long: mongo.Long.fromString('9007199254740993'),
        whole: new mongo.Double(3),
        z: 1,
        a: 2,
      };
      await rows.insertOne(document);
      const raw = await rows.findOne<Row>(
        { _id: 1 },
        { promoteValues: false, promoteLongs: false },
      );
      expect(Object.keys(raw ?? {})).toEqual(['_id', 'long', 'whole', 'z', 'a']);
      expect(String(raw?.['long'])).toBe('9007199254740993');
      expect((raw!['whole'] as { _bsontype: string })._bsontype).toBe('Double');
    });

    it('stores a large batch', async () => {
      const many = Array.from({ length: 5000 }, (_, _id) => ({ _id, text: 'x'.repeat(100) }));
      expect((await rows.insertMany(many)).insertedCount).toBe(5000);
      expect(await rows.countDocuments()).toBe(5000);
    });

    it('writes without acknowledgement', async () => {
      await rows.insertOne({ _id: 1 }, { writeConcern: { w: 0 } });
      expect(await rows.countDocuments()).toBe(1);
    });
  });

  describe('update', () => {
    beforeEach(() =>
      rows.insertMany([
        { _id: 1, n: 1, tags: ['a', 'b'] },
        { _id: 2, n: 2, tags: ['b'] },
        { _id: 3, n: 3, tags: [] },
      ]),
    );

    it('updates one, many, with a pipeline and with array filters', async () => {
      expect(await rows.updateOne({ n: { $gt: 1 } }, increment(10))).toMatchObject({
        matchedCount: 1,
        modifiedCount: 1,
      });
      expect(await rows.updateMany({}, { $set: { seen: true } })).toMatchObject({
        matchedCount: 3,
        modifiedCount: 3,
      });
      await rows.updateOne({ _id: 1 }, [{ $set: { sum: { $add: ['$n', 5] } } }]);
      await rows.updateOne(
        { _id: 1 },
        { $set: { 'tags.$[t]': 'B' } },
        { arrayFilters: [{ t: 'b' }] },
      );
      expect(await rows.findOne({ _id: 1 })).toMatchObject({ sum: 6, tags: ['a', 'B'] });
    });

    it('upserts and tells the new id, even null', async () => {
      const reply = await fixture.db.command({
        update: 'rows',
        updates: [
          { q: { _id: 1 }, u: { $set: { n: 1 } } },
          { q: { _id: 9 }, u: { $set: { n: 9 } }, upsert: true },
          { q: { _id: null }, u: { $set: { n: 0 } }, upsert: true },
        ],
      });
      expect(reply).toMatchObject({
        n: 3,
        nModified: 0,
        upserted: [
          { index: 1, _id: 9 },
          { index: 2, _id: null },
        ],
      });
    });

    it('uses let, collation, hint and sort', async () => {
      await rows.createIndex({ n: 1 });
      await fixture.db.command({
        update: 'rows',
        let: { wanted: 2 },
        updates: [{ q: { $expr: { $eq: ['$n', '$$wanted'] } }, u: { $set: { found: 1 } } }],
      });
      await rows.updateOne(
        { tags: 'B' },
        { $set: { folded: 1 } },
        {
          collation: { locale: 'en', strength: 2 },
          sort: { n: -1 },
          hint: { n: 1 },
        },
      );
      expect(await rows.findOne({ _id: 2 })).toMatchObject({ found: 1, folded: 1 });
      await expect(rows.updateOne({}, { $set: { a: 1 } }, { hint: 'none' })).rejects.toMatchObject({
        code: 2,
      });
    });

    it('reports each failed statement of an unordered batch', async () => {
      const reply = fixture.db.command({
        update: 'rows',
        ordered: false,
        updates: [
          { q: { _id: 1 }, u: { $inc: { tags: 1 } } },
          { q: { _id: 2 }, u: { $set: { ok: 1 } } },
          { q: {}, u: { n: 5 }, multi: true },
        ],
      });
      const { writeErrors, nModified } = await reply;
      expect(nModified).toBe(1);
      expect(writeErrors).toMatchObject([
        { index: 0, code: 14 },
        { index: 2, code: 9, errmsg: expect.stringContaining('multi update') },
      ]);
    });

    it('refuses statements that make no sense', async () => {
      const update = (statement: object): Promise<unknown> =>
        fixture.db.command({ update: 'rows', updates: [statement] });
      await expect(update({ q: {}, u: 5 })).rejects.toMatchObject({ code: 9 });
      await expect(update({ u: {} })).rejects.toMatchObject({ code: 40414 });
      await expect(update({ q: {}, u: {}, c: { a: 1 } })).rejects.toMatchObject({ code: 51198 });
      await expect(update({ q: {}, u: {}, what: 1 })).rejects.toMatchObject({ code: 40415 });
    });

    it('finds a document by scanning a large collection, then changes that one', async () => {
      await rows.insertMany(
        Array.from({ length: 1500 }, (_, index) => ({ _id: index + 100, k: index })),
      );
      expect(await rows.updateOne({ k: 1400 }, { $set: { hit: 1 } })).toMatchObject({
        modifiedCount: 1,
      });
      expect(await rows.updateOne({ k: -1 }, { $set: { hit: 1 } })).toMatchObject({
        matchedCount: 0,
      });
      expect(await rows.updateOne({ k: -1 }, { $set: { hit: 2 } }, { upsert: true })).toMatchObject(
        {
          upsertedCount: 1,
        },
      );
      expect(await rows.findOneAndUpdate({ k: 1401 }, { $set: { hit: 1 } })).toMatchObject({
        k: 1401,
      });
      expect(await rows.deleteOne({ k: 1402 })).toMatchObject({ deletedCount: 1 });
      expect(await rows.findOneAndDelete({ k: 1403 })).toMatchObject({ k: 1403 });
      expect(await rows.countDocuments({ hit: 1 })).toBe(2);
    });
  });

  describe('delete', () => {
    beforeEach(() => rows.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]));

    it('removes one or all that match', async () => {
      expect(await rows.deleteOne({ _id: { $gt: 1 } })).toMatchObject({ deletedCount: 1 });
      expect(await rows.deleteMany({})).toMatchObject({ deletedCount: 2 });
      expect(await rows.deleteMany({})).toMatchObject({ deletedCount: 0 });
    });

    it('checks the limit, and the filter of a missing collection', async () => {
      await expect(
        fixture.db.command({ delete: 'rows', deletes: [{ q: {}, limit: 2 }] }),
      ).rejects.toMatchObject({ code: 9 });
      await expect(
        fixture.db.collection('none').deleteOne({ a: { $what: 1 } }),
      ).rejects.toMatchObject({ code: 2 });
    });
  });

  describe('findAndModify', () => {
    beforeEach(() =>
      rows.insertMany([
        { _id: 1, n: 1 },
        { _id: 2, n: 2 },
      ]),
    );

    it('gives back the document before or after, projected', async () => {
      const before = await rows.findOneAndUpdate({ _id: 1 }, increment(1));
      expect(before).toEqual({ _id: 1, n: 1 });
      const after = await rows.findOneAndUpdate({ n: 2 }, increment(1), {
        returnDocument: 'after',
        sort: { _id: -1 },
        projection: { n: 1, _id: 0 },
      });
      expect(after).toEqual({ n: 3 });
      expect(await rows.findOneAndReplace({ _id: 9 }, { n: 9 })).toBeNull();
    });

    it('tells what it did', async () => {
      const run = (command: object): Promise<mongo.Document> =>
        fixture.db.command({ findAndModify: 'rows', ...command });
      expect(await run({ query: { _id: 1 }, update: { $set: { n: 5 } } })).toMatchObject({
        lastErrorObject: { n: 1, updatedExisting: true },
        value: { _id: 1, n: 1 },
      });
      expect(
        await run({ query: { _id: 7 }, update: { $set: { n: 7 } }, upsert: true, new: true }),
      ).toMatchObject({
        lastErrorObject: { n: 1, updatedExisting: false, upserted: 7 },
        value: { _id: 7, n: 7 },
      });
      expect(await run({ query: { _id: 8 }, remove: true })).toMatchObject({
        lastErrorObject: { n: 0 },
        value: null,
      });
    });

    it.each([
      [{}],
      [{ remove: true, update: {} }],
      [{ remove: true, new: true }],
      [{ remove: true, upsert: true }],
    ])('refuses %p', async (command) => {
      await expect(fixture.db.command({ findAndModify: 'rows', ...command })).rejects.toMatchObject(
        { code: 9 },
      );
    });
  });

  describe('bulkWrite over collections', () => {
    it('counts per kind and reports per operation', async () => {
      const result = await fixture.client.bulkWrite<Namespaces>(
        [
          { namespace: 'test.rows', name: 'insertOne', document: { _id: 1, n: 1 } },
          {
            namespace: 'test.rows',
            name: 'updateOne',
            filter: { _id: 1 },
            update: { $set: { n: 2 } },
          },
          {
            namespace: 'test.more',
            name: 'updateOne',
            filter: { a: 1 },
            update: { $set: { b: 1 } },
            upsert: true,
          },
          { namespace: 'test.rows', name: 'deleteMany', filter: {} },
        ],
        { verboseResults: true },
      );
      expect(result).toMatchObject({
        insertedCount: 1,
        matchedCount: 1,
        modifiedCount: 1,
        upsertedCount: 1,
        deletedCount: 1,
      });
      expect(result.updateResults?.size).toBe(2);
    });

    it('stops at an error when ordered', async () => {
      const insert = (_id: number): mongo.ClientBulkWriteModel<Namespaces> => ({
        namespace: 'test.rows',
        name: 'insertOne',
        document: { _id },
      });
      await expect(
        fixture.client.bulkWrite<Namespaces>([insert(1), insert(1), insert(2)]),
      ).rejects.toMatchObject({
        writeErrors: new Map([[1, expect.objectContaining({ code: 11000 })]]),
      });
      expect(await ids()).toEqual([1]);
    });
  });
});
