import { createHash } from 'node:crypto';
import type { Binary, BSONRegExp, Code, ObjectId, Timestamp } from 'bson';
import type { StringFold } from './collation';
import { asDocument, bytesOf, millisecondsOf, presentFields, stringOf } from './compare';
import { KeyWriter } from './key-writer';
import { writeNumber } from './number-keys';
import { Rank, typeRank } from './type-order';
import type { BsonValue, NumericValue } from './types';

/** A key of this many bytes is a capped one; LMDB takes 1,978, and a record id has to follow. */
export const MAX_KEY_BYTES = 1900;
const HASH_BYTES = 20;
const END_OF_CONTAINER = 0;
const SIGN_BIT = 1n << 63n;

const writer = new KeyWriter();

/**
 * The bytes of an index key, which sort as the values compare; no key of as many values is the start
 * of another. A negative direction turns the order of its value around.
 */
export function encodeKey(
  prefix: Buffer,
  values: readonly BsonValue[],
  directions: readonly number[],
  fold?: StringFold,
): Buffer {
  writer.reset();
  writer.bytes(prefix);
  for (let index = 0; index < values.length; index++) {
    const start = writer.length;
    writeValue(values[index], fold);
    if ((directions[index] ?? 1) < 0) writer.invertFrom(start);
  }
  return writer.take();
}

/** A string that two values share exactly when compare() holds them equal, for maps and sets. */
export function hashKey(value: BsonValue, fold?: StringFold): string {
  writer.reset();
  writeValue(value, fold);
  return writer.takeLatin1();
}

/**
 * Shortens a key that the storage would refuse to its start and a hash of all of it. Keys that start
 * alike lose their order, so whoever reads a capped key has to look at the document again.
 */
export function capKey(key: Buffer): Buffer {
  if (key.length < MAX_KEY_BYTES) return key;
  const hash = createHash('sha1').update(key).digest();
  return Buffer.concat([key.subarray(0, MAX_KEY_BYTES - HASH_BYTES), hash]);
}

/** The first key after all keys that start with the given bytes. */
export function prefixEnd(prefix: Buffer): Buffer {
  for (let index = prefix.length - 1; index >= 0; index--) {
    const byte = prefix[index] as number;
    if (byte === 0xff) continue;
    const end = Buffer.from(prefix.subarray(0, index + 1));
    end[index] = byte + 1;
    return end;
  }
  // Nothing but 0xff: no key is longer than the cap, so more of them come after all keys.
  return Buffer.alloc(MAX_KEY_BYTES + 1, 0xff);
}

function writeValue(value: BsonValue, fold: StringFold | undefined): void {
  const rank = typeRank(value);
  writer.byte(rank);
  switch (rank) {
    case Rank.number:
      return writeNumber(writer, value as NumericValue);
    case Rank.string:
      return writer.string(fold === undefined ? stringOf(value) : fold(stringOf(value)));
    case Rank.object:
      return writeDocument(value, fold);
    case Rank.array:
      for (const item of value as BsonValue[]) writeValue(item, fold);
      return writer.byte(END_OF_CONTAINER);
    case Rank.binary:
      return writeBinary(value as Binary);
    case Rank.objectId:
      return writer.bytes((value as ObjectId).id);
    case Rank.boolean:
      return writer.byte(value === true ? 1 : 0);
    case Rank.date:
      return writer.uint64(BigInt(millisecondsOf(value as Date)) + SIGN_BIT);
    case Rank.timestamp:
      writer.uint32((value as Timestamp).t);
      return writer.uint32((value as Timestamp).i);
    case Rank.regex:
      writer.string((value as BSONRegExp).pattern);
      return writer.string((value as BSONRegExp).options);
    case Rank.code:
      return writer.string((value as Code).code);
    case Rank.codeWithScope:
      writer.string((value as Code).code);
      return writeValue((value as Code).scope, fold);
    default:
      return;
  }
}

/** Type, name and value of each field, in the order in which compare() looks at them. */
function writeDocument(value: BsonValue, fold: StringFold | undefined): void {
  const doc = asDocument(value);
  for (const field of presentFields(doc)) {
    writer.byte(typeRank(doc[field]));
    writer.string(field);
    writeValue(doc[field], fold);
  }
  writer.byte(END_OF_CONTAINER);
}

function writeBinary(binary: Binary): void {
  writer.uint32(binary.position);
  writer.byte(binary.sub_type);
  writer.bytes(bytesOf(binary));
}
