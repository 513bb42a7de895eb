import { types } from 'node:util';
import { type StoredRow } from '../../rows/stored-row';

/** The names of the fields in which two versions of a row differ; of columns where no field does. */
export function changedFields(
  before: Pick<StoredRow, 'data' | 'raw_data'> | undefined,
  after: Pick<StoredRow, 'data' | 'raw_data'>,
): string[] {
  const fields = differing(before?.data ?? {}, after.data);
  return fields.length > 0 ? fields : differing(before?.raw_data ?? {}, after.raw_data);
}

function differing(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isSame(before[name], after[name]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (types.isDate(one) && types.isDate(other)) return one.getTime() === other.getTime();
  return one === other;
}
