import { failure } from '../../failures';
import { HOUR, MINUTE, SECOND, isoWeekDay, localTime } from './calendar';
import { MONTH_NAMES } from './format-date';
import { type TimeZone, UTC, fromLocal, timeZoneOf } from './time-zone';

/** The fields that were read from a text; what is absent takes its smallest value. */
interface DateFields {
  year?: number;
  month?: number;
  day?: number;
  dayOfYear?: number;
  isoYear?: number;
  isoWeek?: number;
  isoDay?: number;
  hour?: number;
  minute?: number;
  second?: number;
  millisecond?: number;
  zone?: TimeZone;
}

function parseFailure(text: string, detail: string): Error {
  return failure(241, `Error parsing date string '${text}'; ${detail}`);
}

const MONTH_PATTERN = MONTH_NAMES.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join(
  '|',
);
const TIME = String.raw`(?:(?:\s*T\s*|\s+|,\s*)(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?\s*(?<half>[ap]m)?)?`;
const ZONE = String.raw`\s*(?<zone>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?|[A-Z][A-Za-z_]+(?:\/[A-Za-z_+-]+)*)?`;

/** The forms that a date without a format may take. */
const DATE_FORMS: readonly RegExp[] = [
  String.raw`(?<year>\d{4})-(?<month>\d{1,2})(?:-(?<day>\d{1,2}))?`,
  String.raw`(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})`,
  String.raw`(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})`,
  String.raw`(?<day>\d{1,2})[-.](?<month>\d{1,2})[-.](?<year>\d{4})`,
  String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})`,
  String.raw`(?:[a-z]{3,9},?\s+)?(?<name>${MONTH_PATTERN})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})`,
  String.raw`(?:[a-z]{3,9},?\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-](?<name>${MONTH_PATTERN})\.?,?[\s-](?<year>\d{4})`,
  String.raw`(?<year>\d{4})-(?<dayOfYear>\d{3})`,
].map((date) => new RegExp(`^${date}${TIME}${ZONE}$`, 'i'));

/** Reads a date in one of the usual notations; `zone` is for texts that name none. */
export function parseDateString(text: string, zone: TimeZone | undefined): Date {
  for (const form of DATE_FORMS) {
    const groups = form.exec(text)?.groups;
    if (groups) return dateOf(text, fieldsOfGroups(groups, text), zone);
  }
  const detail = text === '' ? 'Empty string' : `0: Unexpected character '${text.slice(0, 1)}'`;
  throw parseFailure(text, detail);
}

function fieldsOfGroups(groups: Record<string, string | undefined>, text: string): DateFields {
  const fields: DateFields = {};
  for (const key of ['year', 'month', 'day', 'dayOfYear', 'hour', 'minute', 'second'] as const) {
    if (groups[key] !== undefined) fields[key] = Number(groups[key]);
  }
  if (groups.name) fields.month = monthOfName(groups.name);
  if (groups.fraction) fields.millisecond = Number(groups.fraction.padEnd(3, '0').slice(0, 3));
  if (groups.half) fields.hour = hourOfHalf(fields.hour ?? 0, groups.half, text);
  if (groups.zone) fields.zone = zoneOfText(groups.zone, text);
  return fields;
}

function hourOfHalf(hour: number, half: string, text: string): number {
  if (hour < 1 || hour > 12) throw parseFailure(text, 'Unexpected hour');
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

function zoneOfText(name: string, text: string): TimeZone {
  if (/^(?:z|utc|gmt)$/i.test(name)) return UTC;
  if (/^[+-]/.test(name)) return timeZoneOf(name);
  throw parseFailure(
    text,
    `passing a time zone identifier as part of the string is not allowed '${name}'`,
  );
}

function monthOfName(name: string): number {
  const start = name.slice(0, 3).toLowerCase();
  return MONTH_NAMES.findIndex((month) => month.slice(0, 3).toLowerCase() === start) + 1;
}

/** The specifiers of a format: the digits each takes, and where they go. */
const SPECIFIERS: Readonly<
  Record<string, { pattern: string; put: (fields: DateFields, text: string) => void }>
> = {
  Y: { pattern: String.raw`\d{4}`, put: (fields, text) => (fields.year = Number(text)) },
  m: { pattern: String.raw`\d{1,2}`, put: (fields, text) => (fields.month = Number(text)) },
  d: { pattern: String.raw`\d{1,2}`, put: (fields, text) => (fields.day = Number(text)) },
  j: { pattern: String.raw`\d{1,3}`, put: (fields, text) => (fields.dayOfYear = Number(text)) },
  G: { pattern: String.raw`\d{4}`, put: (fields, text) => (fields.isoYear = Number(text)) },
  V: { pattern: String.raw`\d{1,2}`, put: (fields, text) => (fields.isoWeek = Number(text)) },
  u: { pattern: String.raw`\d`, put: (fields, text) => (fields.isoDay = Number(text)) },
  H: { pattern: String.raw`\d{1,2}`, put: (fields, text) => (fields.hour = Number(text)) },
  M: { pattern: String.raw`\d{1,2}`, put: (fields, text) => (fields.minute = Number(text)) },
  S: { pattern: String.raw`\d{1,2}`, put: (fields, text) => (fields.second = Number(text)) },
  L: {
    pattern: String.raw`\d{1,3}`,
    put: (fields, text) => (fields.millisecond = Number(text.padEnd(3, '0'))),
  },
  b: { pattern: MONTH_PATTERN, put: (fields, text) => (fields.month = monthOfName(text)) },
  B: { pattern: MONTH_PATTERN, put: (fields, text) => (fields.month = monthOfName(text)) },
  z: {
    pattern: String.raw`Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2}`,
    put: (fields, text) => (fields.zone = /^[+-]/.test(text) ? timeZoneOf(text) : UTC),
  },
  Z: {
    pattern: String.raw`[+-]\d{1,4}`,
    put: (fields, text) => {
      const offset = Number(text) * MINUTE;
      fields.zone = { isFixed: true, offsetAt: () => offset };
    },
  },
};

/** Compiles a format of `$dateFromString` to a parser. */
export function dateParser(format: string): (text: string, zone: TimeZone | undefined) => Date {
  let pattern = '';
  const puts: ((fields: DateFields, text: string) => void)[] = [];
  for (let index = 0; index < format.length; index++) {
    const character = format[index] as string;
    if (character !== '%') {
      pattern += character.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`);
      continue;
    }
    index++;
    const name = format[index];
    if (name === undefined) throw failure(18535, "Unmatched '%' at end of format string");
    if (name === '%') {
      pattern += '%';
      continue;
    }
    const specifier = Object.hasOwn(SPECIFIERS, name) ? SPECIFIERS[name] : undefined;
    if (!specifier) throw failure(18536, `Invalid format character '%${name}' in format string`);
    pattern += `(${specifier.pattern})`;
    puts.push(specifier.put);
  }
  const expression = new RegExp(`^${pattern}$`, 'i');
  return (text, zone) => {
    const match = expression.exec(text);
    if (!match) throw parseFailure(text, `it does not follow the format '${format}'`);
    const fields: DateFields = {};
    puts.forEach((put, index) => put(fields, match[index + 1] as string));
    return dateOf(text, fields, zone);
  };
}

function dateOf(text: string, fields: DateFields, zone: TimeZone | undefined): Date {
  if (fields.zone && zone) {
    throw parseFailure(
      text,
      'you cannot pass in a date/time string with GMT offset together with a timezone argument',
    );
  }
  const { hour = 0, minute = 0, second = 0, millisecond = 0 } = fields;
  const isClock = hour <= 24 && minute < 60 && second < 60;
  const local =
    dayOfFields(text, fields) + hour * HOUR + minute * MINUTE + second * SECOND + millisecond;
  if (!isClock || Number.isNaN(local)) throw parseFailure(text, 'The parsed time was invalid');
  return new Date(fromLocal(local, fields.zone ?? zone ?? UTC));
}

function dayOfFields(text: string, fields: DateFields): number {
  const { year, month, day = 1 } = fields;
  if (fields.isoYear !== undefined) {
    return isoWeekDay(fields.isoYear, fields.isoWeek ?? 1, fields.isoDay ?? 1);
  }
  if (year === undefined) {
    throw parseFailure(
      text,
      'an incomplete date/time string has been found, with elements missing',
    );
  }
  if (fields.dayOfYear !== undefined) return localTime(year, 1, fields.dayOfYear);
  if (month === undefined) {
    throw parseFailure(
      text,
      'an incomplete date/time string has been found, with elements missing',
    );
  }
  const time = localTime(year, month, day);
  const isReal = month >= 1 && month <= 12 && new Date(time).getUTCDate() === day;
  if (!isReal) throw parseFailure(text, 'The parsed date was invalid');
  return time;
}
