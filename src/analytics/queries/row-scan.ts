import { addDays, type DayRange, type InstantRange, isLimited } from '@tributary/periods';
import { type Bucket, dayBuckets, UNDATED_BUCKETS } from '../metrics/bucket';

/** The condition on buckets under which all rows of the days of a range are, and some more. */
export function bucketsAround(range: DayRange): { from: Bucket; to: Bucket } {
  return dayBuckets(
    range.from === null ? null : addDays(range.from, -SLACK_DAYS),
    range.to === null ? null : addDays(range.to, SLACK_DAYS),
  );
}

/** The condition on rows whose moment is in a range of days, by an index. */
export function inRange(range: DayRange, instants: InstantRange): Record<string, unknown> {
  if (!isLimited(range)) return {};
  const { from, to } = bucketsAround(range);
  return { 'facts.bucket': { $gte: from, $lte: to }, ...within(instants) };
}

/** The condition on rows between two instants. */
export function within({ from, before }: InstantRange): Record<string, unknown> {
  if (from === null && before === null) return {};
  const limits = {
    ...(from === null ? {} : { $gte: from }),
    ...(before === null ? {} : { $lt: before }),
  };
  return { 'facts.at': limits };
}

/** The condition on rows that have a moment. */
export const DATED = { 'facts.bucket': { $lt: UNDATED_BUCKETS.from } } as const;

/** The condition on rows that have none. */
export const UNDATED = {
  'facts.bucket': { $gte: UNDATED_BUCKETS.from, $lte: UNDATED_BUCKETS.to },
} as const;

/** A bucket is named after the day in the spreadsheet's zone, which may be two days off elsewhere. */
const SLACK_DAYS = 2;
