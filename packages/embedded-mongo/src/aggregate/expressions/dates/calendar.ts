/** Calendar arithmetic on local time, kept in dates whose UTC fields show the local clock. */

export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;
export const WEEK = 7 * DAY;

/** The milliseconds of a date given by its fields; unlike Date.UTC the years 0 to 99 are themselves. */
export function localTime(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  millisecond = 0,
): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, millisecond);
  return date.getTime();
}

/** The number of days since 1970-01-01. */
export function dayNumber(local: number): number {
  return Math.floor(local / DAY);
}

/** 1 on the first of January. */
export function dayOfYear(local: number): number {
  return dayNumber(local) - dayNumber(localTime(new Date(local).getUTCFullYear(), 1, 1)) + 1;
}

/** 1 on a Monday, 7 on a Sunday. */
export function isoDayOfWeek(local: number): number {
  return new Date(local).getUTCDay() || 7;
}

/** The week of the year by ISO 8601, and the year that the week belongs to. */
export function isoWeek(local: number): { week: number; year: number } {
  // The week belongs to the year in which its Thursday lies.
  const thursday = local + (4 - isoDayOfWeek(local)) * DAY;
  const year = new Date(thursday).getUTCFullYear();
  return { week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1, year };
}

/** The week of the year when weeks begin on Sunday; the days before the first Sunday are week 0. */
export function sundayWeek(local: number): number {
  return Math.floor((dayOfYear(local) - 1 + 7 - new Date(local).getUTCDay()) / 7);
}

/** The local time of a day given by its ISO week. */
export function isoWeekDay(year: number, week: number, day: number): number {
  const january4 = localTime(year, 1, 4);
  return january4 + (1 - isoDayOfWeek(january4) + (week - 1) * 7 + (day - 1)) * DAY;
}

/** Months since January of the year 0. */
export function monthNumber(local: number): number {
  const date = new Date(local);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Moves by whole months; a day that the month does not have becomes its last. */
export function addMonths(local: number, months: number): number {
  const date = new Date(local);
  const target = monthNumber(local) + months;
  const year = Math.floor(target / 12);
  const month = target - year * 12 + 1;
  const lastDay = new Date(localTime(year, month + 1, 0)).getUTCDate();
  const day = localTime(year, month, Math.min(date.getUTCDate(), lastDay));
  return day + (local - dayNumber(local) * DAY);
}
