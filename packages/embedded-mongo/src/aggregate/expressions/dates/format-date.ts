import { type BsonValue, describe } from '../../../values';
import { failure } from '../../failures';
import { isNullish, namedOperands, typeLabel } from '../arguments';
import { type Evaluate, type Scope, constantOf } from '../scope';
import { DAY, dayOfYear, isoDayOfWeek, isoWeek, sundayWeek } from './calendar';
import { compileTimeZone, demandInstant } from './date-arguments';
import { type TimeZone } from './time-zone';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The months' names in English, as `%B` writes them and `%b` cuts them short. */
export const MONTH_NAMES: readonly string[] = MONTHS;

type Part = (local: Date, offset: number) => string;

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function year(value: number): string {
  if (value < 0 || value > 9999) {
    throw failure(
      18537,
      `$dateToString is only defined on year 0-9999, tried to use year ${value}`,
    );
  }
  return padded(value, 4);
}

function signed(offset: number, text: string): string {
  return (offset < 0 ? '-' : '+') + text;
}

/** The specifiers whose text is the same all day long. */
const DAY_PARTS: Readonly<Record<string, Part>> = {
  Y: (local) => year(local.getUTCFullYear()),
  m: (local) => padded(local.getUTCMonth() + 1, 2),
  d: (local) => padded(local.getUTCDate(), 2),
  j: (local) => padded(dayOfYear(local.getTime()), 3),
  b: (local) => (MONTHS[local.getUTCMonth()] as string).slice(0, 3),
  B: (local) => MONTHS[local.getUTCMonth()] as string,
  G: (local) => year(isoWeek(local.getTime()).year),
  V: (local) => padded(isoWeek(local.getTime()).week, 2),
  u: (local) => String(isoDayOfWeek(local.getTime())),
  U: (local) => padded(sundayWeek(local.getTime()), 2),
  w: (local) => String(local.getUTCDay() + 1),
  '%': () => '%',
};

const CLOCK_PARTS: Readonly<Record<string, Part>> = {
  H: (local) => padded(local.getUTCHours(), 2),
  M: (local) => padded(local.getUTCMinutes(), 2),
  S: (local) => padded(local.getUTCSeconds(), 2),
  L: (local) => padded(local.getUTCMilliseconds(), 3),
  z: (_local, offset) => {
    const minutes = Math.abs(Math.trunc(offset / 60_000));
    return signed(offset, padded(Math.floor(minutes / 60), 2) + padded(minutes % 60, 2));
  },
  Z: (_local, offset) => signed(offset, padded(Math.abs(Math.trunc(offset / 60_000)), 3)),
};

/** Compiles a format; the result is remembered by the day where it depends on the day only. */
export function dateFormatter(format: string): (instant: number, zone: TimeZone) => string {
  const parts: (string | Part)[] = [];
  let isOfDay = true;
  for (let index = 0; index < format.length; index++) {
    const character = format[index] as string;
    if (character !== '%') {
      parts.push(character);
      continue;
    }
    index++;
    const specifier = format[index];
    if (specifier === undefined) {
      throw failure(18535, "Unmatched '%' at end of format string");
    }
    const clock = Object.hasOwn(CLOCK_PARTS, specifier) ? CLOCK_PARTS[specifier] : undefined;
    const part = clock ?? (Object.hasOwn(DAY_PARTS, specifier) ? DAY_PARTS[specifier] : undefined);
    if (!part) {
      throw failure(18536, `Invalid format character '%${specifier}' in format string`);
    }
    if (clock) isOfDay = false;
    parts.push(part);
  }
  const write = (local: Date, offset: number): string => {
    let text = '';
    for (const part of parts) text += typeof part === 'string' ? part : part(local, offset);
    return text;
  };
  const known = new Map<number, string>();
  return (instant, zone) => {
    const offset = zone.offsetAt(instant);
    const local = instant + offset;
    if (!isOfDay) return write(new Date(local), offset);
    const day = Math.floor(local / DAY);
    let text = known.get(day);
    if (text === undefined) {
      text = write(new Date(local), offset);
      if (known.size > 10_000) known.clear();
      known.set(day, text);
    }
    return text;
  };
}

/** `$dateToString` */
export function compileDateToString(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const named = namedOperands(argument, scope, name, ['date'], ['format', 'timezone', 'onNull']);
  const date = named.date as Evaluate;
  const zoneOf = compileTimeZone(named.timezone);
  const formatterOf = compileFormat(named.format, named.timezone);
  return (doc) => {
    const value = date(doc);
    const formatter = formatterOf(doc);
    const zone = zoneOf(doc);
    if (isNullish(value)) return named.onNull ? named.onNull(doc) : null;
    if (!formatter || !zone) return null;
    return formatter(demandInstant(value), zone);
  };
}

type Formatter = ReturnType<typeof dateFormatter>;

function compileFormat(
  format: Evaluate | undefined,
  timezone: Evaluate | undefined,
): (doc: Parameters<Evaluate>[0]) => Formatter | undefined {
  if (!format) {
    const withoutZone = dateFormatter('%Y-%m-%dT%H:%M:%S.%L');
    const inUtc = dateFormatter('%Y-%m-%dT%H:%M:%S.%LZ');
    const isUtc = (value: BsonValue): boolean => value === 'UTC' || value === 'GMT';
    return (doc) => (!timezone || isUtc(timezone(doc)) ? inUtc : withoutZone);
  }
  const fixed = constantOf(format);
  if (fixed) {
    const formatter = formatterOfValue(fixed.value);
    return () => formatter;
  }
  return (doc) => formatterOfValue(format(doc));
}

function formatterOfValue(format: BsonValue): Formatter | undefined {
  if (isNullish(format)) return undefined;
  if (typeof format !== 'string') {
    throw failure(
      18533,
      `$dateToString requires that 'format' be a string, found: ${typeLabel(format)} with value ${describe(format)}`,
    );
  }
  return dateFormatter(format);
}
