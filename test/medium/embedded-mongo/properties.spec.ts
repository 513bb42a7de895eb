import fc from 'fast-check';
import { type Collection, type Document } from 'mongodb';
import * as arbitrary from '../../support/embedded-mongo/arbitraries';
import { refusalOf } from '../../support/embedded-mongo/failures';
import { mongoUnderTest } from '../../support/embedded-mongo/mongo-under-test';
import {
  matches,
  type ReferenceDocument,
  Refused,
  sorted,
  staged,
  toQuery,
  toStage,
  updated,
} from '../../support/embedded-mongo/reference';

const mongo = mongoUnderTest();
const RUNS = { numRuns: 120 };
/** Runs a test on a collection of these documents, with the indexes made before or after them. */
async function withCollection(
  documents: ReferenceDocument[],
  indexes: { key: Document; sparse?: boolean }[],
  test: (collection: Collection) => Promise<void>,
): Promise<void> {
  const collection = await mongo.collection();
  const createIndexes = async (): Promise<void> => {
    for (const { key, sparse } of indexes)
      await collection.createIndex(key, { sparse: sparse === true });
  };
  if (documents.length % 2 === 0) await createIndexes();
  await collection.insertMany(documents as unknown as Document[]);
  if (documents.length % 2 === 1) await createIndexes();
  try {
    await test(collection);
  } finally {
    await collection.drop();
  }
}

/** Sets of documents, whatever order they and their fields are in. */
function unordered(documents: Document[]): string[] {
  return documents
    .map((document) =>
      JSON.stringify(Object.entries(document).sort(([a], [b]) => (a < b ? -1 : 1))),
    )
    .sort();
}

const idsOf = (documents: Document[]): unknown[] => documents.map(({ _id }) => _id as unknown);

describe('random documents', () => {
  it('are found, counted and removed as the reference says, with and without indexes', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrary.documents,
        arbitrary.indexes,
        fc.array(arbitrary.filter, { minLength: 3, maxLength: 6 }),
        (documents, indexes, filters) =>
          withCollection(documents, indexes, async (collection) => {
            for (const filter of filters) {
              const expected = documents.filter((document) => matches(document, filter));
              const query = toQuery(filter);
              expect(unordered(await collection.find(query).toArray())).toEqual(
                unordered(expected),
              );
              expect(await collection.countDocuments(query)).toBe(expected.length);
            }
            const [filter = { conditions: {} }] = filters;
            const gone = documents.filter((document) => matches(document, filter));
            const { deletedCount } = await collection.deleteMany(toQuery(filter));
            expect(deletedCount).toBe(gone.length);
            expect(await collection.countDocuments()).toBe(documents.length - gone.length);
          }),
      ),
      RUNS,
    );
  });

  it('are sorted, skipped and limited as the reference says', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrary.documents,
        arbitrary.indexes,
        fc.array(
          fc.tuple(arbitrary.filter, arbitrary.sort, fc.nat({ max: 6 }), fc.nat({ max: 10 })),
          { minLength: 3, maxLength: 6 },
        ),
        (documents, indexes, queries) =>
          withCollection(documents, indexes, async (collection) => {
            for (const [filter, sort, skip, limit] of queries) {
              const all = sorted(
                documents.filter((document) => matches(document, filter)),
                sort,
              );
              const expected = all.slice(skip, limit === 0 ? undefined : skip + limit);
              const cursor = collection.find(toQuery(filter), { batchSize: 4 });
              const page = await cursor.sort(sort).skip(skip).limit(limit).toArray();
              expect(idsOf(page)).toEqual(idsOf(expected));
            }
          }),
      ),
      RUNS,
    );
  });

  it('are updated as the reference says, and found by their new values', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrary.documents,
        arbitrary.indexes,
        fc.array(fc.tuple(fc.nat({ max: 9 }), arbitrary.update), { minLength: 5, maxLength: 15 }),
        fc.array(arbitrary.filter, { minLength: 2, maxLength: 4 }),
        (documents, indexes, updates, filters) =>
          withCollection(documents, indexes, async (collection) => {
            const state = [...documents];
            for (const [place, update] of updates) {
              const before = state[place % state.length];
              if (!before) continue;
              const after = updated(before, update);
              const answer = collection.updateOne(
                { _id: before._id } as Document,
                update as Document,
              );
              if (after instanceof Refused || hasParallelLists(after, indexes)) {
                const { code } = await refusalOf(answer);
                expect(code).toBe(after instanceof Refused ? after.code : 171);
              } else {
                const { modifiedCount } = await answer;
                const same = JSON.stringify(after) === JSON.stringify(before);
                expect(modifiedCount).toBe(same ? 0 : 1);
                state[state.indexOf(before)] = after;
              }
            }
            expect(unordered(await collection.find().toArray())).toEqual(unordered(state));
            for (const filter of filters) {
              const expected = state.filter((document) => matches(document, filter));
              expect(unordered(await collection.find(toQuery(filter)).toArray())).toEqual(
                unordered(expected),
              );
            }
            const report = await mongo.db.command({ validate: collection.collectionName });
            expect(report.valid).toBe(true);
          }),
      ),
      RUNS,
    );
  });

  it('are updated many at a time as the reference says', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrary.documents,
        arbitrary.indexes,
        arbitrary.filter,
        arbitrary.scalar,
        (documents, indexes, filter, c) =>
          withCollection(documents, indexes, async (collection) => {
            const matched = documents.filter((document) => matches(document, filter));
            const state = documents.map((document) =>
              matches(document, filter) ? { ...document, c } : document,
            );
            const { matchedCount } = await collection.updateMany(toQuery(filter), { $set: { c } });
            expect(matchedCount).toBe(matched.length);
            expect(unordered(await collection.find().toArray())).toEqual(unordered(state));
            expect(await collection.countDocuments({ c: { $eq: c } })).toBe(
              state.filter((document) => (document.c ?? null) === c).length,
            );
          }),
      ),
      RUNS,
    );
  });

  it('are aggregated as the reference says', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrary.documents,
        arbitrary.indexes,
        fc.array(arbitrary.pipeline, { minLength: 3, maxLength: 6 }),
        (documents, indexes, pipelines) =>
          withCollection(documents, indexes, async (collection) => {
            for (const stages of pipelines) {
              const expected = stages.reduce(staged, documents);
              const answer = await collection.aggregate(stages.map(toStage)).toArray();
              expect(unordered(answer)).toEqual(unordered(expected));
            }
          }),
      ),
      RUNS,
    );
  });
});

/** An update may put a second list where a compound index allows but one. */
function hasParallelLists(document: ReferenceDocument, indexes: { key: Document }[]): boolean {
  return indexes.some(
    ({ key }) =>
      Object.keys(key)
        .map((path) => path.split('.'))
        .filter(([root = '', field]) => {
          const value = document[root];
          if (Array.isArray(value)) return true;
          const inner = field && value !== null && typeof value === 'object' ? value : undefined;
          return Array.isArray((inner as Document | undefined)?.[field ?? '']);
        }).length > 1,
  );
}
