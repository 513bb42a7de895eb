import { engineWith, findAll, verify } from './testing/engine-with';
import { closeStores, temporaryStore } from '../storage/testing/temporary-store';
import { unlimited } from '../stream';
import { Engine } from './engine';

afterEach(closeStores);

const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000);

describe('expiry', () => {
  it('removes what is older than the index allows, and nothing else', async () => {
    const { engine, collection } = await engineWith(
      [
        { _id: 'old', at: ago(100) },
        { _id: 'new', at: ago(10) },
        { _id: 'array', at: [ago(10), ago(100)] },
        { _id: 'number', at: 1 },
        { _id: 'none' },
      ],
      { key: { at: 1 }, expireAfterSeconds: 60 },
    );
    expect(await engine.expire(unlimited)).toBe(2);
    expect(findAll(engine, collection).map((doc) => doc._id)).toEqual(['new', 'number', 'none']);
    expect((await verify(engine, collection)).errors).toEqual([]);
  });

  it('leaves documents outside of a partial TTL index alone', async () => {
    const spec = {
      key: { at: 1 },
      expireAfterSeconds: 60,
      partialFilterExpression: { done: true },
    };
    const documents = [
      { _id: 1, at: ago(100), done: true },
      { _id: 2, at: ago(100), done: false },
    ];
    const { engine, collection } = await engineWith(documents, spec);
    expect(await engine.expire(unlimited)).toBe(1);
    expect(findAll(engine, collection).map((doc) => doc._id)).toEqual([2]);
  });

  it('follows a change of the time', async () => {
    const { engine, collection } = await engineWith([{ _id: 1, at: ago(100) }], {
      key: { at: 1 },
      expireAfterSeconds: 1_000,
    });
    expect(await engine.expire(unlimited)).toBe(0);
    const index = collection.indexes[1];
    await engine.write(
      () => index && engine.catalog.setIndexOptions(collection, index, { expireAfterSeconds: 5 }),
    );
    expect(await engine.expire(unlimited)).toBe(1);
  });

  it('knows time series', async () => {
    const engine = Engine.open(temporaryStore());
    const options = { timeseries: { timeField: 't' }, expireAfterSeconds: 60 };
    const collection = await engine.write(() => {
      const created = engine.catalog.create('test', 'series', options);
      engine.insert(created, { t: ago(100) });
      engine.insert(created, { t: ago(1) });
      return created;
    });
    expect(await engine.expire(unlimited)).toBe(1);
    expect(collection.count).toBe(1);
  });
});
