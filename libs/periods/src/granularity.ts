/** How long the periods of a time series are, the shortest first. */
export const GRANULARITIES = ['day', 'week', 'month', 'year'] as const;

/** One of {@link GRANULARITIES}. */
export type Granularity = (typeof GRANULARITIES)[number];

const MS_PER_DAY = 86_400_000;
const DAYS_PER_WEEK = 7;
/** The first of January 1970 was a Thursday, three days behind a Monday. */
const MONDAY_OFFSET = 3;

/** The first day of the period that a day is in; weeks begin on Mondays. */
export function periodOf(day: string, granularity: Granularity): string {
  switch (granularity) {
    case 'day':
      return day;
    case 'week': {
      const number = dayNumber(day);
      const weekday = (((number + MONDAY_OFFSET) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK;
      return dayOf(number - weekday);
    }
    case 'month':
      return `${day.slice(0, -'DD'.length)}01`;
    case 'year':
      return `${day.slice(0, -'MM-DD'.length)}01-01`;
  }
}

/** How many periods a range of days touches. */
export function countPeriods(from: string, to: string, granularity: Granularity): number {
  const [start, end] = [from, to].map((day) => periodOf(day, granularity)) as [string, string];
  switch (granularity) {
    case 'day':
      return dayNumber(end) - dayNumber(start) + 1;
    case 'week':
      return (dayNumber(end) - dayNumber(start)) / DAYS_PER_WEEK + 1;
    case 'month':
      return monthNumber(end) - monthNumber(start) + 1;
    case 'year':
      return yearOf(end) - yearOf(start) + 1;
  }
}

/** The first days of all periods that a range of days touches. */
export function* periodsIn(from: string, to: string, granularity: Granularity): Generator<string> {
  let period = periodOf(from, granularity);
  const last = periodOf(to, granularity);
  while (period <= last) {
    yield period;
    period = next(period, granularity);
  }
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return dayOf(dayNumber(day) + days);
}

function next(period: string, granularity: Granularity): string {
  switch (granularity) {
    case 'day':
      return addDays(period, 1);
    case 'week':
      return addDays(period, DAYS_PER_WEEK);
    case 'month': {
      const months = monthNumber(period) + 1;
      return toText(Math.floor(months / 12), (months % 12) + 1);
    }
    case 'year':
      return toText(yearOf(period) + 1, 1);
  }
}

function toText(year: number, month: number): string {
  // A year of five digits would come before all others.
  if (year > 9999) return '~';
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY;
}

function dayOf(number: number): string {
  const text = new Date(number * MS_PER_DAY).toISOString();
  if (text.startsWith('-')) return '0000-01-01';
  return text.startsWith('+') ? '~' : text.slice(0, 'YYYY-MM-DD'.length);
}

function yearOf(day: string): number {
  return Number(day.slice(0, -'-MM-DD'.length));
}

function monthNumber(day: string): number {
  return yearOf(day) * 12 + Number(day.slice(-'MM-DD'.length, -'-DD'.length)) - 1;
}
