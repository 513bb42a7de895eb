export {
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
export { add, divide, multiply, type OnOverflow, subtract, toDecimal } from './arithmetic';
export {
  type Collation,
  comparatorFor,
  foldFor,
  isSimpleCollation,
  sameCollation,
  type StringFold,
  withDefaults as collationWithDefaults,
} from './collation';
export { compare, compareStrings, equals, type StringComparator } from './compare';
export { decode, decodeRoots } from './decode';
export { describe } from './describe';
export { encode } from './encode';
export { cloneValue, getField, getOwn, getPath, setOwn } from './fields';
export { capKey, encodeKey, hashKey, MAX_KEY_BYTES, prefixEnd } from './keys';
export { compareNumbers, makeDouble, toNumber, toPlainNumber, toPlainNumbers } from './numbers';
export { toRegExp } from './regex';
export { setTextScore, textScoreOf } from './text-score';
export {
  isTruthy,
  type TypeName,
  typeName,
  typeNumber,
  typeNumberOfAlias,
  typeRank,
} from './type-order';
export {
  type BsonClasses,
  bsonType,
  type BsonValue,
  type Doc,
  fitsInt32,
  isBson,
  isNumber,
  isPlainObject,
  isRegex,
  type NumericValue,
} from './types';
