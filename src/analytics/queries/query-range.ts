import { DomainError } from '@tributary/common';
import { type ZonedCalendar } from '@tributary/time-zones';
import { clockOf } from '../metrics/metric-reader';
import { type AnalyticsSnapshot } from '../snapshot/analytics-snapshot';
import { type DayRange, isLimited } from './periods/day-range';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';

/** Days as a request names them. */
export interface RangeQuery {
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
  readonly timezone?: string | undefined;
}

/** Which days are meant, and by which clock. */
export interface QueryRange {
  readonly range: DayRange;
  readonly clock: ZonedCalendar;
}

/** The days of a request, if they are any and the sheet knows days. */
export function queryRange(
  view: { readonly snapshot: AnalyticsSnapshot; readonly type: SheetTypeStrategy },
  { date_from, date_to, timezone }: RangeQuery,
): QueryRange {
  const range = { from: date_from ?? null, to: date_to ?? null };
  if (isLimited(range) && view.type.dateField === null) {
    throw unsupported(`Date filter not supported for sheet type '${view.type.kind}'`);
  }
  if (range.from !== null && range.to !== null && range.from > range.to) {
    throw new DomainError('INVALID_DATE_RANGE');
  }
  return { range, clock: clockOf(timezone ?? view.snapshot.time_zone) };
}

/** What a response depends on because of its days. */
export function rangeParameters({ range, clock }: QueryRange): Record<string, string | null> {
  return { date_from: range.from, date_to: range.to, timezone: clock.name };
}

/** A query that sheets of a type do not support. */
export function unsupported(detail: string): DomainError {
  return new DomainError('UNSUPPORTED_FOR_SHEET_TYPE', { detail });
}
