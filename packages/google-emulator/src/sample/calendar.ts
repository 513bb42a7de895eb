const DAY_MS = 86_400_000;
/** Sheets counts days from here. */
const SERIAL_START = Date.UTC(1899, 11, 30);

/** The first and the last day with orders: 24 months. */
export const FIRST_DAY = serialOf(2024, 11, 1);
/** The last day of the sample; nothing in it is newer. */
export const LAST_DAY = serialOf(2026, 10, 31);
const DAYS = LAST_DAY - FIRST_DAY + 1;

const TET = [serialOf(2025, 1, 29), serialOf(2026, 2, 17)];
/** Sunday first. */
const OF_WEEKDAY = [1.25, 0.95, 0.9, 0.92, 1, 1.1, 1.3];
/** Days on which the platforms hold their sales: the same number for day and month. */
const SALE_MONTHS = new Set([9, 10, 11, 12]);

/** The days since 1899-12-30, as Sheets counts dates. */
export function serialOf(year: number, month: number, day: number): number {
  return (Date.UTC(year, month - 1, day) - SERIAL_START) / DAY_MS;
}

/** The date of a serial number, its fields to be read as UTC. */
export function dateOf(serial: number): Date {
  return new Date(SERIAL_START + Math.round(serial * DAY_MS));
}

/** Spreads orders over the days: more at weekends and before Tết, hardly any during Tết. */
export class OrderCalendar {
  /** For each day how many orders there are before it. */
  private readonly before: Uint32Array;

  constructor(private readonly orders: number) {
    const weights = Array.from({ length: DAYS }, (_, day) => weightOf(day));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    this.before = new Uint32Array(DAYS + 1);
    let sum = 0;
    for (const [day, weight] of weights.entries()) {
      sum += weight;
      this.before[day + 1] = Math.round((sum / total) * orders);
    }
    this.before[DAYS] = orders;
  }

  /** When an order was made; later orders are never before earlier ones. */
  timeOf(order: number, jitter: number): { readonly day: number; readonly serial: number } {
    if (order < 0 || order >= this.orders) throw new Error(`There is no order number ${order}`);
    const day = lastNotAbove(this.before, order);
    const [start = 0, end = 1] = this.before.subarray(day, day + 2);
    const part = (order - start + jitter) / (end - start);
    // From seven in the morning to shortly before midnight.
    const seconds = Math.floor((7 + 16.5 * part) * 3_600);
    return { day, serial: FIRST_DAY + day + seconds / 86_400 };
  }

  /** What part of all the days is over on a day. */
  static progress(day: number): number {
    return day / DAYS;
  }
}

/** The last place in a rising list whose value is not above the wanted one. */
export function lastNotAbove(rising: Uint32Array, wanted: number): number {
  let [low, high] = [0, rising.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((rising[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

function weightOf(day: number): number {
  const serial = FIRST_DAY + day;
  const date = dateOf(serial);
  const growth = 1 + 0.4 * (day / DAYS);
  const [month, ofMonth] = [date.getUTCMonth() + 1, date.getUTCDate()];
  const sale = SALE_MONTHS.has(month) && month === ofMonth ? 2.2 : 1;
  return growth * (OF_WEEKDAY[date.getUTCDay()] ?? 1) * sale * tetFactor(serial);
}

function tetFactor(serial: number): number {
  for (const tet of TET) {
    const days = serial - tet;
    if (days >= -1 && days <= 5) return 0.25;
    if (days >= -22 && days < -1) return 1.4 + (days + 22) * 0.03;
  }
  return 1;
}
