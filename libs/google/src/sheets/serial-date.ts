import { Temporal } from 'temporal-polyfill';

const MS_PER_DAY = 86_400_000;
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);

/** What a `Date` can hold, in days of Sheets, with room for any time zone. */
const FIRST_DAY = -100_000_000 + 25_571;
const LAST_DAY = 100_000_000 + 25_567;

/**
 * The moment that a serial date of Sheets stands for: days since 1899-12-30 on the wall clock of
 * the spreadsheet's time zone. A time that the clock skips in spring is read an hour later, one that
 * it shows twice in autumn the first time. Undefined when it is no date that can be written down, or
 * nobody knows the time zone.
 */
export function serialToInstant(serial: number, zone: string): Date | undefined {
  const timeZone = knownZone(zone);
  if (!(serial > FIRST_DAY && serial < LAST_DAY) || timeZone === undefined) return undefined;
  const wallMs = DAY_ZERO_MS + Math.round(serial * MS_PER_DAY);
  const offsetMs = steadyOffset(Math.floor(wallMs / MS_PER_DAY), timeZone);
  return new Date(offsetMs === undefined ? toInstantMs(wallMs, timeZone) : wallMs - offsetMs);
}

/** Rows have many dates and few days, and the calendar is a hundred times slower than a look here. */
const offsets = new Map<string, number | undefined>();
const MOST_OFFSETS = 20_000;

/** By how much the wall clock is ahead of UTC on a day; undefined when that changes in its course. */
function steadyOffset(day: number, timeZone: string): number | undefined {
  const key = `${day} ${timeZone}`;
  if (offsets.has(key)) return offsets.get(key);
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  const [start, end] = [day, day + 1].map(
    (midnight) => midnight * MS_PER_DAY - toInstantMs(midnight * MS_PER_DAY, timeZone),
  );
  const offset = start === end ? start : undefined;
  offsets.set(key, offset);
  return offset;
}

const zones = new Map<string, string | undefined>();

/** A time zone as the calendar takes it: Sheets calls some of them `GMT-07:00`. */
function knownZone(name: string): string | undefined {
  if (!zones.has(name)) {
    const zone = name.replace(/^GMT(?=[+-])/, '');
    zones.set(name, isZone(zone) ? zone : undefined);
  }
  return zones.get(name);
}

function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

function toInstantMs(wallMs: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(wallMs)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
    .toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}
