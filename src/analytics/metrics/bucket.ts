/** The rows of a day, or some rows that have none. Rolled up together, and rolled up again together. */
export type Bucket = string;

const DAY = 'd';
const UNDATED = 'u';
/** So many rows without a day make a bucket: few enough to be read again for one that changed. */
const SEGMENT = 4_096;
const DIGITS = 10;

/** The bucket of a row. Names are stored, and sorted: those of days come first, in their order. */
export function bucketOf(day: string | null, rowId: number): Bucket {
  if (day !== null) return DAY + day;
  return UNDATED + String(Math.floor(rowId / SEGMENT)).padStart(DIGITS, '0');
}

/** Whether the rows of a bucket have no day. */
export function isUndated(bucket: Bucket): boolean {
  return bucket.startsWith(UNDATED);
}

/** The names between which all buckets are of rows without a day. */
export const UNDATED_BUCKETS = { from: UNDATED, to: `${UNDATED}~` } as const;

/** The names between which the buckets of some days are. */
export function dayBuckets(
  first: string | null,
  last: string | null,
): { from: Bucket; to: Bucket } {
  return { from: DAY + (first ?? ''), to: last === null ? `${DAY}~` : DAY + last };
}
