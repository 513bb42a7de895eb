import { type ZonedCalendar } from '@tributary/time-zones';
import { addDays } from './granularity';

/** Whole days of a time zone, both included; null where there is no end. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** The moments of a range of days: from the first, up to the second, which is outside. */
export interface InstantRange {
  readonly from: Date | null;
  readonly before: Date | null;
}

/** The moments of the days of a range, on the clock of a time zone. */
export function instantRangeOf({ from, to }: DayRange, clock: ZonedCalendar): InstantRange {
  return {
    from: from === null ? null : clock.startOf(from),
    before: to === null || to === LAST_DAY ? null : clock.startOf(addDays(to, 1)),
  };
}

/** Whether a range is one at all. */
export function isLimited({ from, to }: DayRange): boolean {
  return from !== null || to !== null;
}

const LAST_DAY = '9999-12-31';
