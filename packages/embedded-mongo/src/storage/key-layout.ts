/*
 * One keyspace holds everything. The first four bytes are a collection's number; number 0 is the
 * catalog. Inside of a collection two bytes name the part: 0 the documents, others an index.
 *
 *   0 'c' <namespace>                    catalog entry (BSON)
 *   0 'k' <collection>                   counters of a collection
 *   0 'g' <first key of a range>         a range that a drop left behind for the sweep
 *   <collection> 0 <record>              document (BSON)
 *   <collection> <index> <values>        entry of a unique index; the value is the record number
 *   <collection> <index> <values> <record>   entry of any other index; no value
 */

const RECORD_BYTES = 6;
const PART_BYTES = 6;

/** Value of index entries that say everything in their key. */
export const NO_VALUE = Buffer.alloc(0);

const CATALOG_ENTRY = prefixOfCatalog('c');
const COUNTERS = prefixOfCatalog('k');
const GARBAGE = prefixOfCatalog('g');

/** Prefix of all catalog entries. */
export const CATALOG_PREFIX = CATALOG_ENTRY;
/** Prefix of all ranges that wait to be cleared. */
export const GARBAGE_PREFIX = GARBAGE;

function prefixOfCatalog(kind: string): Buffer {
  return Buffer.concat([numberOf(0), Buffer.from(kind, 'latin1')]);
}

function numberOf(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Key of a collection's catalog entry. */
export function catalogKey(namespace: string): Buffer {
  return Buffer.concat([CATALOG_ENTRY, Buffer.from(namespace, 'utf8')]);
}

/** Key of a collection's counters. */
export function countersKey(collectionId: number): Buffer {
  return Buffer.concat([COUNTERS, numberOf(collectionId)]);
}

/** Key that remembers a range to clear. */
export function garbageKey(rangeStart: Buffer): Buffer {
  return Buffer.concat([GARBAGE, rangeStart]);
}

/** Start of everything that belongs to a collection; the next number is its end. */
export function collectionPrefix(collectionId: number): Buffer {
  return numberOf(collectionId);
}

/** Prefix of one part of a collection: 0 for the documents, else the number of an index. */
export function partPrefix(collectionId: number, part: number): Buffer {
  const bytes = Buffer.allocUnsafe(PART_BYTES);
  bytes.writeUInt32BE(collectionId, 0);
  bytes.writeUInt16BE(part, 4);
  return bytes;
}

/** Key of a document. */
export function documentKey(documentsPrefix: Buffer, recordId: number): Buffer {
  const bytes = Buffer.allocUnsafe(PART_BYTES + RECORD_BYTES);
  documentsPrefix.copy(bytes);
  bytes.writeUIntBE(recordId, PART_BYTES, RECORD_BYTES);
  return bytes;
}

/** Record number that a document's key ends with. */
export function recordIdOfKey(key: Buffer): number {
  return key.readUIntBE(key.length - RECORD_BYTES, RECORD_BYTES);
}

/** Record number as the value of a unique entry. */
export function recordIdValue(recordId: number): Buffer {
  const bytes = Buffer.allocUnsafe(RECORD_BYTES);
  bytes.writeUIntBE(recordId, 0, RECORD_BYTES);
  return bytes;
}

/** Record number out of the value of a unique entry. */
export function recordIdOfValue(value: Buffer): number {
  return value.readUIntBE(0, RECORD_BYTES);
}

/** An index key with the record number behind it. */
export function withRecordId(key: Buffer, recordId: number): Buffer {
  const bytes = Buffer.allocUnsafe(key.length + RECORD_BYTES);
  key.copy(bytes);
  bytes.writeUIntBE(recordId, key.length, RECORD_BYTES);
  return bytes;
}

/** The smallest key greater than the given one. */
export function keyAfter(key: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(key.length + 1);
  key.copy(bytes);
  bytes[key.length] = 0;
  return bytes;
}
