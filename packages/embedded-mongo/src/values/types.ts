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
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';

/** A number of any BSON type; a plain integral JavaScript number within 32 bits is an int32. */
export type NumericValue = number | Long | Double | Int32 | Decimal128;

/** Every value a document can hold; `undefined` stands for a missing field. */
export type BsonValue =
  | undefined
  | null
  | boolean
  | string
  | NumericValue
  | Date
  | ObjectId
  | Binary
  | Timestamp
  | BSONRegExp
  | BSONSymbol
  | Code
  | MinKey
  | MaxKey
  | DBRef
  | BsonValue[]
  | Doc;

/** A document. Any name is an ordinary field, `__proto__` too: see getOwn and setOwn. */
export interface Doc {
  [field: string]: BsonValue;
}

/** The classes of `bson` by the name each carries in `_bsontype`. */
export interface BsonClasses {
  Binary: Binary;
  BSONRegExp: BSONRegExp;
  BSONSymbol: BSONSymbol;
  Code: Code;
  DBRef: DBRef;
  Decimal128: Decimal128;
  Double: Double;
  Int32: Int32;
  Long: Long;
  MaxKey: MaxKey;
  MinKey: MinKey;
  ObjectId: ObjectId;
  Timestamp: Timestamp;
}

/**
 * The bson class of a value (`Long`, `ObjectId`, ...), undefined for everything else. It is read
 * from the prototype, so that a document with a field named `_bsontype` stays a document.
 */
export function bsonType(value: unknown): keyof BsonClasses | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  const prototype = Object.getPrototypeOf(value) as { _bsontype?: keyof BsonClasses } | null;
  if (prototype === null || prototype === Object.prototype) return undefined;
  return prototype._bsontype;
}

/** Whether a value is an instance of the bson class of that name. */
export function isBson<Name extends keyof BsonClasses>(
  value: unknown,
  name: Name,
): value is BsonClasses[Name] {
  return bsonType(value) === name;
}

/** Whether a value is a document: no array, date or bson class. */
export function isPlainObject(value: unknown): value is Doc {
  if (value === null || typeof value !== 'object') return false;
  const prototype = Object.getPrototypeOf(value) as { _bsontype?: string } | null;
  if (prototype === null || prototype === Object.prototype) return true;
  return (
    prototype._bsontype === undefined &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !(value instanceof RegExp) &&
    !ArrayBuffer.isView(value)
  );
}

/** Whether a value is a number of any BSON type. */
export function isNumber(value: unknown): value is NumericValue {
  if (typeof value === 'number') return true;
  switch (bsonType(value)) {
    case 'Long':
    case 'Double':
    case 'Int32':
    case 'Decimal128':
      return true;
    default:
      return false;
  }
}

/** Whether a value is a regular expression. */
export function isRegex(value: unknown): value is BSONRegExp {
  return bsonType(value) === 'BSONRegExp';
}

/** Whether an integral number is stored as an int32; -0 is not, as an int32 has no sign for zero. */
export function fitsInt32(value: number): boolean {
  return (value | 0) === value && !Object.is(value, -0);
}
