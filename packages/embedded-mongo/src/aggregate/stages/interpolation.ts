import { type BsonValue, isNumber, toNumber } from '../../values';
import { isNullish, typeLabel } from '../expressions';
import { makeDouble } from '../expressions/numbers';
import { failure } from '../failures';

/** The position of a document on the axis of a sort: a number or a date. */
export function axisValue(value: BsonValue, name: string): number {
  if (value instanceof Date) return value.getTime();
  if (isNumber(value)) return toNumber(value);
  throw failure(
    605001,
    `${name} requires that the sortBy field be numeric or a date, but found ${typeLabel(value)}`,
  );
}

/** Fills each gap of null values on the line between the values before and after it. */
export function interpolated(
  positions: readonly BsonValue[],
  values: readonly BsonValue[],
  name: string,
): BsonValue[] {
  const result = values.map((value) => value ?? null);
  const known = [...values.keys()].filter((index) => !isNullish(values[index]));
  known.forEach((end, order) => {
    const value = values[end];
    if (!isNumber(value)) {
      throw failure(
        605001,
        `Value to be filled must be numeric or nullish, found ${typeLabel(value)}`,
      );
    }
    const start = known[order - 1];
    if (start === undefined || end - start < 2) return;
    const [from, to] = [axisValue(positions[start], name), axisValue(positions[end], name)];
    const [low, high] = [toNumber(values[start]), toNumber(value)];
    for (let index = start + 1; index < end; index++) {
      const share = (axisValue(positions[index], name) - from) / (to - from);
      result[index] = makeDouble(low + (high - low) * share);
    }
  });
  return result;
}
