import type { mongo } from 'mongoose';
import { startWithDriver, type DriverFixture } from '../server/testing/driver-fixture';

interface Row {
  _id: number;
  [field: string]: unknown;
}

describe('find, count, distinct and their cursors', () => {
  let fixture: DriverFixture;
  let rows: mongo.Collection<Row>;

  beforeAll(async () => {
    fixture = await startWithDriver();
    rows = fixture.db.collection<Row>('rows');
    await rows.insertMany(
      Array.from({ length: 250 }, (_, _id) => ({
        _id,
        n: _id % 10,
        text: `Row ${_id}`,
        tags: [`t${_id % 3}`, 'all'],
        nested: [{ k: _id % 2 }, { k: 'x' }],
      })),
    );
    await rows.createIndex({ n: 1, _id: -1 });
  });
  afterAll(() => fixture.stop());

  it('filters, sorts, skips, limits and projects', async () => {
    const found = await rows
      .find({ n: 3 }, { sort: { _id: -1 }, skip: 2, limit: 2, projection: { text: 1 } })
      .toArray();
    expect(found).toEqual([
      { _id: 223, text: 'Row 223' },
      { _id: 213, text: 'Row 213' },
    ]);
  });

  it('goes through batches of any size', async () => {
    for (const batchSize of [1, 7, 125, 250, 251]) {
      expect(await rows.find({}, { batchSize }).toArray()).toHaveLength(250);
    }
    expect(await rows.find({}, { batchSize: 10, limit: 25 }).toArray()).toHaveLength(25);
    expect(fixture.server.server.cursors.openCount).toBe(0);
  });

  it('sends 101 documents first, and one batch for a negative limit', async () => {
    const { cursor } = await fixture.db.command({ find: 'rows' });
    expect(cursor.firstBatch).toHaveLength(101);
    await fixture.db.command({ killCursors: 'rows', cursors: [cursor.id] });
    const single = await fixture.db.command({ find: 'rows', limit: -5 });
    expect(single['cursor']).toMatchObject({ ns: 'test.rows' });
    expect(single['cursor'].firstBatch).toHaveLength(5);
    expect(Number(single['cursor'].id)).toBe(0);
  });

  it('kills cursors', async () => {
    const { cursor } = await fixture.db.command({ find: 'rows', batchSize: 1 });
    expect(await fixture.db.command({ killCursors: 'rows', cursors: [cursor.id] })).toMatchObject({
      cursorsKilled: [cursor.id],
      cursorsNotFound: [],
    });
    await expect(
      fixture.db.command({ getMore: cursor.id, collection: 'rows' }),
    ).rejects.toMatchObject({ code: 43, codeName: 'CursorNotFound' });
  });

  it('ends the cursors of a session with it', async () => {
    const session = fixture.client.startSession();
    await fixture.db.command({ find: 'rows', batchSize: 1 }, { session });
    expect(fixture.server.server.cursors.openCount).toBe(1);
    await fixture.client.db('admin').command({ endSessions: [session.id] });
    expect(fixture.server.server.cursors.openCount).toBe(0);
    await session.endSession();
  });

  it('refuses what it cannot do', async () => {
    const find = (options: object): Promise<unknown> =>
      fixture.db.command({ find: 'rows', ...options });
    await expect(find({ tailable: true })).rejects.toMatchObject({ code: 2 });
    await expect(find({ skip: -1 })).rejects.toMatchObject({ code: 51024 });
    await expect(find({ batchSize: -1 })).rejects.toMatchObject({ code: 51024 });
    await expect(find({ filter: 'x' })).rejects.toMatchObject({ code: 14 });
    await expect(find({ filter: { a: { $what: 1 } } })).rejects.toMatchObject({ code: 2 });
    await expect(find({ filter: { $where: 'true' } })).rejects.toMatchObject({ ok: 0 });
    await expect(find({ hint: 'none' })).rejects.toMatchObject({ code: 2 });
    await expect(find({ min: { n: 1 } })).rejects.toMatchObject({ code: 51173 });
    await expect(
      fixture.db.command({ find: 'none', filter: { a: { $what: 1 } } }),
    ).rejects.toMatchObject({ code: 2 });
  });

  it('reads between bounds of an index', async () => {
    const found = await rows
      .find({}, { hint: { n: 1, _id: -1 }, min: { n: 2, _id: 12 }, max: { n: 3, _id: 243 } })
      .toArray();
    expect(found.map(({ _id }) => _id)).toEqual([12, 2]);
  });

  it('shows keys and record ids', async () => {
    const [key] = await rows.find({ n: 4 }, { returnKey: true, limit: 1 }).toArray();
    expect(key).toEqual({ n: 4, _id: 244 });
    const [record] = await rows.find({ _id: 0 }, { showRecordId: true }).toArray();
    expect(record?.['$recordId']).toEqual(expect.any(Number));
  });

  it('projects array elements', async () => {
    const options = { projection: { 'nested.$': 1 } };
    expect(await rows.findOne({ _id: 5, 'nested.k': 'x' }, options)).toEqual({
      _id: 5,
      nested: [{ k: 'x' }],
    });
  });

  it('counts with and without a filter', async () => {
    expect(await rows.estimatedDocumentCount()).toBe(250);
    expect(await rows.countDocuments({ n: { $lt: 2 } })).toBe(50);
    expect(await rows.countDocuments({ n: 1 }, { skip: 5, limit: 10 })).toBe(10);
    expect(await rows.countDocuments({ n: 1 }, { skip: 20 })).toBe(5);
    expect(await fixture.db.command({ count: 'rows', query: { n: 1 }, limit: -3 })).toMatchObject({
      n: 3,
    });
    expect(await fixture.db.collection('none').countDocuments()).toBe(0);
  });

  it('finds distinct values, also inside of arrays', async () => {
    expect(await rows.distinct('n', { _id: { $lt: 3 } })).toEqual([0, 1, 2]);
    expect((await rows.distinct('tags')).sort()).toEqual(['all', 't0', 't1', 't2']);
    expect(await rows.distinct('nested.k', { _id: 1 })).toEqual([1, 'x']);
    expect(await rows.distinct('missing')).toEqual([]);
    await expect(fixture.db.command({ distinct: 'rows', key: 5 })).rejects.toMatchObject({
      code: 14,
    });
  });

  it('ends a query that takes longer than its time', async () => {
    await expect(
      rows
        .find({ $expr: { $gt: [{ $size: { $range: [0, 20000] } }, 30000] } }, { maxTimeMS: 1 })
        .toArray(),
    ).rejects.toMatchObject({ code: 50, codeName: 'MaxTimeMSExpired' });
  });

  it('keeps replies below 16 MB', async () => {
    const large = fixture.db.collection<Row>('large');
    const text = 'x'.repeat(3 * 1024 * 1024);
    for (let _id = 0; _id < 8; _id++) await large.insertOne({ _id, text });
    const { cursor } = await fixture.db.command({ find: 'large' });
    expect(cursor.firstBatch).toHaveLength(5);
    const more = await fixture.db.command({ getMore: cursor.id, collection: 'large' });
    expect(more['cursor'].nextBatch).toHaveLength(3);
    expect(Number(more['cursor'].id)).toBe(0);
  });
});
