import {
  type Collection,
  Decimal128,
  type Document,
  Double,
  Int32,
  Long,
  Timestamp,
} from 'mongodb';
import { codeOf, refusalOf } from '../../support/embedded-mongo/failures';
import { mongoUnderTest } from '../../support/embedded-mongo/mongo-under-test';

const mongo = mongoUnderTest();
let things: Collection;
beforeAll(async () => void (things = await mongo.collection()));
beforeEach(() => things.deleteMany({}));

/** Stores a document, updates it and gives what became of it. */
async function updated(
  before: Document,
  update: Document | Document[],
  filter: Document = {},
  arrayFilters?: Document[],
): Promise<Document | null> {
  await things.insertOne({ _id: 1, ...before } as Document);
  await things.updateOne(filter, update, arrayFilters ? { arrayFilters } : {});
  return things.findOne({}, { projection: { _id: 0 } });
}

describe('operators on fields', () => {
  it.each<[string, Document, Document, Document]>([
    ['sets', { a: 1 }, { $set: { b: 2 } }, { a: 1, b: 2 }],
    ['sets a path', { a: 1 }, { $set: { 'b.c.d': 2 } }, { a: 1, b: { c: { d: 2 } } }],
    ['sets an element', { a: [1, 2] }, { $set: { 'a.1': 9 } }, { a: [1, 9] }],
    ['sets beyond an array', { a: [1] }, { $set: { 'a.3': 4 } }, { a: [1, null, null, 4] }],
    ['removes', { a: 1, b: 2 }, { $unset: { a: '' } }, { b: 2 }],
    ['empties an element', { a: [1, 2] }, { $unset: { 'a.0': '' } }, { a: [null, 2] }],
    ['adds', { n: 1 }, { $inc: { n: 2, m: -1 } }, { n: 3, m: -1 }],
    ['multiplies', { n: 3 }, { $mul: { n: 2, m: 5 } }, { n: 6, m: 0 }],
    ['keeps the least', { n: 5, m: 5 }, { $min: { n: 3, m: 9, k: 1 } }, { n: 3, m: 5, k: 1 }],
    ['keeps the greatest', { n: 5, m: 5 }, { $max: { n: 3, m: 9 } }, { n: 5, m: 9 }],
    ['compares types too', { n: 5 }, { $max: { n: 'a' } }, { n: 'a' }],
    ['renames', { a: 1, b: 2 }, { $rename: { a: 'c' } }, { b: 2, c: 1 }],
    ['renames into a path', { a: 1 }, { $rename: { a: 'x.y' } }, { x: { y: 1 } }],
    ['changes bits', { n: 13 }, { $bit: { n: { and: 10 } } }, { n: 8 }],
    ['sets no bits twice', { n: 5 }, { $bit: { n: { xor: 1, or: 8 } } }, { n: 12 }],
  ])('%s', async (_, before, update, after) => {
    expect(await updated(before, update)).toEqual(after);
  });

  it('keeps the order of fields, and adds new ones at the end', async () => {
    const after = await updated({ b: 1, a: 2 }, { $set: { c: 1, b: 5 } });
    expect(Object.keys(after ?? {})).toEqual(['b', 'a', 'c']);
  });

  it('adds several new fields by the order of their names', async () => {
    const after = await updated({}, { $set: { z: 1, b: 2, a: 3 } });
    expect(Object.keys(after ?? {})).toEqual(['a', 'b', 'z']);
  });

  it('sets the current date', async () => {
    const before = Date.now();
    const after = await updated(
      {},
      { $currentDate: { at: true, stamp: { $type: 'timestamp' }, day: { $type: 'date' } } },
    );
    expect(after?.stamp).toBeInstanceOf(Timestamp);
    expect(after?.day).toEqual(after?.at);
    expect((after!.at as Date).getTime()).toBeGreaterThanOrEqual(before - 1);
  });
});

describe('operators on arrays', () => {
  it.each<[string, Document, Document, Document]>([
    ['appends', { a: [1] }, { $push: { a: 2 } }, { a: [1, 2] }],
    ['begins an array', {}, { $push: { a: 2 } }, { a: [2] }],
    ['appends an array as one', { a: [1] }, { $push: { a: [2, 3] } }, { a: [1, [2, 3]] }],
    ['appends each', { a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
    ['puts in', { a: [1] }, { $push: { a: { $each: [0], $position: 0 } } }, { a: [0, 1] }],
    [
      'puts in from the end',
      { a: [1, 2] },
      { $push: { a: { $each: [0], $position: -1 } } },
      { a: [1, 0, 2] },
    ],
    ['keeps the last', { a: [1] }, { $push: { a: { $each: [2, 3], $slice: -2 } } }, { a: [2, 3] }],
    ['keeps the first', { a: [1] }, { $push: { a: { $each: [2, 3], $slice: 2 } } }, { a: [1, 2] }],
    ['sorts', { a: [3, 1] }, { $push: { a: { $each: [2], $sort: 1 } } }, { a: [1, 2, 3] }],
    [
      'sorts by a field',
      { a: [{ k: 1 }, { k: 3 }] },
      { $push: { a: { $each: [{ k: 2 }], $sort: { k: -1 }, $slice: 2 } } },
      { a: [{ k: 3 }, { k: 2 }] },
    ],
    [
      'adds what is new',
      { a: [1, { x: 1 }] },
      { $addToSet: { a: { $each: [1, 2, 2, { x: 1 }] } } },
      { a: [1, { x: 1 }, 2] },
    ],
    ['takes from the end', { a: [1, 2, 3] }, { $pop: { a: 1 } }, { a: [1, 2] }],
    ['takes from the front', { a: [1, 2, 3] }, { $pop: { a: -1 } }, { a: [2, 3] }],
    ['pulls a value', { a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
    ['pulls by a condition', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
    [
      'pulls by fields',
      { a: [{ x: 1, y: 2 }, { x: 2 }] },
      { $pull: { a: { x: 1 } } },
      { a: [{ x: 2 }] },
    ],
    ['pulls several', { a: [1, 2, 3, 1] }, { $pullAll: { a: [1, 3] } }, { a: [2] }],
    ['changes all', { a: [1, 2] }, { $inc: { 'a.$[]': 10 } }, { a: [11, 12] }],
  ])('%s', async (_, before, update, after) => {
    expect(await updated(before, update)).toEqual(after);
  });

  it('changes the element that matched', async () => {
    const after = await updated(
      { a: [{ k: 1 }, { k: 2 }, { k: 2 }] },
      { $set: { 'a.$.x': 'hit', 'a.$.y': 1 } },
      { 'a.k': 2 },
    );
    expect(after).toEqual({ a: [{ k: 1 }, { k: 2, x: 'hit', y: 1 }, { k: 2 }] });
  });

  it('changes the element that $elemMatch found', async () => {
    const filter = { a: { $elemMatch: { k: 2, v: { $gt: 1 } } } };
    const before = {
      a: [
        { k: 2, v: 1 },
        { k: 2, v: 5 },
      ],
    };
    expect(await updated(before, { $unset: { 'a.$.v': 1 } }, filter)).toEqual({
      a: [{ k: 2, v: 1 }, { k: 2 }],
    });
  });

  it('changes the elements that a filter chooses, on two levels', async () => {
    const before = {
      a: [
        { t: 'x', q: [1, 5, 9] },
        { t: 'y', q: [7] },
      ],
    };
    const after = await updated(before, { $set: { 'a.$[row].q.$[big]': 0 } }, {}, [
      { 'row.t': 'x' },
      { big: { $gte: 5 } },
    ]);
    expect(after).toEqual({
      a: [
        { t: 'x', q: [1, 0, 0] },
        { t: 'y', q: [7] },
      ],
    });
  });
});

describe('pipelines', () => {
  it('sets, replaces and removes with expressions', async () => {
    const after = await updated({ a: 2, b: { c: 1 }, old: 1 }, [
      { $set: { sum: { $add: ['$a', '$b.c'] }, 'b.d': '$a' } },
      { $unset: ['old'] },
      { $replaceWith: { $mergeObjects: ['$$ROOT', { done: true }] } },
    ]);
    expect(after).toEqual({ a: 2, b: { c: 1, d: 2 }, sum: 3, done: true });
  });

  it('refuses other stages', async () => {
    await things.insertOne({ a: 1 });
    expect(await codeOf(things.updateOne({}, [{ $group: { _id: 1 } }]))).toBe(72);
  });
});

describe('numbers', () => {
  const typed = { promoteValues: false } as const;

  it.each<[string, unknown, unknown, unknown]>([
    ['int and int', new Int32(1), new Int32(2), new Int32(3)],
    ['int and long', new Int32(1), Long.fromNumber(2), Long.fromNumber(3)],
    ['int and double', new Int32(1), new Double(2), new Double(3)],
    [
      'double and decimal',
      new Double(1.5),
      Decimal128.fromString('0.1'),
      // A double becomes a decimal of 15 digits.
      Decimal128.fromString('1.60000000000000'),
    ],
    [
      'decimals exactly',
      Decimal128.fromString('0.1'),
      Decimal128.fromString('0.2'),
      Decimal128.fromString('0.3'),
    ],
    ['ints into a long', new Int32(2_147_483_647), new Int32(1), Long.fromString('2147483648')],
    [
      'longs beyond doubles',
      Long.fromString('9007199254740993'),
      new Int32(2),
      Long.fromString('9007199254740995'),
    ],
  ])('adds %s', async (_, before, by, after) => {
    await things.insertOne({ n: before });
    await things.updateOne({}, { $inc: { n: by } } as Document);
    const stored = await things.findOne({}, typed);
    expect(stored?.n).toEqual(after);
  });

  it('keeps the types of numbers it does not touch', async () => {
    const document = { i: new Int32(1), l: Long.fromNumber(5), d: new Double(3) };
    await things.insertOne({ ...document });
    await things.updateOne({}, { $set: { x: 'y' } });
    expect(await things.findOne({}, { ...typed, projection: { _id: 0, x: 0 } })).toEqual(document);
  });

  it('refuses to overflow a long', async () => {
    await things.insertOne({ n: Long.MAX_VALUE });
    expect(await codeOf(things.updateOne({}, { $inc: { n: 1 } }))).toBe(2);
  });
});

describe('refusals', () => {
  it.each<[string, Document, Document, number]>([
    ['an unknown operator', {}, { $nope: { a: 1 } }, 9],
    ['to add to text', { a: 'x' }, { $inc: { a: 1 } }, 14],
    ['to add to null', { a: null }, { $inc: { a: 1 } }, 14],
    ['to add text', { a: 1 }, { $inc: { a: 'x' } }, 14],
    ['to append to a number', { a: 1 }, { $push: { a: 1 } }, 2],
    ['to go through a number', { a: 1 }, { $set: { 'a.b': 1 } }, 28],
    ['to pop from a number', { a: 1 }, { $pop: { a: 1 } }, 14],
    ['to pull from a number', { a: 1 }, { $pull: { a: 1 } }, 2],
    ['two changes of one field', {}, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
    ['changes of a field and inside it', {}, { $set: { a: 1, 'a.b': 1 } }, 40],
    ['a positional update without a match', { a: [1] }, { $set: { 'a.$': 1 } }, 2],
    ['a filter that is not given', { a: [1] }, { $set: { 'a.$[x]': 1 } }, 2],
    ['to rename onto itself', { a: 1 }, { $rename: { a: 'a' } }, 2],
    ['an empty name', {}, { $set: { 'a..b': 1 } }, 56],
    ['$each of no array', {}, { $push: { a: { $each: 1 } } }, 2],
  ])('refuses %s', async (_, before, update, code) => {
    await things.insertOne({ _id: 1, ...before } as Document);
    expect(await codeOf(things.updateOne({}, update))).toBe(code);
    expect(await things.findOne()).toEqual({ _id: 1, ...before });
  });

  it('refuses an array filter that is not used', async () => {
    const error = await refusalOf(
      things.updateOne({}, { $set: { a: 1 } }, { arrayFilters: [{ x: 1 }] }),
    );
    expect(error.code).toBe(9);
    expect(error.message).toContain("The array filter for identifier 'x' was not used");
  });
});
