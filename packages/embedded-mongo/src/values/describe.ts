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
import { bytesOf } from './compare';
import { dbRefDocument } from './fields';
import { bsonType, type BsonValue, type Doc } from './types';

const LONGEST_DESCRIPTION = 1000;

/** A short rendering of a value for messages, as MongoDB writes it: `{ a: 1, b: "x" }`. */
export function describe(value: BsonValue): string {
  const text = render(value);
  return text.length > LONGEST_DESCRIPTION ? `${text.slice(0, LONGEST_DESCRIPTION)}...` : text;
}

function render(value: BsonValue): string {
  if (value === undefined) return 'undefined';
  if (value === null || typeof value === 'boolean' || typeof value === 'number')
    return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[ ${value.map((item) => render(item)).join(', ')} ]`;
  if (value instanceof Date)
    return `new Date(${Number.isNaN(value.getTime()) ? 0 : value.getTime()})`;
  return renderObject(value);
}

function renderObject(value: object): string {
  switch (bsonType(value)) {
    case undefined:
      return renderDocument(value as Doc);
    case 'DBRef':
      return renderDocument(dbRefDocument(value as DBRef));
    case 'ObjectId':
      return `ObjectId('${(value as ObjectId).toHexString()}')`;
    case 'Decimal128':
      return `Decimal128('${(value as Decimal128).toString()}')`;
    case 'Double': {
      const number = String((value as Double).value);
      return /^-?\d+$/.test(number) ? `${number}.0` : number;
    }
    case 'Int32':
    case 'Long':
      return (value as Int32 | Long).toString();
    case 'Binary':
      return `BinData(${(value as Binary).sub_type}, ${Buffer.from(bytesOf(value as Binary))
        .toString('hex')
        .toUpperCase()})`;
    case 'Timestamp':
      return `Timestamp(${(value as Timestamp).t}, ${(value as Timestamp).i})`;
    case 'BSONRegExp':
      return `/${(value as BSONRegExp).pattern}/${(value as BSONRegExp).options}`;
    case 'BSONSymbol':
      return JSON.stringify((value as BSONSymbol).value);
    case 'Code':
      return `Code(${JSON.stringify((value as Code).code)})`;
    case 'MinKey':
      return 'MinKey';
    case 'MaxKey':
      return 'MaxKey';
  }
}

function renderDocument(doc: Doc): string {
  const fields = Object.keys(doc).filter((field) => doc[field] !== undefined);
  if (fields.length === 0) return '{}';
  return `{ ${fields.map((field) => `${field}: ${render(doc[field])}`).join(', ')} }`;
}
