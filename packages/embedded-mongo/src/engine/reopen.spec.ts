import { findAll, verify } from './testing/engine-with';
import { withFolder } from '../storage/testing/temporary-store';
import { LmdbStore } from '../storage';
import { unlimited } from '../stream';
import { type CollectionInfo } from '../catalog';
import { Engine } from './engine';

function collectionOf(engine: Engine, name: string): CollectionInfo {
  const found = engine.catalog.get('test', name);
  if (!found) throw new Error(`${name} is missing`);
  return found;
}

describe('an engine on LMDB', () => {
  it('has everything again after it was closed and opened', () =>
    withFolder(async (folder) => {
      const engine = Engine.open(LmdbStore.open(folder));
      const options = { validator: { n: { $gte: 0 } }, collation: { locale: 'en', strength: 2 } };
      const things = await engine.write(() => engine.catalog.create('test', 'things', options));
      await engine.write(() =>
        engine.catalog.create('test', 'view', { viewOn: 'things', pipeline: [] }),
      );
      await engine.createIndex(things, { key: { tags: 1, n: -1 }, unique: true }, unlimited);
      await engine.createIndex(things, { key: { text: 'text' } }, unlimited);
      await engine.write(
        () => {
          for (let n = 0; n < 500; n++)
            engine.insert(things, { _id: n, n, tags: [n, 'x'], text: `word${n} all` });
        },
        { sync: true },
      );
      await engine.removeMany(things, { filter: { n: { $lt: 100 } } }, unlimited);
      const { uuid, bytes, nextRecordId } = things;
      await engine.close();

      const again = Engine.open(LmdbStore.open(folder));
      const reopened = collectionOf(again, 'things');
      expect(reopened).toMatchObject({ count: 400, bytes, nextRecordId, type: 'collection' });
      expect(reopened.uuid).toEqual(uuid);
      expect(reopened.options).toMatchObject({ validator: { n: { $gte: 0 } } });
      expect(collectionOf(again, 'view').type).toBe('view');
      expect(reopened.indexes.map(({ name, multikey }) => [name, multikey])).toEqual([
        ['_id_', false],
        ['tags_1_n_-1', true],
        ['text_text', false],
      ]);
      expect((await verify(again, reopened)).errors).toEqual([]);
      expect(findAll(again, reopened, { filter: { tags: 250 } })).toHaveLength(1);
      expect(findAll(again, reopened, { filter: { $text: { $search: 'word300' } } })).toHaveLength(
        1,
      );
      const duplicate = again.write(() => again.insert(reopened, { _id: 200, n: 1 }));
      await expect(duplicate).rejects.toMatchObject({ code: 11000 });
      await again.write(() => again.insert(reopened, { _id: 1_000, n: 1 }));
      expect(findAll(again, reopened, { filter: { _id: 1_000 } })).toHaveLength(1);
      await again.close();
    }));

  it('forgets an index that was not finished', () =>
    withFolder(async (folder) => {
      const engine = Engine.open(LmdbStore.open(folder));
      const things = await engine.write(() => {
        const created = engine.catalog.create('test', 'things');
        for (let n = 0; n < 600; n++) engine.insert(created, { _id: n, n });
        return created;
      });
      await engine.write(() => engine.catalog.startIndex(things, { key: { n: 1 } })?.step());
      await engine.close();

      const again = Engine.open(LmdbStore.open(folder));
      const reopened = collectionOf(again, 'things');
      expect(reopened.maintained.map(({ name }) => name)).toEqual(['_id_']);
      await again.expire(unlimited);
      expect(await again.createIndex(reopened, { key: { n: 1 } }, unlimited)).toBe(true);
      expect((await verify(again, reopened)).errors).toEqual([]);
      await again.close();
    }));

  it('takes counts and flags back when a transaction fails', () =>
    withFolder(async (folder) => {
      const engine = Engine.open(LmdbStore.open(folder));
      const things = await engine.write(() => {
        const created = engine.catalog.create('test', 'things');
        engine.catalog.createIndex(created, { key: { a: 1 } });
        engine.insert(created, { _id: 1, a: 1 });
        return created;
      });
      const failing = engine.write(() => {
        engine.insert(things, { _id: 2, a: [1, 2] });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(things).toMatchObject({ count: 1, nextRecordId: 2 });
      expect(things.indexes[1]?.multikey).toBe(false);
      expect((await verify(engine, things)).errors).toEqual([]);
      await engine.close();
    }));
});
