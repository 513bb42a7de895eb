import { locationError } from '../match';
import { type BsonValue, isNumber, toNumber, typeName } from '../values';
import { type Slice } from './tree';

const INT32_MAX = 2 ** 31 - 1;

function toInt(value: BsonValue): number {
  const whole = Math.trunc(toNumber(value));
  return Number.isNaN(whole) ? 0 : Math.max(-INT32_MAX, Math.min(INT32_MAX, whole));
}

/** Reads the argument of a find projection's `$slice`: a number, or skip and limit. */
export function parseSlice(argument: BsonValue): Slice {
  if (isNumber(argument)) {
    return { kind: 'slice', limit: toInt(argument) };
  }
  if (!Array.isArray(argument)) {
    throw locationError(31273, '$slice only supports numbers and [skip, limit] arrays');
  }
  if (argument.length !== 2) {
    throw locationError(31272, '$slice array argument should be of form [skip, limit]');
  }
  const [skip, limit] = argument;
  if (!isNumber(skip)) {
    throw locationError(
      31257,
      `$slice expects the skip argument to be a number, got ${typeName(skip)}`,
    );
  }
  if (!isNumber(limit)) {
    throw locationError(
      31258,
      `$slice expects the limit argument to be a number, got ${typeName(limit)}`,
    );
  }
  if (toInt(limit) <= 0) {
    throw locationError(31259, `$slice limit must be positive, got ${toInt(limit)}`);
  }
  return { kind: 'slice', skip: toInt(skip), limit: toInt(limit) };
}

/** Takes a slice out of an array. */
export function sliceArray(array: readonly BsonValue[], { skip, limit }: Slice): BsonValue[] {
  if (skip === undefined) {
    return limit < 0 ? array.slice(limit) : array.slice(0, limit);
  }
  const start = skip < 0 ? Math.max(0, array.length + skip) : skip;
  return array.slice(start, start + limit);
}
