import type {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  Double,
  Int32,
  Long,
  ObjectId,
  Timestamp,
} from 'bson';
import { badValue, overflow } from '../errors';
import { BsonType } from './bson-types';
import { BsonWriter } from './bson-writer';
import { bytesOf, millisecondsOf } from './compare';
import { MAX_NESTING } from './decode';
import { dbRefDocument } from './fields';
import { bsonType, type BsonClasses, type BsonValue, type Doc, fitsInt32 } from './types';

const writer = new BsonWriter();
const BINARY_WITH_INNER_LENGTH = 2;

/**
 * The BSON bytes of a document. A plain number is an int32 if it can be and a double otherwise;
 * missing values (undefined) are left out of documents and become null in arrays.
 */
export function encode(doc: Doc): Buffer {
  writer.reset();
  writeDocument(doc, 0);
  return writer.take();
}

function writeDocument(doc: Doc, depth: number): void {
  checkDepth(depth);
  const start = writer.openLength();
  for (const name of Object.keys(doc)) {
    const value = doc[name];
    if (value === undefined) continue;
    writeElement(name, value, depth);
  }
  writer.byte(0);
  writer.closeLength(start);
}

function writeArray(items: readonly BsonValue[], depth: number): void {
  checkDepth(depth);
  const start = writer.openLength();
  for (let index = 0; index < items.length; index++)
    writeElement(String(index), items[index] ?? null, depth);
  writer.byte(0);
  writer.closeLength(start);
}

function writeElement(name: string, value: Exclude<BsonValue, undefined>, depth: number): void {
  switch (typeof value) {
    case 'string':
      header(BsonType.string, name);
      return writer.string(value);
    case 'number':
      return writeNumber(name, value);
    case 'boolean':
      header(BsonType.boolean, name);
      return writer.byte(value ? 1 : 0);
    case 'object':
      return writeObject(name, value, depth);
    default:
      throw badValue(`cannot store a value of type ${typeof value} in field '${name}'`);
  }
}

function writeNumber(name: string, value: number): void {
  if (fitsInt32(value)) {
    header(BsonType.int32, name);
    return writer.int32(value);
  }
  header(BsonType.double, name);
  writer.double(value);
}

function writeObject(name: string, value: object | null, depth: number): void {
  if (value === null) return header(BsonType.null, name);
  if (Array.isArray(value)) {
    header(BsonType.array, name);
    return writeArray(value as BsonValue[], depth + 1);
  }
  if (value instanceof Date) {
    header(BsonType.date, name);
    return writer.integer(millisecondsOf(value));
  }
  const type = bsonType(value);
  if (type !== undefined) return writeInstance(name, type, value, depth);
  header(BsonType.document, name);
  writeDocument(value as Doc, depth + 1);
}

function writeInstance(name: string, type: keyof BsonClasses, value: object, depth: number): void {
  switch (type) {
    case 'ObjectId':
      header(BsonType.objectId, name);
      return writer.bytes((value as ObjectId).id);
    case 'Long':
      header(BsonType.int64, name);
      return writer.int64((value as Long).low, (value as Long).high);
    case 'Double':
      header(BsonType.double, name);
      return writer.double((value as Double).value);
    case 'Int32':
      header(BsonType.int32, name);
      return writer.int32((value as Int32).value);
    case 'Decimal128':
      header(BsonType.decimal128, name);
      return writer.bytes((value as Decimal128).bytes);
    case 'Timestamp':
      header(BsonType.timestamp, name);
      return writer.int64((value as Timestamp).i, (value as Timestamp).t);
    case 'Binary':
      header(BsonType.binary, name);
      return writeBinary(value as Binary);
    case 'BSONRegExp':
      header(BsonType.regex, name);
      writer.cString(withoutZero((value as BSONRegExp).pattern, name));
      return writer.cString((value as BSONRegExp).options);
    case 'BSONSymbol':
      header(BsonType.symbol, name);
      return writer.string((value as BSONSymbol).value);
    case 'Code':
      return writeCode(name, value as Code, depth);
    case 'DBRef':
      header(BsonType.document, name);
      return writeDocument(dbRefDocument(value as DBRef), depth + 1);
    case 'MinKey':
      return header(BsonType.minKey, name);
    case 'MaxKey':
      return header(BsonType.maxKey, name);
  }
}

function writeBinary(binary: Binary): void {
  const bytes = bytesOf(binary);
  const hasInnerLength = binary.sub_type === BINARY_WITH_INNER_LENGTH;
  writer.int32(hasInnerLength ? bytes.length + 4 : bytes.length);
  writer.byte(binary.sub_type);
  if (hasInnerLength) writer.int32(bytes.length);
  writer.bytes(bytes);
}

function writeCode(name: string, code: Code, depth: number): void {
  if (code.scope === null || code.scope === undefined) {
    header(BsonType.code, name);
    return writer.string(code.code);
  }
  header(BsonType.codeWithScope, name);
  const start = writer.openLength();
  writer.string(code.code);
  writeDocument(code.scope, depth + 1);
  writer.closeLength(start);
}

function header(type: number, name: string): void {
  writer.byte(type);
  writer.cString(withoutZero(name, name));
}

function withoutZero(text: string, name: string): string {
  if (text.includes('\0'))
    throw badValue(`field names and patterns must not contain null bytes: ${JSON.stringify(name)}`);
  return text;
}

function checkDepth(depth: number): void {
  if (depth > MAX_NESTING)
    throw overflow(`BSON document exceeds the maximum nesting depth of ${MAX_NESTING}`);
}
