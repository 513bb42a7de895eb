import { Temporal } from 'temporal-polyfill';

const MS_PER_DAY = 86_400_000;
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);

/** What a `Date` can hold, in days of Sheets, with room for any time zone. */
const FIRST_DAY = -100_000_000 + 25_570;
const LAST_DAY = 100_000_000 + 25_568;

/**
 * The moment that a serial date of Sheets stands for: days since 1899-12-30 on the wall clock of
 * the spreadsheet's time zone. A time that the clock skips in spring is read an hour later, one that
 * it shows twice in autumn the first time. Undefined when it is no date that can be written down.
 */
export function serialToInstant(serial: number, timeZone: string): Date | undefined {
  if (!(serial > FIRST_DAY && serial < LAST_DAY)) return undefined;
  const wallMs = DAY_ZERO_MS + Math.round(serial * MS_PER_DAY);
  const wall = Temporal.Instant.fromEpochMilliseconds(wallMs)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime();
  return new Date(
    wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds,
  );
}

/** The serial date that a spreadsheet in that time zone has for a moment. */
export function instantToSerial(moment: Date, timeZone: string): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(
    timeZone,
  );
  const wallMs = moment.getTime() + zoned.offsetNanoseconds / 1_000_000;
  return (wallMs - DAY_ZERO_MS) / MS_PER_DAY;
}
