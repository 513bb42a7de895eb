import { engineWith, findAll, verify } from '../engine/testing/engine-with';
import { closeStores, temporaryStore } from '../storage/testing/temporary-store';
import { Engine } from '../engine';
import { unlimited } from '../stream';

afterEach(closeStores);

describe('the catalog', () => {
  it('creates, lists, renames and drops', async () => {
    const { engine, collection } = await engineWith([{ _id: 1 }]);
    const { catalog } = engine;
    await engine.write(() => {
      catalog.create('other', 'view', { viewOn: 'things', pipeline: [] });
      catalog.ensure('test', 'a');
      catalog.ensure('test', 'a');
    });
    expect(catalog.databases()).toEqual(['other', 'test']);
    expect(catalog.list('test').map(({ name }) => name)).toEqual(['a', 'things']);
    expect(catalog.get('other', 'view')).toMatchObject({ type: 'view', indexes: [] });
    expect(
      catalog.list().filter(({ uuid }) => uuid.toString() === collection.uuid.toString()),
    ).toEqual([collection]);
    await engine.write(() => catalog.rename(collection, 'other', 'renamed'));
    expect(collection.ns).toBe('other.renamed');
    expect(catalog.get('test', 'things')).toBeUndefined();
    expect(findAll(engine, collection)).toEqual([{ _id: 1 }]);
    await engine.write(() => catalog.drop(collection));
    expect(catalog.get('other', 'renamed')).toBeUndefined();
    expect(collection.dropped).toBe(true);
  });

  it('refuses a second collection of the same name', async () => {
    const { engine, collection } = await engineWith();
    const again = engine.write(() => engine.catalog.create('test', 'things'));
    await expect(again).rejects.toMatchObject({ code: 48 });
    await engine.write(() => engine.catalog.create('test', 'other'));
    const rename = engine.write(() => engine.catalog.rename(collection, 'test', 'other'));
    await expect(rename).rejects.toMatchObject({ code: 48 });
  });

  it('takes everything back when a transaction fails', async () => {
    const { engine, collection } = await engineWith([{ _id: 1, a: 1 }], { key: { a: 1 } });
    const { catalog } = engine;
    const failing = engine.write(() => {
      catalog.create('test', 'new');
      engine.insert(collection, { _id: 2, a: [1, 2] });
      catalog.createIndex(collection, { key: { b: 1 } });
      catalog.setOptions(collection, { validator: { x: 1 } });
      catalog.rename(collection, 'test', 'renamed');
      catalog.drop(collection);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(catalog.list().map(({ ns }) => ns)).toEqual(['test.things']);
    expect(collection).toMatchObject({ count: 1, nextRecordId: 2, dropped: false, options: {} });
    expect(collection.indexes.map(({ name }) => name)).toEqual(['_id_', 'a_1']);
    expect(collection.indexes[1]?.multikey).toBe(false);
    expect(await verify(engine, collection)).toMatchObject({ valid: true, documents: 1 });
  });

  it('leaves nothing of an index whose build met a duplicate', async () => {
    const documents = Array.from({ length: 1_200 }, (_, at) => ({
      _id: at,
      a: at === 1_199 ? 5 : at,
    }));
    const { engine, collection } = await engineWith(documents);
    const spec = { key: { a: 1 }, unique: true };
    const stepwise = engine.createIndex(collection, spec, unlimited);
    await expect(stepwise).rejects.toMatchObject({
      code: 11000,
      extra: { keyPattern: { a: 1 }, keyValue: { a: 5 } },
    });
    const atOnce = engine.write(() => engine.catalog.createIndex(collection, spec));
    await expect(atOnce).rejects.toMatchObject({ code: 11000 });
    expect(collection.maintained).toHaveLength(1);
    await engine.expire(unlimited);
    await engine.write(() => engine.removeOne(collection, { filter: { _id: 5 } }));
    expect(await engine.createIndex(collection, spec, unlimited)).toBe(true);
    expect(await engine.createIndex(collection, spec, unlimited)).toBe(false);
    expect((await verify(engine, collection)).errors).toEqual([]);
  });

  it('keeps writes going while an index is built', async () => {
    const documents = Array.from({ length: 2_000 }, (_, at) => ({ _id: at, a: at }));
    const { engine, collection } = await engineWith(documents);
    const building = engine.createIndex(collection, { key: { a: 1 }, unique: true }, unlimited);
    expect(collection.indexes).toHaveLength(1);
    await engine.write(() => {
      engine.insert(collection, { _id: 5_000, a: 5_000 });
      engine.removeOne(collection, { filter: { _id: 1_999 } });
      const ensure = (): typeof collection => collection;
      engine.updateOne(collection, ensure, { filter: { _id: 1_998 }, update: { $set: { a: -1 } } });
      engine.updateOne(collection, ensure, { filter: { _id: 3 }, update: { $set: { a: -2 } } });
    });
    expect(await building).toBe(true);
    expect(collection.indexes).toHaveLength(2);
    expect((await verify(engine, collection)).errors).toEqual([]);
  });

  it('clears large collections after a drop in the sweep, and never gives their numbers again', async () => {
    const store = temporaryStore();
    const engine = Engine.open(store);
    const collection = await engine.write(() => {
      const created = engine.catalog.create('test', 'large');
      for (let id = 0; id < 6_000; id++) engine.insert(created, { _id: id });
      return created;
    });
    await engine.write(() => engine.catalog.drop(collection));
    const again = Engine.open(store);
    const next = await again.write(() => again.catalog.create('test', 'next'));
    expect(next.id).toBeGreaterThan(collection.id);
    expect(again.catalog.garbage.isWaiting).toBe(true);
    await again.expire(unlimited);
    const start = Buffer.from([0, 0, 0, collection.id]);
    expect(store.count(start, Buffer.from([0, 0, 0, collection.id + 1]))).toBe(0);
  });
});
