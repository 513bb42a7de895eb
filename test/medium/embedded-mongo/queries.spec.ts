import { type Collection, Decimal128, type Document, Long, ObjectId } from 'mongodb';
import { codeOf, refusalOf } from '../../support/embedded-mongo/failures';
import { mongoUnderTest } from '../../support/embedded-mongo/mongo-under-test';

const mongo = mongoUnderTest();
let things: Collection;

async function idsOf(filter: Document, from = things): Promise<unknown[]> {
  const found = await from.find(filter).sort({ _id: 1 }).toArray();
  return found.map(({ _id }) => _id as unknown);
}

describe('filters', () => {
  const id = new ObjectId();
  beforeAll(async () => {
    things = await mongo.collection([
      { _id: 1, a: 1, tags: ['x', 'y'] },
      { _id: 2, a: 2.5, tags: [] },
      { _id: 3, a: Long.fromNumber(3), tags: 'x' },
      { _id: 4, a: Decimal128.fromString('4.5'), ref: id },
      { _id: 5, a: null },
      { _id: 6 },
      { _id: 7, a: 'text' },
      { _id: 8, a: [1, 5] },
      { _id: 9, a: new Date(0) },
      { _id: 10, a: { b: 1, c: 2 } },
      { _id: 11, a: [{ b: 1 }, { b: 5 }, {}] },
      { _id: 12, a: true },
    ]);
  });

  it.each<[string, Document, number[]]>([
    ['numbers of any type', { a: 3 }, [3]],
    ['a decimal', { a: 4.5 }, [4]],
    ['a range of numbers alone', { a: { $gt: 1 } }, [2, 3, 4, 8]],
    ['two ends that different elements of an array satisfy', { a: { $gt: 3, $lt: 3 } }, [8]],
    ['two ends of one element', { a: { $elemMatch: { $gt: 0, $lt: 3 } } }, [8]],
    ['null and missing', { a: null }, [5, 6]],
    ['what is not null', { a: { $ne: null } }, [1, 2, 3, 4, 7, 8, 9, 10, 11, 12]],
    ['null by a range', { a: { $gte: null } }, [5, 6]],
    ['a field that is there', { a: { $exists: true }, _id: { $lt: 7 } }, [1, 2, 3, 4, 5]],
    ['a field that is not there', { a: { $exists: false } }, [6]],
    ['an element or a value', { tags: 'x' }, [1, 3]],
    ['a whole array', { tags: ['x', 'y'] }, [1]],
    ['an array in another order', { tags: ['y', 'x'] }, []],
    ['an empty array', { tags: [] }, [2]],
    ['the size of an array', { tags: { $size: 2 } }, [1]],
    ['all of some elements', { tags: { $all: ['y', 'x'] } }, [1]],
    ['one of some', { a: { $in: [1, 'text', null] } }, [1, 5, 6, 7, 8]],
    ['none of some', { a: { $nin: [1, 'text', null] } }, [2, 3, 4, 9, 10, 11, 12]],
    ['a regular expression', { a: /^te/ }, [7]],
    ['a regular expression in a list', { a: { $in: [/^TE/i, 2.5] } }, [2, 7]],
    ['what a regular expression does not match', { tags: { $not: /x/ }, a: 2.5 }, [2]],
    ['a type by its name', { a: { $type: 'string' } }, [7]],
    ['a type of an element', { a: { $type: 'int' } }, [1, 8]],
    ['arrays by their type', { a: { $type: 'array' } }, [8, 11]],
    ['all numeric types', { a: { $type: 'number' } }, [1, 2, 3, 4, 8]],
    ['an object id by its type', { ref: { $type: 'objectId' } }, [4]],
    ['several types', { a: { $type: ['date', 'bool'] } }, [9, 12]],
    ['a remainder', { a: { $mod: [2, 1] } }, [1, 3, 8]],
    ['a whole object', { a: { b: 1, c: 2 } }, [10]],
    ['an object in another order', { a: { c: 2, b: 1 } }, []],
    ['a path', { 'a.b': 1 }, [10, 11]],
    ['a path that an element lacks', { 'a.b': null, _id: { $gt: 9 } }, [11, 12]],
    ['a position in an array', { 'a.1': 5 }, [8]],
    ['a position and a path', { 'a.1.b': 5 }, [11]],
    ['an element by several fields', { a: { $elemMatch: { b: { $gte: 5 } } } }, [11]],
    ['either of two', { $or: [{ a: 1 }, { a: true }] }, [1, 8, 12]],
    ['neither of two', { $nor: [{ a: { $exists: true } }, { _id: 1 }] }, [6]],
    ['both of two', { $and: [{ a: 1 }, { a: 5 }] }, [8]],
    ['an expression', { $expr: { $eq: ['$a.b', 1] } }, [10]],
    ['a comment', { a: true, $comment: 'why' }, [12]],
    ['always and never', { $or: [{ $alwaysTrue: 1 }], _id: 1 }, [1]],
    ['bits', { a: { $bitsAllSet: 1 }, _id: { $lt: 4 } }, [1, 3]],
  ])('finds %s', async (_, filter, expected) => {
    expect(await idsOf(filter)).toEqual(expected);
  });

  it('compares each type with its own kind alone', async () => {
    expect(await idsOf({ a: { $lt: new Date(5) } })).toEqual([9]);
    expect(await idsOf({ a: { $gte: '' } })).toEqual([7]);
    expect(await idsOf({ a: { $lte: true } })).toEqual([12]);
  });

  it('validates by a JSON schema', async () => {
    const schema = { required: ['a'], properties: { a: { bsonType: 'string', minLength: 2 } } };
    expect(await idsOf({ $jsonSchema: schema })).toEqual([7]);
  });

  it.each<[string, Document, number, RegExp]>([
    ['an unknown operator', { a: { $near2: 1 } }, 2, /unknown operator: \$near2/],
    ['an unknown top level operator', { $bad: 1 }, 2, /unknown top level operator: \$bad/],
    ['$in without a list', { a: { $in: 1 } }, 2, /\$in needs an array/],
    ['$or without a list', { $or: {} }, 2, /\$or .*array/],
    ['an empty $or', { $or: [] }, 2, /must be a nonempty array/],
    ['a broken regular expression', { a: { $regex: '(' } }, 51091, /Regular expression is invalid/],
  ])('refuses %s', async (_, filter, code, message) => {
    const error = await refusalOf(things.find(filter).toArray());
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });
});

describe('projections', () => {
  beforeAll(async () => {
    things = await mongo.collection([
      {
        _id: 1,
        a: 1,
        b: { c: 2, d: [1, 2, 3, 4] },
        list: [
          { k: 1, v: 'x' },
          { k: 2, v: 'y' },
          { k: 2, v: 'z' },
        ],
      },
    ]);
  });

  it.each<[string, Document, Document]>([
    ['some fields', { a: 1 }, { _id: 1, a: 1 }],
    ['no id', { a: 1, _id: 0 }, { a: 1 }],
    ['all but some', { b: 0, list: 0 }, { _id: 1, a: 1 }],
    ['nested fields', { 'b.c': 1, _id: 0 }, { b: { c: 2 } }],
    ['nested objects', { b: { c: 1 }, _id: 0 }, { b: { c: 2 } }],
    ['all but nested fields', { 'b.d': 0, list: 0 }, { _id: 1, a: 1, b: { c: 2 } }],
    ['fields in arrays', { 'list.v': 1, _id: 0 }, { list: [{ v: 'x' }, { v: 'y' }, { v: 'z' }] }],
    ['the first elements', { 'b.d': { $slice: 2 }, 'b.c': 1, _id: 0 }, { b: { c: 2, d: [1, 2] } }],
    ['the last element', { 'b.d': { $slice: -1 }, 'b.c': 1, _id: 0 }, { b: { c: 2, d: [4] } }],
    ['a slice', { 'b.d': { $slice: [1, 2] }, 'b.c': 1, _id: 0 }, { b: { c: 2, d: [2, 3] } }],
    ['an element', { list: { $elemMatch: { k: 2 } } }, { _id: 1, list: [{ k: 2, v: 'y' }] }],
    ['an expression', { _id: 0, sum: { $add: ['$a', '$b.c'] } }, { sum: 3 }],
    ['a field by another name', { _id: 0, other: '$b.c' }, { other: 2 }],
    ['a constant', { _id: 0, a: 1, x: { $literal: 5 } }, { a: 1, x: 5 }],
  ])('shows %s', async (_, projection, expected) => {
    expect(await things.findOne({}, { projection })).toEqual(expected);
  });

  it('shows the element that matched', async () => {
    expect(await things.findOne({ 'list.k': 2 }, { projection: { 'list.$': 1 } })).toEqual({
      _id: 1,
      list: [{ k: 2, v: 'y' }],
    });
  });

  it('keeps the order of the document', async () => {
    const found = await things.findOne({}, { projection: { b: 1, a: 1 } });
    expect(Object.keys(found ?? {})).toEqual(['_id', 'a', 'b']);
  });

  it('refuses to mix both kinds', async () => {
    expect(await codeOf(things.findOne({}, { projection: { a: 1, b: 0 } }))).toBe(31254);
    expect(await codeOf(things.findOne({}, { projection: { a: 0, b: 1 } }))).toBe(31253);
  });
});

describe('sorts', () => {
  it('orders values of all types', async () => {
    const values: unknown[] = [
      new Date(5),
      true,
      new ObjectId(),
      { x: 1 },
      'str',
      Decimal128.fromString('5.5'),
      5,
      null,
      [],
      /a/,
    ];
    const mixed = await mongo.collection(values.map((v, i) => ({ _id: i, v })));
    const sorted = await mixed.find().sort({ v: 1 }).toArray();
    expect(sorted.map(({ _id }) => _id as unknown)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0, 9]);
    await mixed.createIndex({ v: 1 });
    const indexed = await mixed.find().sort({ v: -1 }).hint({ v: 1 }).toArray();
    expect(indexed.map(({ _id }) => _id as unknown)).toEqual([9, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('takes the least element upwards and the greatest downwards', async () => {
    const lists = await mongo.collection([
      { _id: 1, v: [1, 9] },
      { _id: 2, v: 5 },
      { _id: 3, v: [4, 6] },
    ]);
    const ids = async (direction: 1 | -1): Promise<unknown[]> =>
      (await lists.find().sort({ v: direction }).toArray()).map(({ _id }) => _id as unknown);
    expect([await ids(1), await ids(-1)]).toEqual([
      [1, 3, 2],
      [1, 3, 2],
    ]);
    await lists.createIndex({ v: 1 });
    expect([await ids(1), await ids(-1)]).toEqual([
      [1, 3, 2],
      [1, 3, 2],
    ]);
  });

  it('sorts by nested and by several fields', async () => {
    const nested = await mongo.collection([
      { _id: 1, o: { a: 2, b: 1 } },
      { _id: 2, o: { a: 1, b: 1 } },
      { _id: 3, o: { a: 2, b: 3 } },
      { _id: 4 },
    ]);
    const sorted = await nested.find().sort({ 'o.a': -1, 'o.b': -1 }).toArray();
    expect(sorted.map(({ _id }) => _id as unknown)).toEqual([3, 1, 2, 4]);
  });

  it('sorts before it limits', async () => {
    const many = await mongo.collection(
      Array.from({ length: 500 }, (_, i) => ({ _id: i, v: (i * 7919) % 500 })),
    );
    const top = await many.find().sort({ v: -1 }).limit(3).project({ _id: 0 }).toArray();
    expect(top).toEqual([{ v: 499 }, { v: 498 }, { v: 497 }]);
  });
});

describe('collations', () => {
  const caseInsensitive = { locale: 'en', strength: 2 };
  beforeAll(async () => {
    things = await mongo.collection(
      ['apple', 'Banana', 'APPLE', 'cherry', 'éclair', 'Zebra', 'item10', 'item9'].map(
        (name, _id) => ({ _id, name }),
      ),
    );
  });

  it('ignores case where it is told to', async () => {
    const found = things.find({ name: 'apple' }).collation(caseInsensitive);
    expect(await found.toArray()).toHaveLength(2);
    expect(await things.countDocuments({ name: 'apple' })).toBe(1);
  });

  it('sorts as a language does', async () => {
    const names = async (cursor: { toArray(): Promise<Document[]> }): Promise<unknown[]> =>
      (await cursor.toArray()).map(({ name }) => name as unknown);
    const words = { _id: { $lt: 6 } } as Document;
    expect(await names(things.find(words).sort({ name: 1 }))).toEqual([
      'APPLE',
      'Banana',
      'Zebra',
      'apple',
      'cherry',
      'éclair',
    ]);
    expect(await names(things.find(words).sort({ name: 1 }).collation({ locale: 'en' }))).toEqual([
      'apple',
      'APPLE',
      'Banana',
      'cherry',
      'éclair',
      'Zebra',
    ]);
  });

  it('sorts numbers in text as numbers', async () => {
    const items = await things
      .find({ name: /^item/ })
      .sort({ name: 1 })
      .collation({ locale: 'en', numericOrdering: true })
      .toArray();
    expect(items.map(({ name }) => name as unknown)).toEqual(['item9', 'item10']);
  });

  it('keeps values unique by the collation of the index', async () => {
    const emails = await mongo.collection();
    await emails.createIndex({ email: 1 }, { unique: true, collation: caseInsensitive });
    await emails.insertOne({ email: 'a@shop.example' });
    expect(await codeOf(emails.insertOne({ email: 'A@Shop.example' }))).toBe(11000);
    expect(
      await emails.findOne({ email: 'A@SHOP.example' }, { collation: caseInsensitive }),
    ).not.toBeNull();
    expect(await emails.findOne({ email: 'A@SHOP.example' })).toBeNull();
  });

  it('takes the collation of the collection by default', async () => {
    const cities = await mongo.collection([{ city: 'Oslo' }], { collation: caseInsensitive });
    expect(await cities.countDocuments({ city: 'OSLO' })).toBe(1);
    expect(await cities.distinct('city', { city: 'oslo' })).toEqual(['Oslo']);
  });
});
