import { serialOfDate, serialOfTime } from '../render/serial-date';
import { type SheetLocale } from '../render/sheet-locale';
import { type Entered } from './entered';

const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3}))?)?(?:\s*(\S+))?$/;
const DATE = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/;

/** Reads a typed date, a time of day, or both, in the order in which the locale writes them. */
export function parseDate(text: string, locale: SheetLocale): Entered | undefined {
  const time = parseTime(text, locale);
  if (time !== undefined) return { content: time, format: { type: 'TIME' } };
  const [day = '', ...clock] = text.split(' ');
  const date = parseDay(day, locale);
  if (!date) return undefined;
  if (clock.length === 0) {
    return {
      content: date.serial,
      format: date.isIso ? { type: 'DATE', pattern: 'yyyy-mm-dd' } : { type: 'DATE' },
    };
  }
  const timeOfDay = parseTime(clock.join(' ').trim(), locale);
  if (timeOfDay === undefined) return undefined;
  return {
    content: date.serial + timeOfDay,
    format: date.isIso
      ? { type: 'DATE_TIME', pattern: 'yyyy-mm-dd hh:mm:ss' }
      : { type: 'DATE_TIME' },
  };
}

function parseTime(text: string, locale: SheetLocale): number | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [, hours, minutes, seconds = '0', fraction = '0', period] = match;
  const offset = period === undefined ? 0 : periodOffset(period, Number(hours), locale);
  if (offset === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return serialOfTime(Number(hours) + offset, Number(minutes), Number(`${seconds}.${fraction}`));
}

/** How many hours `AM` or `PM` adds to what the clock says. */
function periodOffset(period: string, hours: number, locale: SheetLocale): number | undefined {
  if (hours < 1 || hours > 12) return undefined;
  const name = period.toLowerCase();
  const isMorning = name === 'am' || name === locale.dayPeriods[0].toLowerCase();
  const isEvening = name === 'pm' || name === locale.dayPeriods[1].toLowerCase();
  if (!isMorning && !isEvening) return undefined;
  return isMorning ? (hours === 12 ? -12 : 0) : hours === 12 ? 0 : 12;
}

function parseDay(
  text: string,
  locale: SheetLocale,
): { serial: number; isIso: boolean } | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const [, first = '', separator = '', second = '', third = ''] = match;
  const isIso = first.length === 4;
  // A point separates the parts of a date only where the locale writes dates so.
  if (separator === '.' && !locale.patterns.DATE.includes('.')) return undefined;
  const order = isIso ? 'ymd' : dateOrder(locale);
  const parts = [first, second, third];
  const part = (letter: string) => parts[order.indexOf(letter)] ?? '';
  if (part('m').length > 2 || part('d').length > 2) return undefined;
  const year = fullYear(part('y'));
  const serial = year && serialOfDate(year, Number(part('m')), Number(part('d')));
  return serial === undefined || serial === 0 ? undefined : { serial, isIso };
}

function dateOrder(locale: SheetLocale): string {
  const pattern = locale.patterns.DATE.replace(/"[^"]*"/g, '');
  return [...new Set(pattern.replace(/[^ymd]/g, ''))].join('');
}

function fullYear(text: string): number | undefined {
  if (text.length === 4) return Number(text);
  if (text.length > 2) return undefined;
  return Number(text) + (Number(text) < 50 ? 2000 : 1900);
}
