import { startWithDriver, type DriverFixture } from '../server/testing/driver-fixture';

describe('index commands', () => {
  let fixture: DriverFixture;

  beforeAll(async () => {
    fixture = await startWithDriver();
  });
  afterAll(() => fixture.stop());
  beforeEach(() => fixture.db.dropDatabase());

  it('creates indexes, and the collection with them', async () => {
    const reply = await fixture.db.command({
      createIndexes: 'c',
      indexes: [{ key: { a: 1 }, name: 'a_1' }],
    });
    expect(reply).toMatchObject({
      numIndexesBefore: 1,
      numIndexesAfter: 2,
      createdCollectionAutomatically: true,
    });
    expect(
      await fixture.db.command({ createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 'a_1' }] }),
    ).toMatchObject({ note: 'all indexes already exist', createdCollectionAutomatically: false });
  });

  it('lists them as they were given', async () => {
    const rows = fixture.db.collection('c');
    await rows.createIndex({ a: 1, b: -1 }, { unique: true, sparse: true, name: 'mine' });
    await rows.createIndex({ title: 'text' }, { weights: { title: 3 } });
    const indexes = await rows.indexes();
    expect(indexes).toEqual(
      expect.arrayContaining([
        { v: 2, key: { _id: 1 }, name: '_id_' },
        { v: 2, key: { a: 1, b: -1 }, name: 'mine', unique: true, sparse: true },
        expect.objectContaining({
          name: 'title_text',
          key: { _fts: 'text', _ftsx: 1 },
          weights: { title: 3 },
        }),
      ]),
    );
    await expect(fixture.db.collection('none').indexes()).rejects.toMatchObject({ code: 26 });
  });

  it('drops one by name or key, several, or all', async () => {
    const rows = fixture.db.collection('c');
    const create = (): Promise<string[]> =>
      rows.createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }, { key: { c: 1 } }]);
    const names = async (): Promise<(string | undefined)[]> =>
      (await rows.indexes()).map(({ name }) => name);
    await create();
    await rows.dropIndex('a_1');
    await fixture.db.command({ dropIndexes: 'c', index: { b: 1 } });
    expect(await names()).toEqual(['_id_', 'c_1']);
    await create();
    expect(await fixture.db.command({ dropIndexes: 'c', index: ['a_1', 'b_1'] })).toMatchObject({
      nIndexesWas: 4,
    });
    await rows.dropIndexes();
    expect(await names()).toEqual(['_id_']);
  });

  it('drops neither the _id index nor one that is missing', async () => {
    const rows = fixture.db.collection('c');
    await rows.createIndex({ a: 1 });
    await expect(rows.dropIndex('_id_')).rejects.toMatchObject({ code: 72 });
    await expect(rows.dropIndex('x')).rejects.toMatchObject({
      code: 27,
      message: 'index not found with name [x]',
    });
    await expect(
      fixture.db.command({ dropIndexes: 'c', index: ['a_1', 'x'] }),
    ).rejects.toMatchObject({ code: 27 });
    expect(await rows.indexes()).toHaveLength(2);
  });

  it('changes expiry and visibility by collMod', async () => {
    const rows = fixture.db.collection('c');
    await rows.createIndex({ at: 1 }, { expireAfterSeconds: 100 });
    const reply = await fixture.db.command({
      collMod: 'c',
      index: { keyPattern: { at: 1 }, expireAfterSeconds: 5 },
    });
    expect(reply).toMatchObject({ expireAfterSeconds_old: 100, expireAfterSeconds_new: 5 });
    await fixture.db.command({ collMod: 'c', index: { name: 'at_1', hidden: true } });
    expect(await rows.indexes()).toMatchObject([{}, { expireAfterSeconds: 5, hidden: true }]);
    await expect(
      fixture.db.command({ collMod: 'c', index: { name: 'none', hidden: true } }),
    ).rejects.toMatchObject({ code: 27 });
  });
});
