import type { Code } from 'bson';
import { bsonType, type BsonClasses, type BsonValue, fitsInt32, type NumericValue } from './types';
import { compareNumbers } from './numbers';

/** The ranks of MongoDB's order across types; they also open each value of an index key. */
export const Rank = {
  minKey: 1,
  null: 5,
  number: 10,
  string: 15,
  object: 20,
  array: 25,
  binary: 30,
  objectId: 35,
  boolean: 40,
  date: 45,
  timestamp: 47,
  regex: 50,
  code: 60,
  codeWithScope: 65,
  maxKey: 127,
} as const;

const RANK_OF_CLASS: Readonly<Record<keyof BsonClasses, number>> = {
  Binary: Rank.binary,
  BSONRegExp: Rank.regex,
  BSONSymbol: Rank.string,
  Code: Rank.code,
  DBRef: Rank.object,
  Decimal128: Rank.number,
  Double: Rank.number,
  Int32: Rank.number,
  Long: Rank.number,
  MaxKey: Rank.maxKey,
  MinKey: Rank.minKey,
  ObjectId: Rank.objectId,
  Timestamp: Rank.timestamp,
};

/** Where the type of a value stands in the order of types; a missing value stands with null. */
export function typeRank(value: BsonValue): number {
  switch (typeof value) {
    case 'undefined':
      return Rank.null;
    case 'number':
      return Rank.number;
    case 'string':
      return Rank.string;
    case 'boolean':
      return Rank.boolean;
    default:
      return rankOfObject(value);
  }
}

function rankOfObject(value: Exclude<BsonValue, undefined>): number {
  if (value === null) return Rank.null;
  if (Array.isArray(value)) return Rank.array;
  if (value instanceof Date) return Rank.date;
  const type = bsonType(value);
  if (type === undefined) return Rank.object;
  if (type === 'Code' && hasScope(value as Code)) return Rank.codeWithScope;
  return RANK_OF_CLASS[type];
}

function hasScope(code: Code): boolean {
  return code.scope !== null && code.scope !== undefined;
}

/** The number of each type as `$type` and the BSON format know it, by its name. */
const TYPE_NUMBERS = {
  missing: 0,
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
} as const;

/** The name of a BSON type, as `$type` returns it. */
export type TypeName = keyof typeof TYPE_NUMBERS;

const NAME_OF_CLASS: Readonly<Record<keyof BsonClasses, TypeName>> = {
  Binary: 'binData',
  BSONRegExp: 'regex',
  BSONSymbol: 'symbol',
  Code: 'javascript',
  DBRef: 'object',
  Decimal128: 'decimal',
  Double: 'double',
  Int32: 'int',
  Long: 'long',
  MaxKey: 'maxKey',
  MinKey: 'minKey',
  ObjectId: 'objectId',
  Timestamp: 'timestamp',
};

/** The name of a value's type; `missing` for undefined. */
export function typeName(value: BsonValue): TypeName {
  switch (typeof value) {
    case 'undefined':
      return 'missing';
    case 'number':
      return fitsInt32(value) ? 'int' : 'double';
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    default:
      break;
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  const type = bsonType(value);
  if (type === undefined) return 'object';
  if (type === 'Code' && hasScope(value as Code)) return 'javascriptWithScope';
  return NAME_OF_CLASS[type];
}

/** The number of a value's type; 0 for a missing value, which no `$type` asks for. */
export function typeNumber(value: BsonValue): number {
  return TYPE_NUMBERS[typeName(value)];
}

/** The number that an alias of `$type` stands for; `number` stands for several and gives none. */
export function typeNumberOfAlias(alias: string): number | undefined {
  if (alias === 'missing' || !Object.hasOwn(TYPE_NUMBERS, alias)) return undefined;
  return TYPE_NUMBERS[alias as TypeName];
}

/** Whether an expression counts the value as true: not false, null, missing or a zero. */
export function isTruthy(value: BsonValue): boolean {
  if (value === undefined || value === null || value === false) return false;
  if (typeRank(value) !== Rank.number) return true;
  return compareNumbers(value as NumericValue, 0) !== 0;
}
