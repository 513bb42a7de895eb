import { type Collection, type Document, type Sort } from 'mongodb';
import { eventually } from '../../factories/eventually';
import { codeOf, refusalOf } from '../../support/embedded-mongo/failures';
import { mongoUnderTest, onEmbedded } from '../../support/embedded-mongo/mongo-under-test';

const mongo = mongoUnderTest();
let things: Collection;

interface Plan {
  stage: string;
  indexName?: string;
  keyPattern?: Document;
  isMultiKey?: boolean;
  direction?: string;
  inputStage?: Plan;
  inputStages?: Plan[];
}

/** All stages of the plan that won, from the outermost in. */
async function stagesOf(
  filter: Document,
  { sort, hint, from = things }: { sort?: Sort; hint?: Document; from?: Collection } = {},
): Promise<Plan[]> {
  const cursor = from.find(filter, { ...(sort && { sort }), ...(hint && { hint }) });
  const { queryPlanner } = (await cursor.explain('queryPlanner')) as {
    queryPlanner: { winningPlan: Plan & { queryPlan?: Plan } };
  };
  const stages: Plan[] = [];
  const visit = (plan: Plan): void => {
    stages.push(plan);
    if (plan.inputStage) visit(plan.inputStage);
    plan.inputStages?.forEach(visit);
  };
  visit(queryPlanner.winningPlan.queryPlan ?? queryPlanner.winningPlan);
  return stages;
}

/** How the documents are found: the name of the index, or COLLSCAN. */
async function accessOf(...args: Parameters<typeof stagesOf>): Promise<string> {
  const stages = await stagesOf(...args);
  if (stages.some(({ stage }) => stage === 'COLLSCAN')) return 'COLLSCAN';
  return stages.find(({ indexName }) => indexName)?.indexName ?? stages[0]?.stage ?? 'none';
}

describe('createIndexes', () => {
  beforeEach(async () => void (things = await mongo.collection()));

  it('creates indexes and lists them', async () => {
    expect(await things.createIndex({ a: 1, 'b.c': -1 })).toBe('a_1_b.c_-1');
    await things.createIndex({ e: 1 }, { unique: true, sparse: true, name: 'mine' });
    expect(await things.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1, 'b.c': -1 }, name: 'a_1_b.c_-1' },
      { v: 2, key: { e: 1 }, name: 'mine', unique: true, sparse: true },
    ]);
  });

  it('creates the collection with the index, and counts indexes', async () => {
    const create = (name: string): Promise<Document> =>
      mongo.db.command({
        createIndexes: things.collectionName,
        indexes: [{ key: { [name]: 1 }, name }],
      });
    expect(await create('a')).toMatchObject({
      numIndexesBefore: 1,
      numIndexesAfter: 2,
      createdCollectionAutomatically: true,
    });
    expect(await create('a')).toMatchObject({
      numIndexesBefore: 2,
      numIndexesAfter: 2,
      note: 'all indexes already exist',
    });
  });

  it('refuses another index of the same name or key', async () => {
    await things.createIndex({ a: 1 });
    expect(await codeOf(things.createIndex({ b: 1 }, { name: 'a_1' }))).toBe(86);
    expect(await codeOf(things.createIndex({ a: 1 }, { unique: true }))).toBe(86);
    expect(await codeOf(things.createIndex({ a: 1 }, { name: 'other' }))).toBe(85);
  });

  it.each<[string, Document, Document, number]>([
    ['an empty key', {}, {}, 67],
    ['a direction of zero', { a: 0 }, {}, 67],
    ['an unknown kind', { a: 'nope' }, {}, 67],
  ])('refuses %s', async (_, key, options, code) => {
    const indexes = [{ key, name: 'n', ...options }];
    expect(await codeOf(mongo.db.command({ createIndexes: 'refused', indexes }))).toBe(code);
  });

  it('refuses two arrays in one compound index', async () => {
    await things.createIndex({ a: 1, b: 1 });
    expect(await codeOf(things.insertOne({ a: [1], b: [2] }))).toBe(171);
    expect(await things.countDocuments()).toBe(0);
  });

  it('drops one by name or by key, and all', async () => {
    await things.createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }, { key: { c: 1 } }]);
    await things.dropIndex('a_1');
    await mongo.db.command({ dropIndexes: things.collectionName, index: { b: 1 } });
    expect((await things.indexes()).map(({ name }) => name)).toEqual(['_id_', 'c_1']);
    await things.dropIndexes();
    expect(await things.indexes()).toHaveLength(1);
    expect(await codeOf(things.dropIndex('nope'))).toBe(27);
    expect(await codeOf(things.dropIndex('_id_'))).toBe(72);
  });

  it('hides an index from the planner', async () => {
    await things.insertOne({ a: 1 });
    await things.createIndex({ a: 1 }, { hidden: true });
    expect(await accessOf({ a: 1 })).toBe('COLLSCAN');
  });
});

describe('unique indexes', () => {
  beforeEach(async () => void (things = await mongo.collection()));

  it('refuses what is there twice already, and leaves no index behind', async () => {
    await things.insertMany([{ a: 1 }, { a: 1 }]);
    expect(await codeOf(things.createIndex({ a: 1 }, { unique: true }))).toBe(11000);
    expect(await things.indexes()).toHaveLength(1);
  });

  it('counts a missing field as null', async () => {
    await things.createIndex({ a: 1 }, { unique: true });
    await things.insertOne({ b: 1 });
    const error = await refusalOf(things.insertOne({ b: 2 }));
    expect(error).toMatchObject({ code: 11000, keyValue: { a: null } });
    expect(await codeOf(things.insertOne({ a: null }))).toBe(11000);
  });

  it('leaves missing fields out when sparse, but not null', async () => {
    await things.createIndex({ a: 1 }, { unique: true, sparse: true });
    await things.insertMany([{ b: 1 }, { b: 2 }, { a: null }]);
    expect(await codeOf(things.insertOne({ a: null }))).toBe(11000);
  });

  it('holds only where the partial filter matches', async () => {
    await things.createIndex(
      { email: 1 },
      { unique: true, partialFilterExpression: { active: true } },
    );
    await things.insertMany([
      { email: 'a', active: false },
      { email: 'a', active: false },
      { email: 'a', active: true },
    ]);
    expect(await codeOf(things.insertOne({ email: 'a', active: true }))).toBe(11000);
    expect(await codeOf(things.updateMany({}, { $set: { active: true } }))).toBe(11000);
    await things.updateOne({ active: true }, { $set: { active: false } });
    await things.insertOne({ email: 'a', active: true });
  });

  it('holds for each element of an array', async () => {
    await things.createIndex({ tags: 1 }, { unique: true });
    await things.insertOne({ tags: ['a', 'b', 'a'] });
    expect(await codeOf(things.insertOne({ tags: ['c', 'b'] }))).toBe(11000);
    await things.insertOne({ tags: ['c'] });
  });

  it('names all fields of a compound duplicate', async () => {
    await things.createIndex({ a: 1, b: -1 }, { unique: true });
    await things.insertOne({ a: 1, b: 'x' });
    const error = await refusalOf(things.insertOne({ a: 1, b: 'x' }));
    expect(error).toMatchObject({ keyPattern: { a: 1, b: -1 }, keyValue: { a: 1, b: 'x' } });
    expect(error.message).toContain('index: a_1_b_-1 dup key: { a: 1, b: "x" }');
  });

  it('lets two documents swap a value one after the other', async () => {
    await things.createIndex({ a: 1 }, { unique: true });
    await things.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ] as Document[]);
    await things.updateOne({ _id: 1 } as Document, { $set: { a: 3 } });
    await things.updateOne({ _id: 2 } as Document, { $set: { a: 1 } });
    await things.updateOne({ _id: 1 } as Document, { $set: { a: 2 } });
    expect(await things.find().sort({ a: 1 }).toArray()).toEqual([
      { _id: 2, a: 1 },
      { _id: 1, a: 2 },
    ]);
  });

  it('tells long values apart that begin alike', async () => {
    await things.createIndex({ text: 1 }, { unique: true });
    const long = 'x'.repeat(5_000);
    await things.insertMany([{ text: `${long}a` }, { text: `${long}b` }]);
    expect(await codeOf(things.insertOne({ text: `${long}a` }))).toBe(11000);
    expect(await things.countDocuments({ text: `${long}b` })).toBe(1);
    const range = { text: { $gt: `${long}a` } };
    expect(await things.countDocuments(range)).toBe(1);
    const sorted = await things.find().sort({ text: -1 }).toArray();
    expect(sorted.map(({ text }) => (text as string).at(-1))).toEqual(['b', 'a']);
  });
});

describe('the planner', () => {
  beforeAll(async () => {
    things = await mongo.collection(
      Array.from({ length: 200 }, (_, i) => ({
        _id: i,
        shop: i % 4,
        row: i,
        day: new Date(i * 86_400_000),
        tags: [`t${i % 7}`, `u${i % 3}`],
        nested: { code: `k${i % 50}` },
        ...(i % 2 === 0 && { even: i }),
        status: i % 10 === 0 ? 'open' : 'done',
      })),
    );
    await things.createIndexes([
      { key: { shop: 1, row: 1 } },
      { key: { day: -1 } },
      { key: { tags: 1 } },
      { key: { 'nested.code': 1 } },
      { key: { even: 1 }, sparse: true },
      { key: { row: 1 }, partialFilterExpression: { status: 'open' }, name: 'open_rows' },
    ]);
  });

  it.each<[string, Document, string]>([
    ['an id', { _id: 5 }, '_id_|IDHACK|EXPRESS_IXSCAN'],
    ['an equal prefix', { shop: 1 }, 'shop_1_row_1'],
    ['a whole key', { shop: 1, row: 5 }, 'shop_1_row_1'],
    ['a range', { day: { $gte: new Date(0), $lt: new Date(10 * 86_400_000) } }, 'day_-1'],
    ['a prefix and a range', { shop: 1, row: { $gt: 100 } }, 'shop_1_row_1'],
    ['one of several', { shop: { $in: [1, 3] } }, 'shop_1_row_1'],
    ['an element of an array', { tags: 't3' }, 'tags_1'],
    ['a nested field', { 'nested.code': 'k7' }, 'nested.code_1'],
    ['the start of a text', { 'nested.code': /^k1/ }, 'nested.code_1'],
    ['what a sparse index holds', { even: { $gt: 10 } }, 'even_1'],
    ['what a partial index holds', { row: 10, status: 'open' }, 'open_rows'],
    ['a field without an index', { status: 'open' }, 'COLLSCAN'],
    ['the second field of an index', { row: 10 }, 'COLLSCAN'],
    ['what a sparse index does not hold', { even: null }, 'COLLSCAN'],
  ])('finds %s', async (_, filter, expected) => {
    expect(expected.split('|')).toContain(await accessOf(filter));
  });

  it.each<[string, Document, Sort, boolean]>([
    ['by an index', {}, { day: 1 }, false],
    ['by an index backwards', {}, { day: -1 }, false],
    ['by the rest of an index', { shop: 2 }, { row: -1 }, false],
    ['by no index', {}, { status: 1 }, true],
    ['by the second field', {}, { row: 1 }, true],
    ['against the directions of an index', {}, { shop: 1, row: -1 }, true],
  ])('sorts %s', async (_, filter, sort, inMemory) => {
    const stages = await stagesOf(filter, { sort });
    expect(stages.some(({ stage }) => stage === 'SORT')).toBe(inMemory);
  });

  it('tells about the index it takes', async () => {
    const stages = await stagesOf({ tags: 't3' });
    expect(stages.map(({ stage }) => stage)).toEqual(['FETCH', 'IXSCAN']);
    expect(stages[1]).toMatchObject({ keyPattern: { tags: 1 }, isMultiKey: true });
  });

  it('takes the index it is told to', async () => {
    expect(await accessOf({ shop: 1 }, { hint: { _id: 1 } })).toBe('_id_');
    expect(await things.find({ shop: 1 }).hint({ $natural: -1 }).toArray()).toHaveLength(50);
    expect(await codeOf(things.find({}).hint('nope').toArray())).toBe(2);
  });

  it('counts what an execution looked at', async () => {
    const { executionStats } = (await things
      .find({ shop: 1, row: { $gte: 190 } })
      .explain('executionStats')) as { executionStats: Document };
    expect(executionStats).toMatchObject({ executionSuccess: true, nReturned: 2 });
    expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(3);
  });

  it('explains other commands too', async () => {
    const explained = await mongo.db.command({
      explain: {
        aggregate: things.collectionName,
        pipeline: [{ $match: { shop: 1 } }],
        cursor: {},
      },
    });
    expect(JSON.stringify(explained)).toContain('shop_1_row_1');
    const counted = await mongo.db.command({
      explain: { count: things.collectionName, query: { shop: 1 } },
    });
    expect(JSON.stringify(counted)).toContain('shop_1_row_1');
    const removal = await mongo.db.command({
      explain: {
        delete: things.collectionName,
        deletes: [{ q: { shop: 1 }, limit: 0 }],
      },
    });
    expect(JSON.stringify(removal)).toContain('shop_1_row_1');
    expect(await things.countDocuments()).toBe(200);
  });

  it.each<Document>([
    { shop: 1, row: { $gt: 50, $lte: 150 } },
    { tags: { $in: ['t1', 'u2'] } },
    { even: { $exists: true } },
    { even: { $in: [null, 4] } },
    { 'nested.code': { $gte: 'k2', $lt: 'k3' } },
    { $or: [{ shop: 1, row: 5 }, { day: new Date(0) }, { 'nested.code': 'k9' }] },
    { tags: { $all: ['t1', 'u1'] } },
    { shop: { $ne: 2 }, row: { $nin: [1, 2, 3] } },
    { day: { $lt: new Date(5 * 86_400_000) }, status: 'done' },
  ])('finds the same with and without indexes: %j', async (filter) => {
    const ids = async (hint?: Document): Promise<unknown[]> => {
      const cursor = things.find(filter).sort({ _id: 1 });
      const found = await (hint ? cursor.hint(hint) : cursor).toArray();
      return found.map(({ _id }) => _id as unknown);
    };
    const byIndex = await ids();
    expect(byIndex).toEqual(await ids({ $natural: 1 }));
    expect(byIndex.length).toBeGreaterThan(0);
    expect(await things.countDocuments(filter)).toBe(byIndex.length);
  });
});

onEmbedded('expiry', () => {
  it('removes documents whose time has come', async () => {
    const sessions = await mongo.collection();
    await sessions.createIndex({ at: 1 }, { expireAfterSeconds: 1 });
    const now = Date.now();
    await sessions.insertMany([
      { _id: 'old', at: new Date(now - 60_000) },
      { _id: 'old element', at: [new Date(now + 60_000), new Date(now - 60_000)] },
      { _id: 'young', at: new Date(now + 60_000) },
      { _id: 'no date', at: 'never' },
      { _id: 'none' },
    ] as Document[]);
    await eventually('three are left', async () => (await sessions.countDocuments()) <= 3);
    expect(
      (await sessions.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id as unknown),
    ).toEqual(['no date', 'none', 'young']);
  });

  it('takes another time from collMod', async () => {
    const sessions = await mongo.collection([{ _id: 1, at: new Date(Date.now() - 10_000) }]);
    await sessions.createIndex({ at: 1 }, { expireAfterSeconds: 3_600 });
    await mongo.db.command({
      collMod: sessions.collectionName,
      index: { keyPattern: { at: 1 }, expireAfterSeconds: 1 },
    });
    await eventually('none is left', async () => (await sessions.countDocuments()) === 0);
    expect(await sessions.countDocuments()).toBe(0);
  });
});
