import { type NumberFormat } from '../definition';
import { currencyOf } from './regions';

/** The patterns of formats that have none of their own. */
export type DefaultPatterns = Readonly<Record<NumberFormat['type'], string>>;

type DatePatterns = Pick<DefaultPatterns, 'DATE' | 'TIME' | 'DATE_TIME'>;

const KNOWN_DATES: Readonly<Record<string, DatePatterns>> = {
  en_US: { DATE: 'm/d/yyyy', TIME: 'h:mm:ss am/pm', DATE_TIME: 'm/d/yy h:mm:ss' },
  vi_VN: { DATE: 'dd/mm/yyyy', TIME: 'hh:mm:ss', DATE_TIME: 'dd/mm/yyyy hh:mm:ss' },
  de_DE: { DATE: 'dd.mm.yyyy', TIME: 'hh:mm:ss', DATE_TIME: 'dd.mm.yyyy hh:mm:ss' },
  fr_FR: { DATE: 'dd/mm/yyyy', TIME: 'hh:mm:ss', DATE_TIME: 'dd/mm/yyyy hh:mm:ss' },
};

/** The patterns that a locale has when a format says only its type. */
export function defaultPatterns(name: string, locale: Intl.Locale): DefaultPatterns {
  const tag = locale.toString();
  return {
    TEXT: '@',
    NUMBER: '#,##0.00',
    PERCENT: percentPattern(tag),
    CURRENCY: currencyPattern(tag, currencyOf(locale.maximize().region)),
    SCIENTIFIC: '0.00E+00',
    ...(KNOWN_DATES[name] ?? datePatterns(tag)),
  };
}

function percentPattern(tag: string): string {
  const parts = new Intl.NumberFormat(tag, { style: 'percent' }).formatToParts(0.5);
  const literal = parts.find(({ type }) => type === 'literal')?.value ?? '';
  return literal.trim() === '' && literal !== '' ? `0.00"${literal}"%` : '0.00%';
}

function currencyPattern(tag: string, currency: string): string {
  const format = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  const digits = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
  const parts = format.formatToParts(5);
  const numberAt = parts.findIndex(({ type }) => type === 'integer');
  const symbolAt = parts.findIndex(({ type }) => type === 'currency');
  const text = parts
    .filter(({ type }) => type === 'currency' || type === 'literal')
    .map(({ value }) => value)
    .join('');
  return symbolAt < numberAt ? `[$${text}]${digits}` : `${digits}[$${text}]`;
}

function datePatterns(tag: string): DatePatterns {
  const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
  const datePattern = patternOf(tag, date);
  const timePattern = patternOf(tag, time);
  return { DATE: datePattern, TIME: timePattern, DATE_TIME: `${datePattern} ${timePattern}` };
}

function patternOf(tag: string, options: Intl.DateTimeFormatOptions): string {
  const sample = Date.UTC(2009, 1, 3, 4, 5, 6);
  const parts = new Intl.DateTimeFormat(tag, {
    ...options,
    timeZone: 'UTC',
    numberingSystem: 'latn',
    calendar: 'gregory',
  }).formatToParts(sample);
  return parts.map(({ type, value }) => patternPart(type, value)).join('');
}

function patternPart(type: Intl.DateTimeFormatPartTypes, value: string): string {
  switch (type) {
    case 'year':
      return 'yyyy';
    case 'month':
      return value.length > 1 ? 'mm' : 'm';
    case 'day':
      return value.length > 1 ? 'dd' : 'd';
    case 'hour':
      return value.length > 1 ? 'hh' : 'h';
    case 'minute':
      return 'mm';
    case 'second':
      return 'ss';
    case 'dayPeriod':
      return 'am/pm';
    default:
      return /^[-/.: ]+$/.test(value) ? value : `"${value}"`;
  }
}
