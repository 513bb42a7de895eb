import type { Binary, BSONRegExp, BSONSymbol, Code, DBRef, ObjectId, Timestamp } from 'bson';
import { dbRefDocument } from './fields';
import { compareNumbers } from './numbers';
import { Rank, typeRank } from './type-order';
import { bsonType, type BsonValue, type Doc, type NumericValue } from './types';

/** Orders two strings: by code point, or as a collation says. */
export type StringComparator = (a: string, b: string) => number;

/** Code point order, which is the order of the UTF-8 bytes. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index++) {
    const aUnit = a.charCodeAt(index);
    const bUnit = b.charCodeAt(index);
    if (aUnit === bUnit) continue;
    // UTF-16 units sort as code points do, but for surrogates, which stand above all other units.
    const aIsSurrogate = isSurrogate(aUnit);
    if (aIsSurrogate !== isSurrogate(bUnit)) return aIsSurrogate ? 1 : -1;
    return aUnit < bUnit ? -1 : 1;
  }
  return a.length < b.length ? -1 : a.length > b.length ? 1 : 0;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** MongoDB's order of any two values: negative, zero or positive. A missing value equals null. */
export function compare(
  a: BsonValue,
  b: BsonValue,
  strings: StringComparator = compareStrings,
): number {
  if (typeof a === 'number' && typeof b === 'number') return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') return strings(a, b);
  const rank = typeRank(a);
  const otherRank = typeRank(b);
  if (rank !== otherRank) return rank < otherRank ? -1 : 1;
  switch (rank) {
    case Rank.number:
      return compareNumbers(a as NumericValue, b as NumericValue);
    case Rank.string:
      return strings(stringOf(a), stringOf(b));
    case Rank.object:
      return compareDocuments(asDocument(a), asDocument(b), strings);
    case Rank.array:
      return compareArrays(a as BsonValue[], b as BsonValue[], strings);
    case Rank.binary:
      return compareBinaries(a as Binary, b as Binary);
    case Rank.objectId:
      return compareObjectIds(a as ObjectId, b as ObjectId);
    case Rank.boolean:
      return ascending(Number(a), Number(b));
    case Rank.date:
      return ascending(millisecondsOf(a as Date), millisecondsOf(b as Date));
    case Rank.timestamp:
      return compareTimestamps(a as Timestamp, b as Timestamp);
    case Rank.regex:
      return compareRegexes(a as BSONRegExp, b as BSONRegExp);
    case Rank.code:
    case Rank.codeWithScope:
      return compareCodes(a as Code, b as Code, strings);
    default:
      return 0;
  }
}

/** Whether two values are the same to a query. */
export function equals(a: BsonValue, b: BsonValue, strings?: StringComparator): boolean {
  if (a === b) return true;
  if (typeof a === 'string' && typeof b === 'string') return strings?.(a, b) === 0;
  return compare(a, b, strings) === 0;
}

function ascending(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The text of a value of rank `string`. */
export function stringOf(value: BsonValue): string {
  return typeof value === 'string' ? value : (value as BSONSymbol).value;
}

/** The document that a value of rank `object` is. */
export function asDocument(value: BsonValue): Doc {
  return bsonType(value) === 'DBRef' ? dbRefDocument(value as DBRef) : (value as Doc);
}

/** The names of the fields that are there; a field that is undefined is missing. */
export function presentFields(doc: Doc): string[] {
  const fields = Object.keys(doc);
  return fields.some((field) => doc[field] === undefined)
    ? fields.filter((field) => doc[field] !== undefined)
    : fields;
}

/** The time of a date as it is stored: an invalid one is stored as zero. */
export function millisecondsOf(date: Date): number {
  return date.getTime() || 0;
}

/** The bytes of a binary value without the spare room of its buffer. */
export function bytesOf(binary: Binary): Uint8Array {
  return binary.buffer.subarray(0, binary.position);
}

function compareDocuments(a: Doc, b: Doc, strings: StringComparator): number {
  const aFields = presentFields(a);
  const bFields = presentFields(b);
  const shorter = Math.min(aFields.length, bFields.length);
  for (let index = 0; index < shorter; index++) {
    const aField = aFields[index] as string;
    const bField = bFields[index] as string;
    const aValue = a[aField];
    const bValue = b[bField];
    // In this order, as MongoDB does it: the type, then the name, then the value.
    const order =
      ascending(typeRank(aValue), typeRank(bValue)) ||
      compareStrings(aField, bField) ||
      compare(aValue, bValue, strings);
    if (order !== 0) return order;
  }
  return ascending(aFields.length, bFields.length);
}

function compareArrays(a: BsonValue[], b: BsonValue[], strings: StringComparator): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index++) {
    const order = compare(a[index], b[index], strings);
    if (order !== 0) return order;
  }
  return ascending(a.length, b.length);
}

function compareBinaries(a: Binary, b: Binary): number {
  return (
    ascending(a.position, b.position) ||
    ascending(a.sub_type, b.sub_type) ||
    Buffer.compare(bytesOf(a), bytesOf(b))
  );
}

function compareObjectIds(a: ObjectId, b: ObjectId): number {
  return Buffer.compare(a.id, b.id);
}

function compareTimestamps(a: Timestamp, b: Timestamp): number {
  return ascending(a.t, b.t) || ascending(a.i, b.i);
}

function compareRegexes(a: BSONRegExp, b: BSONRegExp): number {
  return compareStrings(a.pattern, b.pattern) || compareStrings(a.options, b.options);
}

function compareCodes(a: Code, b: Code, strings: StringComparator): number {
  return compareStrings(a.code, b.code) || compare(a.scope, b.scope, strings);
}
