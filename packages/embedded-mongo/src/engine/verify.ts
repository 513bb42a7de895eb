import { type CollectionInfo } from '../catalog';
import { entriesOf, ownerOf } from '../indexes';
import { YieldScheduler } from '../planner';
import { type OrderedStore, recordIdOfKey, scanEntries, withRecordId } from '../storage';
import { PAUSE, type Pause } from '../stream';
import { decode, prefixEnd } from '../values';
import { type VerifyReport } from './types';

/** More problems than this say nothing new. */
const MOST_ERRORS = 20;

/**
 * Compares every document with the index entries that it should have, and the number of entries
 * with the number found: then none is missing and none is left over.
 */
export function* verifyCollection(
  store: OrderedStore,
  collection: CollectionInfo,
): Generator<Pause, VerifyReport> {
  const errors: string[] = [];
  const report = (problem: string): void => {
    if (errors.length < MOST_ERRORS) errors.push(problem);
  };
  const expected = new Map(collection.indexes.map((index) => [index, 0]));
  const yieldScheduler = new YieldScheduler();
  let documents = 0;
  let bytes = 0;
  const all = { start: collection.documents, end: prefixEnd(collection.documents) };
  for (const [key, raw] of scanEntries(store, all)) {
    const recordId = recordIdOfKey(key);
    const doc = decode(raw);
    documents++;
    bytes += raw.length;
    for (const index of collection.indexes) {
      const entries = entriesOf(index, doc);
      expected.set(index, (expected.get(index) ?? 0) + entries.keys.length);
      for (const entryKey of entries.keys) {
        const isThere = index.unique
          ? ownerOf(store, entryKey) === recordId
          : store.get(withRecordId(entryKey, recordId)) !== undefined;
        if (!isThere) report(`record ${recordId} has no entry in index ${index.name}`);
      }
      for (const path of entries.arrayPaths ?? []) {
        if (!index.multikeyPaths.has(path))
          report(`index ${index.name} is not multikey at ${path}`);
      }
      if (entries.hasLongKeys && !index.hasLongKeys) report(`index ${index.name} has long keys`);
    }
    if (yieldScheduler.isDue()) {
      yield PAUSE;
      yieldScheduler.resume();
    }
  }
  if (documents !== collection.count) {
    report(`${documents} documents, but the count says ${collection.count}`);
  }
  if (bytes !== collection.bytes) report(`${bytes} bytes, but the count says ${collection.bytes}`);
  const keysPerIndex: Record<string, number> = {};
  for (const [index, wanted] of expected) {
    const found = store.count(index.prefix, prefixEnd(index.prefix));
    keysPerIndex[index.name] = found;
    if (found !== wanted) report(`index ${index.name} has ${found} entries instead of ${wanted}`);
  }
  return { valid: errors.length === 0, errors, documents, keysPerIndex };
}
