import { encodeKey } from '../keys';
import { type BsonValue } from '../types';

/** The key of one value, ascending. */
export function encodeValue(value: BsonValue): Buffer {
  return encodeKey(Buffer.alloc(0), [value], [1]);
}
