import { closeStores, temporaryStore } from '../storage/testing/temporary-store';
import * as fc from 'fast-check';
import { compileFilter } from '../match';
import { compareBySort, parseSort } from '../sort';
import { drive, unlimited, withoutPauses } from '../stream';
import {
  BSONRegExp,
  type BsonValue,
  decode,
  Decimal128,
  type Doc,
  encode,
  Long,
  ObjectId,
} from '../values';
import { CommandError } from '../errors';
import { Engine } from './engine';
import { type CollectionInfo } from '../catalog';

afterEach(closeStores);

const objectIds = ['a', 'b', 'c'].map((digit) => new ObjectId(digit.repeat(24)));

const scalar: fc.Arbitrary<BsonValue> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -2, max: 6 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('', 'a', 'ab', 'abc', 'abc1', 'abd', 'z', 'é', '\u{1f600}'),
  },
  fc.constantFrom<BsonValue>(null, true, false, 1.5, NaN, -Infinity, Infinity),
  fc.constantFrom<BsonValue>(
    'x\0y',
    'x',
    'x'.repeat(1950),
    `${'x'.repeat(1949)}y`,
    'x'.repeat(1880),
  ),
  fc.constantFrom<BsonValue>(...objectIds, new Date(0), new Date(-1e9), new Date(1e9)),
  fc.constantFrom<BsonValue>(
    Long.fromNumber(3),
    Long.fromString('9007199254740993'),
    Decimal128.fromString('3'),
    Decimal128.fromString('0.1'),
  ),
);
const nested = fc.record({ x: scalar, y: scalar }, { requiredKeys: [] }) as fc.Arbitrary<BsonValue>;
const anyValue: fc.Arbitrary<BsonValue> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: nested },
);
const outer: fc.Arbitrary<BsonValue> = fc.oneof(
  nested,
  fc.array(fc.oneof(nested, scalar), { maxLength: 3 }) as fc.Arbitrary<BsonValue>,
);
const document = fc.record(
  { a: anyValue, b: anyValue, c: scalar, o: outer },
  { requiredKeys: [] },
) as fc.Arbitrary<Doc>;

const FIELDS = ['a', 'b', 'c', 'o.x', 'o.y'];
const field = fc.constantFrom(...FIELDS);
const operand: fc.Arbitrary<BsonValue> = fc.oneof(
  { weight: 3, arbitrary: scalar },
  { weight: 1, arbitrary: fc.record({ $gt: scalar }) },
  { weight: 1, arbitrary: fc.record({ $gte: scalar, $lt: scalar }) },
  { weight: 1, arbitrary: fc.record({ $lte: scalar }) },
  {
    weight: 2,
    arbitrary: fc.record({ $in: fc.array(scalar, { maxLength: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      $elemMatch: fc.record({ $gte: scalar, $lte: scalar }, { requiredKeys: ['$gte'] }),
    }),
  },
  fc.constantFrom<BsonValue>(
    { $exists: true },
    { $exists: false },
    { $ne: 3 },
    { $all: [1, 2] },
    new BSONRegExp('^ab', ''),
    new BSONRegExp('^abc1?', ''),
    { $regex: '^x', $options: '' },
    { $not: { $gt: 2 } },
    { $type: 'number' },
  ),
);
const clause: fc.Arbitrary<Doc> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(field, operand).map(([path, value]): Doc => ({ [path]: value })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(scalar, scalar)
      .map(([x, y]): Doc => ({ o: { $elemMatch: { x, y: { $gte: y } } } })),
  },
);
const conjunction = fc
  .array(clause, { minLength: 1, maxLength: 3 })
  .map((clauses): Doc => Object.assign({}, ...clauses) as Doc);
const filter: fc.Arbitrary<Doc> = fc.oneof(
  { weight: 5, arbitrary: conjunction },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(clause, { minLength: 1, maxLength: 3 }), conjunction)
      .map(([branches, rest]): Doc => ({ $or: branches, ...rest })),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(clause, { minLength: 2, maxLength: 3 })
      .map((parts): Doc => ({ $and: parts })),
  },
);
const direction = fc.constantFrom(1, -1);
const keyPattern = fc
  .uniqueArray(field, { minLength: 1, maxLength: 3 })
  .chain((fields) =>
    fc
      .array(direction, { minLength: fields.length, maxLength: fields.length })
      .map((directions): Doc =>
        Object.fromEntries(fields.map((path, at) => [path, directions[at] ?? 1])),
      ),
  );
const indexSpec: fc.Arbitrary<Doc> = fc
  .tuple(
    keyPattern,
    fc.constantFrom<Doc>(
      {},
      {},
      {},
      {},
      {},
      { sparse: true },
      { partialFilterExpression: { a: { $gt: 2 } } },
      { partialFilterExpression: { c: { $exists: true } } },
      { partialFilterExpression: { b: 'abc' } },
    ),
  )
  .map(([key, options]) => ({ key, ...options }));
const sort = fc.option(keyPattern, { nil: undefined });
const change = fc.tuple(
  fc.nat(59),
  fc.oneof(
    fc.constant('remove' as const),
    fc
      .tuple(fc.constantFrom('a', 'b', 'c', 'o'), anyValue)
      .map(([name, value]): Doc => ({ [name]: value })),
  ),
);

async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // Two arrays in one index, or the same index twice: both are refused as a whole.
    if (!(error instanceof CommandError)) throw error;
  }
}

async function fill(
  engine: Engine,
  indexes: readonly Doc[],
  documents: readonly Doc[],
  changes: readonly [number, 'remove' | Doc][],
  indexFirst: boolean,
): Promise<CollectionInfo> {
  const collection = await engine.write(() => engine.catalog.create('test', 'things'));
  const createIndexes = async (): Promise<void> => {
    for (const [at, spec] of indexes.entries()) {
      const make = (): Promise<unknown> =>
        at % 2 === 0
          ? engine.createIndex(collection, spec, unlimited)
          : engine.write(() => engine.catalog.createIndex(collection, spec));
      await attempt(make);
    }
  };
  if (indexFirst) await createIndexes();
  for (const [at, doc] of documents.entries()) {
    const stored = decode(encode({ _id: at, ...doc }));
    await attempt(() => engine.write(() => engine.insert(collection, stored)));
  }
  if (!indexFirst) await createIndexes();
  for (const [id, what] of changes) {
    await attempt(() =>
      engine.write(() => {
        if (what === 'remove') engine.removeOne(collection, { filter: { _id: id } });
        else {
          engine.updateOne(collection, () => collection, {
            filter: { _id: id },
            update: { $set: what },
          });
        }
      }),
    );
  }
  return collection;
}

/** Two arrays in one sort are refused. */
function isSortable(docs: readonly Doc[], order: Doc): boolean {
  try {
    const compareDocs = compareBySort(parseSort(order));
    docs.forEach((doc) => compareDocs(doc, doc));
    return true;
  } catch {
    return false;
  }
}

function idsOf(docs: readonly Doc[]): number[] {
  return docs.map((doc) => Number(doc._id)).sort((left, right) => left - right);
}

describe('an indexed answer', () => {
  it('is the answer of a plain filter over all documents, whatever the indexes are', async () => {
    let served = 0;
    let total = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(indexSpec, { minLength: 2, maxLength: 5 }),
        fc.array(document, { minLength: 20, maxLength: 60 }),
        fc.array(change, { maxLength: 25 }),
        fc.boolean(),
        fc.array(fc.tuple(filter, sort, fc.nat(4), fc.nat(6)), { minLength: 25, maxLength: 25 }),
        async (indexes, documents, changes, indexFirst, queries) => {
          const engine = Engine.open(temporaryStore());
          const collection = await fill(engine, indexes, documents, changes, indexFirst);
          const verified = await drive(engine.verify(collection), unlimited);
          expect(verified.errors).toEqual([]);
          const all = [...withoutPauses(engine.find(collection, { filter: {} }))].map(
            (hit) => hit.doc,
          );
          for (const [where, wish, skip, limit] of queries) {
            const order = wish && isSortable(all, wish) ? wish : undefined;
            const predicate = compileFilter(where);
            const wanted = all.filter((doc) => predicate(doc));
            const found = [
              ...withoutPauses(engine.find(collection, { filter: where, sort: order })),
            ];
            const docs = found.map((hit) => hit.doc);
            total++;
            if (engine.explain(collection, { filter: where }).stage !== 'COLLSCAN') served++;
            expect(idsOf(docs)).toEqual(idsOf(wanted));
            const counted = await drive(engine.count(collection, { filter: where }), unlimited);
            expect(counted).toBe(wanted.length);
            const page = [
              ...withoutPauses(
                engine.find(collection, { filter: where, sort: order, skip, limit }),
              ),
            ].map((hit) => hit.doc);
            const most = limit === 0 ? Infinity : limit;
            expect(page.length).toBe(Math.min(most, Math.max(0, wanted.length - skip)));
            if (order) {
              const compareDocs = compareBySort(parseSort(order));
              const sorted = [...wanted].sort(compareDocs);
              const isPlaced = (doc: Doc, at: number): boolean =>
                compareDocs(doc, sorted[at] ?? {}) === 0;
              expect(docs.every(isPlaced)).toBe(true);
              expect(page.every((doc, at) => isPlaced(doc, skip + at))).toBe(true);
            }
          }
        },
      ),
      { numRuns: 30 },
    );
    // Otherwise the property would be about nothing.
    expect(served).toBeGreaterThan(total / 4);
  });
});
