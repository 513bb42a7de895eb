import { type PatternToken } from './pattern-tokens';
import { datePartsOf, serialToMs, type DateParts } from './serial-date';
import { type SheetLocale } from './sheet-locale';

type DateToken = Extract<PatternToken, { kind: 'date' }>;
/** Writes one part of a date; it is given the parts and the milliseconds since 1899-12-30. */
type Writer = (parts: DateParts, ms: number) => string;

/** Whether a section of a pattern shows a date or a time. */
export function isDateSection(tokens: readonly PatternToken[]): boolean {
  return tokens.some(({ kind }) => kind === 'date' || kind === 'day-period');
}

/** Makes a section of a pattern into a function of a number of days since 1899-12-30. */
export function compileDateSection(
  tokens: readonly PatternToken[],
  locale: SheetLocale,
): (serial: number) => string {
  const twelveHours = tokens.some(({ kind }) => kind === 'day-period');
  const writers = tokens.flatMap((token, at): Writer[] => {
    const writer = writerOf(tokens, token, at, locale, twelveHours);
    return writer ? [writer] : [];
  });
  return (serial) => {
    const parts = datePartsOf(serial);
    const ms = serialToMs(serial);
    let text = '';
    for (const write of writers) text += write(parts, ms);
    return text;
  };
}

function writerOf(
  tokens: readonly PatternToken[],
  token: PatternToken,
  at: number,
  locale: SheetLocale,
  twelveHours: boolean,
): Writer | undefined {
  switch (token.kind) {
    case 'literal':
      return () => token.text;
    case 'comma':
      return () => ',';
    case 'percent':
      return () => '%';
    case 'day-period':
      return dayPeriod(locale, token.short);
    case 'point':
      return isDigit(tokens[at + 1]) ? undefined : () => '.';
    case 'digit':
      return isDigit(tokens[at - 1]) ? undefined : fractionOfSecond(tokens, at, locale);
    case 'date':
      return token.elapsed
        ? elapsed(token)
        : part(
            isMinute(tokens, token, at) ? { ...token, letter: 'n' } : token,
            locale,
            twelveHours,
          );
    default:
      return undefined;
  }
}

/** `m` are minutes behind hours and before seconds, months everywhere else. */
function isMinute(tokens: readonly PatternToken[], token: DateToken, at: number): boolean {
  if (token.letter !== 'm' || token.length > 2) return false;
  const isDate = (other: PatternToken): other is DateToken => other.kind === 'date';
  const before = tokens.slice(0, at).findLast(isDate);
  const after = tokens.slice(at + 1).find(isDate);
  return before?.letter === 'h' || after?.letter === 's';
}

function part(token: DateToken, locale: SheetLocale, twelveHours: boolean): Writer | undefined {
  const { length } = token;
  const { months, weekdays } = locale;
  switch (token.letter) {
    case 'y':
      return length <= 2
        ? ({ year }) => pad(year % 100, 2)
        : ({ year }) => String(year).padStart(4, '0');
    case 'm':
      if (length > 4) return ({ month }) => months.long[month]?.charAt(0) ?? '';
      if (length > 2)
        return ({ month }) => (length === 4 ? months.long : months.short)[month] ?? '';
      return ({ month }) => pad(month + 1, length);
    case 'd':
      if (length > 2) {
        return ({ weekday }) => (length === 3 ? weekdays.short : weekdays.long)[weekday] ?? '';
      }
      return ({ day }) => pad(day, length);
    case 'h':
      return twelveHours
        ? ({ millisecond }) => pad(((Math.floor(millisecond / 3_600_000) + 11) % 12) + 1, length)
        : ({ millisecond }) => pad(Math.floor(millisecond / 3_600_000), length);
    case 'n':
      return ({ millisecond }) => pad(Math.floor(millisecond / 60_000) % 60, length);
    case 's':
      return ({ millisecond }) => pad(Math.floor(millisecond / 1000) % 60, length);
    default:
      return undefined;
  }
}

function elapsed({ letter, length }: DateToken): Writer {
  const unit = letter === 'h' ? 3_600_000 : letter === 'm' ? 60_000 : 1000;
  return (_, ms) => pad(Math.trunc(ms / unit), length);
}

function dayPeriod(locale: SheetLocale, short: boolean): Writer {
  const [before, after] = locale.dayPeriods;
  return ({ millisecond }) => {
    const isMorning = millisecond < 43_200_000;
    if (short) return isMorning ? 'a' : 'p';
    return isMorning ? before : after;
  };
}

function fractionOfSecond(
  tokens: readonly PatternToken[],
  at: number,
  locale: SheetLocale,
): Writer | undefined {
  let digits = 0;
  while (isDigit(tokens[at + digits])) digits += 1;
  const hasPoint = tokens[at - 1]?.kind === 'point';
  return ({ millisecond }) => {
    const text = pad(millisecond % 1000, 3)
      .padEnd(digits, '0')
      .slice(0, digits);
    return hasPoint ? locale.decimal + text : text;
  };
}

function isDigit(token: PatternToken | undefined): boolean {
  return token?.kind === 'digit';
}

function pad(value: number, length: number): string {
  return length < 2 ? String(value) : String(value).padStart(length, '0');
}
