import { defaultPatterns, type DefaultPatterns } from './default-patterns';

/** How a locale writes numbers and dates. */
export interface SheetLocale {
  /** As the spreadsheet names it, such as `vi_VN`. */
  readonly name: string;
  readonly decimal: string;
  readonly group: string;
  readonly months: { readonly long: readonly string[]; readonly short: readonly string[] };
  readonly weekdays: { readonly long: readonly string[]; readonly short: readonly string[] };
  readonly dayPeriods: readonly [string, string];
  readonly patterns: DefaultPatterns;
}

const known = new Map<string, SheetLocale>();

/** The locale of that name; one that the platform does not know is read as American English. */
export function sheetLocale(name: string): SheetLocale {
  let locale = known.get(name);
  if (!locale) {
    locale = build(name);
    known.set(name, locale);
  }
  return locale;
}

/** Whether a name such as `vi_VN` is one of a locale. */
export function isLocaleName(name: string): boolean {
  return /^[a-z]{2,3}(_[A-Za-z0-9]{2,4})*$/.test(name);
}

function build(name: string): SheetLocale {
  const tag = supportedTag(name);
  const numbers = new Intl.NumberFormat(tag, { numberingSystem: 'latn' });
  // With fewer digits some locales do not group at all.
  const parts = numbers.formatToParts(12_345_678.5);
  const sign = (type: Intl.NumberFormatPartTypes, otherwise: string) =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  return {
    name,
    decimal: sign('decimal', '.'),
    group: sign('group', ','),
    months: { long: months(tag, 'long'), short: months(tag, 'short') },
    weekdays: { long: weekdays(tag, 'long'), short: weekdays(tag, 'short') },
    dayPeriods: [dayPeriod(tag, 1), dayPeriod(tag, 13)],
    patterns: defaultPatterns(name, new Intl.Locale(tag)),
  };
}

function supportedTag(name: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(name.replaceAll('_', '-'))[0] ?? 'en-US';
  } catch {
    return 'en-US';
  }
}

function months(tag: string, style: 'long' | 'short'): string[] {
  // With a day beside it, because some languages then use another form of the name.
  const format = new Intl.DateTimeFormat(tag, { month: style, day: 'numeric', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => part(format, 'month', Date.UTC(2023, month, 1)));
}

function weekdays(tag: string, style: 'long' | 'short'): string[] {
  const format = new Intl.DateTimeFormat(tag, { weekday: style, timeZone: 'UTC' });
  // 1 January 2023 was a Sunday.
  return Array.from({ length: 7 }, (_, day) => part(format, 'weekday', Date.UTC(2023, 0, 1 + day)));
}

function dayPeriod(tag: string, hour: number): string {
  const format = new Intl.DateTimeFormat(tag, { hour: 'numeric', hour12: true, timeZone: 'UTC' });
  return part(format, 'dayPeriod', Date.UTC(2023, 0, 1, hour)) || (hour < 12 ? 'AM' : 'PM');
}

function part(
  format: Intl.DateTimeFormat,
  type: Intl.DateTimeFormatPartTypes,
  time: number,
): string {
  return format.formatToParts(time).find((found) => found.type === type)?.value ?? '';
}
