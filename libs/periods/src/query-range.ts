import { DomainError } from '@tributary/common';
import { ZonedCalendar } from '@tributary/time-zones';
import { type DayRange } from './day-range';
import './periods.errors';

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

/** The days of a request, in the zone that it names or else in `usualZone`; INVALID_DATE_RANGE. */
export function toQueryRange(
  { date_from, date_to, timezone }: RangeQuery,
  usualZone: string,
): QueryRange {
  const range = { from: date_from ?? null, to: date_to ?? null };
  if (range.from !== null && range.to !== null) refuseReversed(range.from, range.to);
  return { range, clock: ZonedCalendar.ofOrUtc(timezone ?? usualZone) };
}

/** Refuses a range that ends before it begins. */
export function refuseReversed(from: string, to: string): void {
  if (from > to) throw new DomainError('INVALID_DATE_RANGE');
}

/** What a response depends on because of its days. */
export function rangeParameters({ range, clock }: QueryRange): Record<string, string | null> {
  return { date_from: range.from, date_to: range.to, timezone: clock.name };
}
