import { Temporal } from 'temporal-polyfill';

/** When a wall clock shows a time: of two times the first, for a time that is skipped an hour later. */
export function wallMoment(time: Temporal.PlainDateTime, timeZone: string): number {
  return time.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}

/** The day that a calendar on the wall shows at a moment. */
export function dayAt(ms: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}
