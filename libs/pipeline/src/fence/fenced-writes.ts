import { isDuplicateKey } from '@tributary/mongo';
import { type Collection, type Model, mongo, type QueryFilter, type UpdateQuery } from 'mongoose';
import { leaseLost, type Fence } from './fence';

/** A document that is written under fences: it carries the number of its last writer. */
export interface FencedDocument {
  fence: number;
}

/** One document to be stored, found by its natural key, which a unique index has to cover. */
export interface FencedUpsert<T extends FencedDocument> {
  key: Partial<T>;
  set: Partial<T>;
  setOnInsert?: Partial<T>;
}

/** The counts of a bulk upsert. */
export interface UpsertCounts {
  inserted: number;
  changed: number;
}

type BulkOperation = Parameters<Collection['bulkWrite']>[0][number];
type DriverFilter = Parameters<Collection['find']>[0];

/** Documents in one command to the store. */
const CHUNK = 500;

/**
 * Stores documents under a fence. Rejected as a whole when the lease is lost; rejected per
 * document, whatever this worker believes, where a later fence has written.
 */
export async function upsertFenced<T extends FencedDocument>(
  model: Model<T>,
  fence: Fence,
  upserts: readonly FencedUpsert<T>[],
): Promise<UpsertCounts> {
  const counts = { inserted: 0, changed: 0 };
  for (let start = 0; start < upserts.length; start += CHUNK) {
    const operations = upserts
      .slice(start, start + CHUNK)
      .map((upsert) => upsertOperation(fence, upsert));
    fence.assertHeld();
    try {
      // Not by the model: casting values that have their types already took a third of a worker's
      // time.
      const result = await model.collection.bulkWrite(operations, {
        ordered: false,
        ignoreUndefined: true,
      });
      counts.inserted += result.upsertedCount;
      counts.changed += result.modifiedCount;
    } catch (error) {
      throw isRefusal(error) ? leaseLost(error) : error;
    }
  }
  return counts;
}

/** Updates one document under a fence; false when there is none. */
export async function updateFenced<T extends FencedDocument>(
  model: Model<T>,
  fence: Fence,
  filter: QueryFilter<T>,
  update: UpdateQuery<T>,
): Promise<boolean> {
  fence.assertHeld();
  const { matchedCount } = await model.updateOne(writableBy(fence, filter), {
    ...update,
    $set: { ...update.$set, fence: fence.number },
  });
  if (matchedCount > 0) return true;
  if (await model.exists(filter)) throw leaseLost();
  return false;
}

/**
 * Reads one document, such as a cursor, for a run that continues from it: it is marked with the
 * fence first, so that a worker that lost the run cannot change it after it was read.
 */
export async function lockFenced<T extends FencedDocument>(
  model: Model<T>,
  fence: Fence,
  filter: QueryFilter<T>,
): Promise<T | undefined> {
  fence.assertHeld();
  const mark = { $set: { fence: fence.number } } as UpdateQuery<T>;
  const taken = await model
    .findOneAndUpdate(writableBy(fence, filter), mark, { returnDocument: 'after' })
    .lean<T>();
  if (taken) return taken;
  if (await model.exists(filter)) throw leaseLost();
  return undefined;
}

/** Deletes under a fence, and returns how many documents; CLAIM_LOST where a later fence wrote. */
export async function deleteFenced<T extends FencedDocument>(
  model: Model<T>,
  fence: Fence,
  filter: QueryFilter<T>,
): Promise<number> {
  fence.assertHeld();
  const { deletedCount } = await model.deleteMany(writableBy(fence, filter));
  if (await model.exists({ ...filter, fence: { $gt: fence.number } })) throw leaseLost();
  return deletedCount;
}

function upsertOperation<T extends FencedDocument>(
  fence: Fence,
  { key, set, setOnInsert }: FencedUpsert<T>,
): BulkOperation {
  return {
    updateOne: {
      filter: writableBy(fence, key as QueryFilter<T>) as DriverFilter,
      update: {
        $set: { ...set, fence: fence.number },
        ...(setOnInsert ? { $setOnInsert: setOnInsert } : {}),
      },
      upsert: true,
    },
  };
}

/** A document without a number was written before there were fences. */
function writableBy<T extends FencedDocument>(
  fence: Fence,
  filter: QueryFilter<T>,
): QueryFilter<T> {
  return { ...filter, fence: { $not: { $gt: fence.number } } };
}

/**
 * The filter does not match what a later fence wrote, so the upsert tries to insert it a second
 * time, and the unique index of the natural key rejects it.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof mongo.MongoBulkWriteError && isDuplicateKey(error);
}
