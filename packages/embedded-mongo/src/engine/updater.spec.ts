import { engineWith, findAll, verify } from './testing/engine-with';
import { closeStores } from '../storage/testing/temporary-store';
import { deadlineBudget, unlimited } from '../stream';
import { type Doc, Double, Long } from '../values';
import { type CollectionInfo } from '../catalog';
import { type Engine } from './engine';
import { type UpdateOutcome, type UpdateSpec } from './types';

afterEach(closeStores);

function updateOne(
  engine: Engine,
  collection: CollectionInfo | undefined,
  spec: UpdateSpec,
): Promise<UpdateOutcome> {
  return engine.write(() =>
    engine.updateOne(collection, () => engine.catalog.ensure('test', 'things'), spec),
  );
}

describe('updateOne', () => {
  it('changes the document and its index entries, and says what it did', async () => {
    const { engine, collection } = await engineWith([{ _id: 1, a: 1, n: 1 }], { key: { a: 1 } });
    const spec = {
      filter: { _id: 1 },
      update: { $set: { a: 2 } },
      wantBefore: true,
      wantAfter: true,
    };
    expect(await updateOne(engine, collection, spec)).toEqual({
      matched: 1,
      modified: 1,
      before: { _id: 1, a: 1, n: 1 },
      after: { _id: 1, a: 2, n: 1 },
    });
    expect(findAll(engine, collection, { filter: { a: 1 } })).toEqual([]);
    expect(findAll(engine, collection, { filter: { a: 2 } })).toHaveLength(1);
    expect(await updateOne(engine, collection, spec)).toMatchObject({ matched: 1, modified: 0 });
    expect((await verify(engine, collection)).errors).toEqual([]);
  });

  it('follows renames into indexes', async () => {
    const { engine, collection } = await engineWith([{ _id: 1, b: 5 }], { key: { a: 1 } });
    await updateOne(engine, collection, { filter: {}, update: { $rename: { b: 'a' } } });
    expect(findAll(engine, collection, { filter: { a: 5 } })).toHaveLength(1);
    expect((await verify(engine, collection)).errors).toEqual([]);
  });

  it('replaces, and keeps _id', async () => {
    const { engine, collection } = await engineWith([{ _id: 1, a: 1 }]);
    await updateOne(engine, collection, { filter: { a: 1 }, update: { b: 2 } });
    expect(findAll(engine, collection)).toEqual([{ _id: 1, b: 2 }]);
    for (const update of [{ _id: 2, b: 2 }, { $set: { _id: 2 } }] as Doc[]) {
      const changing = updateOne(engine, collection, { filter: {}, update });
      await expect(changing).rejects.toMatchObject({ code: 66 });
    }
  });

  it('runs pipelines without changing the types of numbers it leaves alone', async () => {
    const doc = { _id: 1, long: Long.fromNumber(5), double: new Double(2), n: 1 };
    const { engine, collection } = await engineWith([doc]);
    const update = [{ $set: { sum: { $add: ['$n', '$long'] } } }];
    await updateOne(engine, collection, { filter: { _id: 1 }, update });
    const [after] = findAll(engine, collection);
    expect(after?.long).toEqual(Long.fromNumber(5));
    expect(after?.double).toEqual(new Double(2));
    expect(Number(after?.sum)).toBe(6);
    const forbidden = updateOne(engine, collection, { filter: {}, update: [{ $match: {} }] });
    await expect(forbidden).rejects.toMatchObject({ code: 72 });
  });

  it('uses the position that matched, array filters, and the order asked for', async () => {
    const { engine, collection } = await engineWith([
      { _id: 1, a: [1, 5] },
      { _id: 2, a: [5, 1] },
    ]);
    await updateOne(engine, collection, {
      filter: { a: 5 },
      update: { $set: { 'a.$': 9 } },
      sort: { _id: -1 },
    });
    const arrayFilters = [{ x: { $lt: 3 } }];
    await updateOne(engine, collection, {
      filter: { _id: 1 },
      update: { $set: { 'a.$[x]': 0 } },
      arrayFilters,
    });
    expect(findAll(engine, collection)).toEqual([
      { _id: 1, a: [0, 5] },
      { _id: 2, a: [9, 1] },
    ]);
  });

  it('inserts what the filter and the update say, creating the collection', async () => {
    const { engine, collection } = await engineWith();
    await engine.write(() => engine.catalog.drop(collection));
    const update = { $set: { b: 2 }, $setOnInsert: { c: 3 } };
    const outcome = await updateOne(engine, undefined, {
      filter: { _id: 7, a: { $gt: 1 } },
      update,
      upsert: true,
      wantAfter: true,
    });
    expect(outcome).toEqual({
      matched: 0,
      modified: 0,
      upsertedId: 7,
      after: { _id: 7, b: 2, c: 3 },
    });
    expect(engine.catalog.get('test', 'things')?.count).toBe(1);
    const replaced = await updateOne(engine, engine.catalog.get('test', 'things'), {
      filter: { _id: 8 },
      update: { x: 1 },
      upsert: true,
      wantAfter: true,
    });
    expect(replaced.after).toEqual({ _id: 8, x: 1 });
    const other = updateOne(engine, engine.catalog.get('test', 'things'), {
      filter: { _id: 9 },
      update: { $set: { _id: 10 } },
      upsert: true,
    });
    await expect(other).rejects.toMatchObject({ code: 66 });
  });

  it('takes names with a dollar at the top when it inserts, and refuses them otherwise', async () => {
    const { engine, collection } = await engineWith([{ _id: 1 }]);
    for (const update of [{ $set: { a: 1, $b: 2 } }, { a: 1, $b: 2 }]) {
      const unmatched = { filter: { _id: 2 }, update, wantAfter: true };
      expect(await updateOne(engine, collection, unmatched)).toEqual({ matched: 0, modified: 0 });
      const inserted = await updateOne(engine, collection, { ...unmatched, upsert: true });
      expect(inserted.after).toEqual({ _id: 2, a: 1, $b: 2 });
      await engine.removeMany(collection, { filter: { _id: 2 } }, unlimited);
      await expect(
        updateOne(engine, collection, { filter: { _id: 1 }, update, upsert: true }),
      ).rejects.toMatchObject({ code: 52, codeName: 'DollarPrefixedFieldName' });
    }
  });

  it('refuses a taken key and leaves everything as it was', async () => {
    const { engine, collection } = await engineWith(
      [
        { _id: 1, a: 1 },
        { _id: 2, a: 2 },
      ],
      { key: { a: 1 }, unique: true },
    );
    const clash = updateOne(engine, collection, { filter: { _id: 2 }, update: { $set: { a: 1 } } });
    await expect(clash).rejects.toMatchObject({ code: 11000, extra: { keyValue: { a: 1 } } });
    expect(findAll(engine, collection, { filter: { a: 2 } })).toHaveLength(1);
    expect((await verify(engine, collection)).errors).toEqual([]);
  });
});

describe('updateMany', () => {
  const documents = Array.from({ length: 2_500 }, (_, _id) => ({ _id, a: _id, b: _id % 2 }));

  it('changes every match once, even when the change moves it in the index that found it', async () => {
    const { engine, collection } = await engineWith(documents, { key: { a: 1 } });
    const spec = { filter: { a: { $gte: 0 } }, update: { $inc: { a: 1_000_000 } } };
    const outcome = await engine.updateMany(collection, () => collection, spec, unlimited);
    expect(outcome).toEqual({ matched: 2_500, modified: 2_500 });
    expect(findAll(engine, collection, { filter: { a: { $lt: 1_000_000 } } })).toEqual([]);
    expect((await verify(engine, collection)).errors).toEqual([]);
  });

  it('keeps what was changed before a failure, as MongoDB does', async () => {
    const { engine, collection } = await engineWith(
      [
        { _id: 1, a: 1 },
        { _id: 2, a: 2 },
        { _id: 3, a: 3 },
      ],
      { key: { x: 1 }, unique: true, sparse: true },
    );
    const spec = { filter: {}, update: { $set: { x: 5 } } };
    const failing = engine.updateMany(collection, () => collection, spec, unlimited);
    await expect(failing).rejects.toMatchObject({ code: 11000 });
    expect(findAll(engine, collection, { filter: { x: 5 } })).toHaveLength(1);
    expect((await verify(engine, collection)).errors).toEqual([]);
  });

  it('refuses replacements, and inserts when nothing matches', async () => {
    const { engine, collection } = await engineWith([]);
    const replacing = engine.updateMany(
      collection,
      () => collection,
      { filter: {}, update: { a: 1 } },
      unlimited,
    );
    await expect(replacing).rejects.toMatchObject({ code: 9 });
    const spec = { filter: { _id: 1 }, update: { $set: { a: 1 } }, upsert: true };
    expect(await engine.updateMany(collection, () => collection, spec, unlimited)).toMatchObject({
      upsertedId: 1,
    });
  });

  it('stops when the budget says so', async () => {
    const { engine, collection } = await engineWith(documents);
    const budget = deadlineBudget();
    budget.kill();
    const spec = { filter: { b: 1 }, update: { $set: { c: 1 } } };
    const stopped = engine.updateMany(collection, () => collection, spec, budget);
    await expect(stopped).rejects.toMatchObject({ code: 11601 });
  });
});

describe('removeMany', () => {
  it('removes all matches with their entries', async () => {
    const documents = Array.from({ length: 1_500 }, (_, _id) => ({
      _id,
      a: [_id, -_id],
      b: _id % 3,
    }));
    const { engine, collection } = await engineWith(
      documents,
      { key: { a: 1 } },
      { key: { b: 1 } },
    );
    expect(await engine.removeMany(collection, { filter: { b: 0 } }, unlimited)).toBe(500);
    expect(collection.count).toBe(1_000);
    expect((await verify(engine, collection)).errors).toEqual([]);
    expect(await engine.removeMany(collection, { filter: {} }, unlimited)).toBe(1_000);
    expect(await verify(engine, collection)).toMatchObject({ valid: true, documents: 0 });
  });
});
