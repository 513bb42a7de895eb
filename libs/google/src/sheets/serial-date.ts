import { ZonedCalendar } from '@tributary/time-zones';

const MS_PER_DAY = 86_400_000;
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);

/** What a `Date` can hold, in days of Sheets, with room for any time zone. */
const FIRST_DAY = -100_000_000 + 25_571;
const LAST_DAY = 100_000_000 + 25_567;

/**
 * The instant of a serial date of Sheets: days since 1899-12-30 on the wall clock of the
 * spreadsheet's time zone. A time that the clock skips in spring is read an hour later, one that it
 * shows twice in autumn the first time. Undefined when it is not a valid date, or the time zone is
 * unknown.
 */
export function serialToInstant(serial: number, zone: string): Date | undefined {
  const clock = ZonedCalendar.of(zone);
  if (!(serial > FIRST_DAY && serial < LAST_DAY) || !clock) return undefined;
  return clock.instantOf(DAY_ZERO_MS + Math.round(serial * MS_PER_DAY));
}
