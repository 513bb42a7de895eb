const DAY_MS = 86_400_000;
/** About as far as a `Date` reaches, in years that nobody writes. */
const MAX_DAYS = 99_000_000;
const EPOCH_MS = Date.UTC(1899, 11, 30);

/** A moment without a time zone, taken apart. */
export interface DateParts {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
  /** From Sunday, which is 0. */
  readonly weekday: number;
  /** Since midnight. */
  readonly millisecond: number;
}

/** Milliseconds since 1899-12-30 of a number of days. */
export function serialToMs(serial: number): number {
  return Math.round(serial * DAY_MS);
}

/** Whether a number of days since 1899-12-30 is a date that the platform can take apart. */
export function hasDate(serial: number): boolean {
  return Math.abs(serial) <= MAX_DAYS;
}

/** Takes a number of days since 1899-12-30 apart. */
export function datePartsOf(serial: number): DateParts {
  const ms = serialToMs(serial);
  const date = new Date(EPOCH_MS + ms);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    millisecond: ((ms % DAY_MS) + DAY_MS) % DAY_MS,
  };
}

/** The number of days since 1899-12-30 of a date; undefined when there is no such day. */
export function serialOfDate(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return Math.round((date.getTime() - EPOCH_MS) / DAY_MS);
}

/** Hours, minutes and seconds as a part of a day. */
export function serialOfTime(hours: number, minutes: number, seconds: number): number {
  return (hours * 3600 + minutes * 60 + seconds) / 86_400;
}
