import { type Doc } from '../values';
import { duplicateKeyError } from './duplicate-key';
import { changesBetween, entriesOf } from './index-entries';
import { makeIndex } from './make-index';

const indexOf = (key: Doc, options: Doc = {}): ReturnType<typeof makeIndex> =>
  makeIndex(1, 2, { v: 2, key, name: 'test', ...options });

describe('the entries of a document', () => {
  it('are none when a sparse or partial index leaves it out, or the index is only stored', () => {
    expect(entriesOf(indexOf({ a: 1 }, { sparse: true }), { b: 1 }).keys).toEqual([]);
    expect(entriesOf(indexOf({ a: 1 }, { sparse: true }), { a: null }).keys).toHaveLength(1);
    const partial = indexOf({ a: 1 }, { partialFilterExpression: { b: { $gt: 1 } } });
    expect(entriesOf(partial, { a: 1, b: 1 }).keys).toEqual([]);
    expect(entriesOf(partial, { a: 1, b: 2 }).keys).toHaveLength(1);
    expect(entriesOf(indexOf({ a: '2dsphere' }), { a: 1 }).keys).toEqual([]);
    expect(entriesOf(indexOf({ '$**': 1 }), { a: 1 }).keys).toEqual([]);
  });

  it('are in the order of the values, turned around where the index descends', () => {
    const docs = [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 2, b: 0 },
    ];
    const keysOf = (key: Doc): Buffer[] =>
      docs.flatMap((doc) => [...entriesOf(indexOf(key), doc).keys]);
    const ascending = keysOf({ a: 1, b: 1 });
    expect([...ascending].sort((left, right) => Buffer.compare(left, right))).toEqual(ascending);
    const mixed = keysOf({ a: 1, b: -1 });
    expect([...mixed].sort((left, right) => Buffer.compare(left, right))).toEqual([
      mixed[1],
      mixed[0],
      mixed[2],
    ]);
  });

  it('come once for equal elements, whatever their number type', () => {
    expect(entriesOf(indexOf({ a: 1 }), { a: [1, 1, 2] }).keys).toHaveLength(2);
  });

  it('say when a key was too long', () => {
    const index = indexOf({ a: 1 });
    expect(entriesOf(index, { a: 'x'.repeat(3_000) }).hasLongKeys).toBe(true);
    expect(entriesOf(index, { a: 'x' }).hasLongKeys).toBe(false);
    const [first] = entriesOf(index, { a: `${'x'.repeat(3_000)}1` }).keys;
    const [second] = entriesOf(index, { a: `${'x'.repeat(3_000)}2` }).keys;
    expect(first).not.toEqual(second);
  });

  it('change only where the values do', () => {
    const index = indexOf({ a: 1 });
    const before = entriesOf(index, { a: [1, 2] });
    const after = entriesOf(index, { a: [2, 3] });
    const { removed, added } = changesBetween(before, after);
    expect(removed).toEqual(entriesOf(index, { a: 1 }).keys);
    expect(added.map((entry) => entry.key)).toEqual(entriesOf(index, { a: 3 }).keys);
    expect(changesBetween(before, before)).toEqual({ removed: [], added: [] });
  });
});

describe('the error of a duplicate key', () => {
  it('names collection, index, pattern and the very value, as drivers expect', () => {
    const index = indexOf({ a: 1, b: -1 }, { unique: true });
    const doc = { a: ['x', 'y'], b: 5 };
    const [, second] = entriesOf(index, doc).keys;
    const error = duplicateKeyError('db.c', index, doc, second ?? Buffer.alloc(0));
    expect(error.code).toBe(11000);
    expect(error.message).toBe(
      'E11000 duplicate key error collection: db.c index: test dup key: { a: "y", b: 5 }',
    );
    expect(error.extra).toEqual({ keyPattern: { a: 1, b: -1 }, keyValue: { a: 'y', b: 5 } });
  });
});
