import { serialToInstant } from '@tributary/google';
import { type DateOrder } from './locale-formats';
import { parseTime } from './parse-time';

const MS_PER_DAY = 86_400_000;
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);

const LONGEST_DATE = 64;
const DATE = String.raw`(\d{1,4})([-/.]) ?(\d{1,2})\2 ?(\d{1,4})\.?`;
const DATE_FIRST = new RegExp(String.raw`^${DATE}(?:(?:T|,? )(\d.*))?$`, 'i');
/** As Vietnamese write it: 10:00 31/12/2026. */
const TIME_FIRST = /^(\d{1,2}:[^/]{2,16}?),? (\d{1,4}[-/.].*)$/;

/**
 * The moment that a text stands for, to people whose dates have an order and whose wall clock is
 * that of a time zone; a date alone is its midnight. Undefined when it is no date.
 */
export function parseDate(text: string, order: DateOrder, timeZone: string): Date | undefined {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_DATE) return undefined;
  const line = trimmed.replace(/\s+/g, ' ').replace(TIME_FIRST, '$2 $1');
  const match = DATE_FIRST.exec(line);
  if (!match) return undefined;
  const day = readDay(match[1]!, match[3]!, match[4]!, order);
  const time = match[5] === undefined ? { ms: 0 } : parseTime(match[5]);
  if (day === undefined || time === undefined) return undefined;
  const wallMs = day + time.ms;
  if (time.offsetMs !== undefined) return new Date(wallMs - time.offsetMs);
  return serialToInstant((wallMs - DAY_ZERO_MS) / MS_PER_DAY, timeZone);
}

function readDay(one: string, two: string, three: string, order: DateOrder): number | undefined {
  if (one.length === 4) return midnight(one, two, three);
  if (order === 'YMD' && three.length <= 2) return midnight(one, two, three);
  if (order === 'DMY') return midnight(three, two, one) ?? midnight(three, one, two);
  if (order === 'MDY') return midnight(three, one, two) ?? midnight(three, two, one);
  // Who writes the year first says nothing of a date that ends with it.
  const either = new Set([midnight(three, two, one), midnight(three, one, two)]);
  either.delete(undefined);
  return either.size === 1 ? [...either][0] : undefined;
}

/** The midnight of a day as if it were in UTC; undefined when the calendar has no such day. */
function midnight(year: string, month: string, day: string): number | undefined {
  const fullYear = readYear(year);
  if (fullYear === undefined || day.length > 2) return undefined;
  const ms = Date.UTC(fullYear, Number(month) - 1, Number(day));
  const found = new Date(ms);
  const same = found.getUTCMonth() === Number(month) - 1 && found.getUTCDate() === Number(day);
  return same ? ms : undefined;
}

function readYear(digits: string): number | undefined {
  const year = Number(digits);
  if (digits.length === 4) return year >= 1000 ? year : undefined;
  if (digits.length !== 2) return undefined;
  return year + (year < 50 ? 2000 : 1900);
}
