import { Binary, isNumber, isPlainObject, encode } from '../../values';
import { failure } from '../failures';
import { isNullish, typeLabel, unary } from './arguments';
import { type OperatorTable } from './scope';

/** `$type`, `$isNumber`, `$bsonSize`, `$binarySize`. */
export const typeOperators: OperatorTable = {
  $type: unary((value) => typeLabel(value)),
  $isNumber: unary((value) => isNumber(value)),
  $bsonSize: unary((value) => {
    if (isNullish(value)) return null;
    if (!isPlainObject(value)) {
      throw failure(31393, `$bsonSize requires a document input, found: ${typeLabel(value)}`);
    }
    return encode(value).length;
  }),
  $binarySize: unary((value) => {
    if (isNullish(value)) return null;
    if (typeof value === 'string') return Buffer.byteLength(value, 'utf8');
    if (value instanceof Binary) return value.length();
    throw failure(
      51276,
      `$binarySize requires a string or BinData argument, found: ${typeLabel(value)}`,
    );
  }),
};
