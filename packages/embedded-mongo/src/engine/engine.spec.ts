import { countAll, engineWith, findAll, verify } from './testing/engine-with';
import { closeStores, failureOf, temporaryStore } from '../storage/testing/temporary-store';
import { PAUSE, withoutPauses } from '../stream';
import { BSONRegExp, type Doc, encode, ObjectId } from '../values';
import { Engine } from './engine';

afterEach(closeStores);

describe('Engine', () => {
  describe('insert', () => {
    it('puts _id first, makes one up when it is missing, and keeps given bytes as they are', async () => {
      const { engine, collection } = await engineWith();
      const raw = encode({ _id: 2, b: 1 });
      const [first, second] = await engine.write(() => [
        engine.insert(collection, { b: 1, _id: 1 }),
        engine.insert(collection, { b: 1 }),
        engine.insert(collection, { _id: 2, b: 1 }, raw),
      ]);
      expect(Object.keys(first ?? {})).toEqual(['_id', 'b']);
      expect(second?._id).toBeInstanceOf(ObjectId);
      const hits = [...withoutPauses(engine.find(collection, { filter: { _id: 2 } }))];
      expect(hits[0]?.raw).toEqual(raw);
      expect(collection).toMatchObject({ count: 3 });
      expect((await verify(engine, collection)).errors).toEqual([]);
    });

    it.each<[string, Doc, number]>([
      ['an array as _id', { _id: [1] }, 53],
      ['a pattern as _id', { _id: new BSONRegExp('a', '') }, 53],
      ['operators inside of _id', { _id: { $a: 1 } }, 52],
      ['two arrays in one index', { a: [1], b: [2] }, 171],
      ['more than 16 MB', { a: 'x'.repeat(16 * 1024 * 1024) }, 2],
    ])('refuses %s', async (_, doc, code) => {
      const { engine, collection } = await engineWith([], { key: { a: 1, b: 1 } });
      const inserting = engine.write(() => engine.insert(collection, doc));
      await expect(inserting).rejects.toMatchObject({ code });
      expect(collection.count).toBe(0);
    });

    it('refuses a key that is taken, and the rest of a bulk goes on', async () => {
      const { engine, collection } = await engineWith([], { key: { a: 1 }, unique: true });
      const codes = await engine.write(() =>
        [1, 2, 1, 3].map((a) => {
          try {
            engine.insert(collection, { a });
            return 0;
          } catch (error) {
            return (error as { code: number }).code;
          }
        }),
      );
      expect(codes).toEqual([0, 0, 11000, 0]);
      expect(await verify(engine, collection)).toMatchObject({ valid: true, documents: 3 });
    });

    it('lets one document without the field into a unique index, and many into a sparse one', async () => {
      const { engine, collection } = await engineWith([{ _id: 1 }], {
        key: { a: 1 },
        unique: true,
      });
      const second = engine.write(() => engine.insert(collection, { _id: 2 }));
      await expect(second).rejects.toMatchObject({ extra: { keyValue: { a: null } } });
      const sparse = await engineWith([{ _id: 1 }, { _id: 2 }], {
        key: { a: 1 },
        unique: true,
        sparse: true,
      });
      expect(sparse.collection.count).toBe(2);
    });

    it('holds a unique index with a collation to its idea of equal', async () => {
      const spec = { key: { a: 1 }, unique: true, collation: { locale: 'en', strength: 2 } };
      const { engine, collection } = await engineWith([{ a: 'Ann' }], spec);
      const again = engine.write(() => engine.insert(collection, { a: 'ANN' }));
      await expect(again).rejects.toMatchObject({ code: 11000 });
    });

    it('lets the oldest go from a capped collection', async () => {
      const engine = Engine.open(temporaryStore());
      const collection = await engine.write(() => {
        const created = engine.catalog.create('test', 'log', {
          capped: true,
          size: 100_000,
          max: 3,
        });
        for (let _id = 0; _id < 10; _id++) engine.insert(created, { _id });
        return created;
      });
      expect(findAll(engine, collection).map((doc) => doc._id)).toEqual([7, 8, 9]);
      expect((await verify(engine, collection)).errors).toEqual([]);
    });
  });

  it('checks validators on insert and update, with their levels', async () => {
    const engine = Engine.open(temporaryStore());
    const options = { validator: { a: { $gt: 0 } } };
    const collection = await engine.write(() => engine.catalog.create('test', 'v', options));
    const insert = (doc: Doc, bypassValidation = false): Promise<Doc> =>
      engine.write(() => engine.insert(collection, doc, undefined, { bypassValidation }));
    const set = (_id: number, a: number): Promise<unknown> =>
      engine.write(() =>
        engine.updateOne(collection, () => collection, {
          filter: { _id },
          update: { $set: { a } },
        }),
      );
    await expect(insert({ _id: 1, a: 0 })).rejects.toMatchObject({
      code: 121,
      extra: { errInfo: { failingDocumentId: 1 } },
    });
    await insert({ _id: 1, a: 0 }, true);
    await insert({ _id: 2, a: 2 });
    await expect(set(2, -1)).rejects.toMatchObject({ code: 121 });
    await expect(set(1, -1)).rejects.toMatchObject({ code: 121 });
    await engine.write(() =>
      engine.catalog.setOptions(collection, { ...options, validationLevel: 'moderate' }),
    );
    await set(1, -1);
    await expect(set(2, -1)).rejects.toMatchObject({ code: 121 });
    await engine.write(() =>
      engine.catalog.setOptions(collection, { ...options, validationAction: 'warn' }),
    );
    await set(2, -1);
  });

  describe('find', () => {
    const documents = Array.from({ length: 3_000 }, (_, _id) => ({ _id, a: _id % 7, b: -_id }));

    it('pauses on long scans, and shows what is written meanwhile', async () => {
      const { engine, collection } = await engineWith(documents);
      let pauses = 0;
      let seen = 0;
      for (const item of engine.find(collection, { filter: { a: { $ne: 99 } } })) {
        if (item === PAUSE) pauses++;
        else if (seen++ === 100)
          await engine.write(() => engine.removeOne(collection, { filter: { _id: 2_999 } }));
      }
      expect(seen).toBe(2_999);
      expect(pauses).toBeGreaterThan(0);
    });

    it('does not show a document that stopped matching before its turn', async () => {
      const { engine, collection } = await engineWith(documents, { key: { a: 1 } });
      const ensure = (): typeof collection => collection;
      const found: unknown[] = [];
      for (const hit of withoutPauses(engine.find(collection, { filter: { a: 3 } }))) {
        found.push(hit.doc.a);
        if (found.length === 1) {
          await engine.write(() =>
            engine.updateOne(collection, ensure, {
              filter: { _id: 10 },
              update: { $set: { a: 4 } },
            }),
          );
        }
      }
      expect(new Set(found)).toEqual(new Set([3]));
    });

    it('sorts in memory, with skip and limit, by fields that no index has', async () => {
      const { engine, collection } = await engineWith(documents);
      const page = findAll(engine, collection, {
        filter: { a: 1 },
        sort: { b: 1 },
        skip: 1,
        limit: 2,
      });
      expect(page.map((doc) => doc._id)).toEqual([2_990, 2_983]);
    });

    it('reduces documents to the roots asked for', async () => {
      const { engine, collection } = await engineWith([{ _id: 1, a: { x: 1 }, b: 2 }]);
      const query = { filter: {}, roots: new Set(['a']) };
      const [hit] = [...withoutPauses(engine.find(collection, query))];
      expect(hit?.fields).toEqual({ a: { x: 1 } });
      expect(hit?.doc).toEqual({ _id: 1, a: { x: 1 }, b: 2 });
    });

    it('tells the position of the element that matched', async () => {
      const { engine, collection } = await engineWith([{ _id: 1, a: [1, 5, 9] }]);
      const query = { filter: { a: { $gt: 4 } }, wantPosition: true };
      expect([...withoutPauses(engine.find(collection, query))][0]?.position).toBe(1);
    });

    it('complains about a wrong filter even when there is nothing to find', async () => {
      const { engine, collection } = await engineWith();
      expect(() => findAll(engine, collection, { filter: { a: { $nope: 1 } } })).toThrow('$nope');
      expect(() => engine.explain(collection, { filter: { a: { $nope: 1 } } })).toThrow('$nope');
    });

    it('knows whether an index serves a query', async () => {
      const { engine, collection } = await engineWith([], { key: { a: 1 } });
      expect(engine.needsScan(collection, { filter: { a: 1 } })).toBe(false);
      expect(engine.needsScan(collection, { filter: { b: 1 } })).toBe(true);
    });
  });

  it('searches words by the text index, with scores to sort by', async () => {
    const { engine, collection } = await engineWith(
      [
        { _id: 1, title: 'Phở ở Hà Nội', body: 'soup' },
        { _id: 2, title: 'Soup', body: 'soup of the day in Hà Nội, soup and more soup' },
        { _id: 3, title: 'Bread', body: 'none' },
      ],
      { key: { title: 'text', body: 'text' }, weights: { title: 10 } },
    );
    const ids = (search: string, query: Doc = {}): unknown[] =>
      findAll(engine, collection, { filter: { $text: { $search: search } }, ...query }).map(
        (doc) => doc._id,
      );
    expect(ids('ha noi').sort()).toEqual([1, 2]);
    expect(ids('soup', { sort: { score: { $meta: 'textScore' } } })).toEqual([2, 1]);
    expect(engine.explain(collection, { filter: { $text: { $search: 'x' } } }).stage).toBe('TEXT');
    expect(await countAll(engine, collection, { filter: { $text: { $search: 'bread' } } })).toBe(1);
    await engine.write(() => {
      const update = { $set: { title: 'Toast' } };
      engine.updateOne(collection, () => collection, { filter: { _id: 3 }, update });
    });
    expect(ids('bread')).toEqual([]);
    expect(ids('toast')).toEqual([3]);
    expect((await verify(engine, collection)).errors).toEqual([]);
    const without = await engineWith([{ _id: 1 }]);
    const search = { filter: { $text: { $search: 'x' } } };
    expect(failureOf(() => findAll(without.engine, without.collection, search))).toMatchObject({
      code: 27,
    });
  });

  it('finds out when entries and documents disagree', async () => {
    const { engine, collection } = await engineWith([{ _id: 1, a: 1 }], { key: { a: 1 } });
    const [key] = engine.store.keys(
      Buffer.from([0, 0, 0, 1, 0, 2]),
      Buffer.from([0, 0, 0, 1, 0, 3]),
      false,
      1,
    );
    await engine.write(() => engine.store.remove(key ?? Buffer.alloc(0)));
    const report = await verify(engine, collection);
    expect(report.valid).toBe(false);
    expect(report.errors).toEqual([
      'record 1 has no entry in index a_1',
      'index a_1 has 0 entries instead of 1',
    ]);
  });
});
