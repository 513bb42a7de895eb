import {
  NO_VALUE,
  type OrderedStore,
  recordIdOfKey,
  recordIdOfValue,
  recordIdValue,
  withRecordId,
} from '../storage';
import { type Doc, capKey, encodeKey } from '../values';
import { type DocumentEntries } from './document-entries';
import { type IndexInfo } from './index-info';
import { type KeyTuple, keyTuples } from './key-values';
import { textEntries } from './text/text-entries';

const NO_ENTRIES: DocumentEntries = { keys: [] };

/** The entries that a document has in an index. */
export function entriesOf(index: IndexInfo, doc: Doc): DocumentEntries {
  if (index.kind === 'stored-only') return NO_ENTRIES;
  if (index.partialPredicate && !index.partialPredicate(doc)) return NO_ENTRIES;
  if (index.kind === 'text') return textEntries(index, doc);
  const { tuples, arrayPaths, allMissing } = keyTuples(index.fields, doc);
  if (index.sparse && allMissing) return NO_ENTRIES;
  const [only] = tuples;
  if (only && tuples.length === 1) {
    const key = encodeTuple(index, only);
    const capped = capKey(key);
    const hasLongKeys = capped !== key;
    return arrayPaths.size > 0
      ? { keys: [capped], arrayPaths, hasLongKeys }
      : { keys: [capped], hasLongKeys };
  }
  return { ...distinctKeys(index, tuples), arrayPaths };
}

function distinctKeys(index: IndexInfo, tuples: readonly KeyTuple[]): DocumentEntries {
  const seen = new Set<string>();
  const keys: Buffer[] = [];
  let hasLongKeys = false;
  for (const tuple of tuples) {
    const key = encodeTuple(index, tuple);
    const capped = capKey(key);
    if (capped !== key) hasLongKeys = true;
    const text = capped.toString('latin1');
    if (seen.has(text)) continue;
    seen.add(text);
    keys.push(capped);
  }
  return { keys, hasLongKeys };
}

function encodeTuple(index: IndexInfo, tuple: KeyTuple): Buffer {
  return encodeKey(index.prefix, tuple, index.directions, index.fold);
}

/** The values of a document behind one of its keys, for the message about a duplicate. */
export function tupleOfKey(index: IndexInfo, doc: Doc, key: Buffer): KeyTuple {
  const { tuples } = keyTuples(index.fields, doc);
  return (
    tuples.find((tuple) => capKey(encodeTuple(index, tuple)).equals(key)) ??
    tuples[0] ??
    index.fields.map(() => undefined)
  );
}

/** The record that owns a key of a unique index. */
export function ownerOf(store: OrderedStore, key: Buffer): number | undefined {
  const value = store.get(key);
  return value && recordIdOfValue(value);
}

/** Record number of an entry that a scan gave. */
export function recordIdOfEntry(index: IndexInfo, key: Buffer, value: Buffer): number {
  return index.unique ? recordIdOfValue(value) : recordIdOfKey(key);
}

/** Writes an entry; of a unique index only after `ownerOf` said that the key is free. */
export function putEntry(
  store: OrderedStore,
  index: IndexInfo,
  key: Buffer,
  recordId: number,
  value: Buffer = NO_VALUE,
): void {
  if (index.unique) store.put(key, recordIdValue(recordId));
  else store.put(withRecordId(key, recordId), value);
}

/** Removes an entry. */
export function removeEntry(
  store: OrderedStore,
  index: IndexInfo,
  key: Buffer,
  recordId: number,
): void {
  if (!index.unique) {
    store.remove(withRecordId(key, recordId));
    return;
  }
  // While an index is being built, a key may belong to another document than expected.
  if (index.building && ownerOf(store, key) !== recordId) return;
  store.remove(key);
}

/** What changes in an index when a document changes. */
export interface EntryChanges {
  readonly removed: readonly Buffer[];
  readonly added: readonly { readonly key: Buffer; readonly value?: Buffer }[];
}

const NO_CHANGES: EntryChanges = { removed: [], added: [] };

/** Compares the entries of a document before and after a change. */
export function changesBetween(before: DocumentEntries, after: DocumentEntries): EntryChanges {
  const [oldKey] = before.keys;
  const [newKey] = after.keys;
  const isSingle = before.keys.length <= 1 && after.keys.length <= 1 && !after.values;
  if (isSingle && !before.values) {
    if (oldKey && newKey && oldKey.equals(newKey)) return NO_CHANGES;
    return { removed: oldKey ? [oldKey] : [], added: newKey ? [{ key: newKey }] : [] };
  }
  const entryTexts = (entries: DocumentEntries): Set<string> =>
    new Set(entries.keys.map((key, at) => entryText(key, entries.values?.[at])));
  const oldTexts = entryTexts(before);
  const newTexts = entryTexts(after);
  const removed = before.keys.filter(
    (key, at) => !newTexts.has(entryText(key, before.values?.[at])),
  );
  const added = after.keys.flatMap((key, at) => {
    const value = after.values?.[at];
    if (oldTexts.has(entryText(key, value))) return [];
    return [value ? { key, value } : { key }];
  });
  return { removed, added };
}

function entryText(key: Buffer, value: Buffer | undefined): string {
  return value
    ? `${key.toString('latin1')}\0\0${value.toString('latin1')}`
    : key.toString('latin1');
}
