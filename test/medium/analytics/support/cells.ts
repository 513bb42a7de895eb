import { type CellInput } from '@tributary/google-emulator';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { wallMoment } from './moments';
import { decimalText, MILLION } from './money';

/** Where a spreadsheet is at home. */
export interface Home {
  readonly locale: 'vi_VN' | 'en_US' | 'de_DE';
  readonly timeZone: string;
}

/** What a field of a row is in an answer. */
export type Stored = string | number | boolean | null;

/** A cell, what an answer has to show of it, and what it has to mean; null when it means nothing. */
export interface Meant<T> {
  readonly cell: CellInput;
  readonly stored: Stored;
  readonly means: T | null;
}

/** What a column of a test is mapped as. */
export type ColumnType = 'string' | 'number' | 'date' | 'boolean';

type Meaning<T> = fc.Arbitrary<Meant<T>>;

const SEPARATORS = {
  vi_VN: { decimal: ',', group: '.' },
  en_US: { decimal: '.', group: ',' },
  de_DE: { decimal: ',', group: '.' },
} as const;

const EMPTY = fc
  .constantFrom<CellInput>(null, '', '  ')
  .map((cell) => ({ cell, stored: null, means: null }));

/** What is no amount and no date in any locale. */
const NONSENSE = ['much', 'n/a', '--5', '12 abc', '$', '.*', '1.2.3.4', '31/02/2026', 'hôm qua'];

const nonsense = fc.oneof(
  fc.constantFrom(...NONSENSE).map((text) => ({ cell: text, stored: text, means: null })),
  fc.boolean().map((value) => ({ cell: value, stored: value ? 'TRUE' : 'FALSE', means: null })),
  fc.constant({ cell: { value: { error: 'N_A' as const } }, stored: '#N/A', means: null }),
);

/** In millionths: cents mostly, but also what is smaller, and money of a whole country. */
const money = fc.oneof(
  { arbitrary: fc.bigInt(-50_000n, 5_000_000n).map((cents) => cents * 10_000n), weight: 6 },
  { arbitrary: fc.bigInt(0n, 900n).map((thousands) => thousands * 1_000n * MILLION), weight: 4 },
  { arbitrary: fc.bigInt(-1_000_000_000n, 1_000_000_000n), weight: 1 },
  {
    arbitrary: fc.bigInt(1_000_000_000n, 10_000_000_000n).map((cents) => cents * 10_000n),
    weight: 1,
  },
);

/** Amounts as numbers and as texts of a locale, and what is none. */
export function amountCell({ locale }: Home, type: ColumnType): Meaning<bigint> {
  const isTyped = type === 'number';
  const numbers = money.map((means) => {
    const value = Number(decimalText(means, { decimal: '.', group: '' }));
    return { cell: value, stored: value, means };
  });
  const signs = fc.constantFrom('', '', '₫', '$', '€');
  const texts = fc.tuple(money, fc.boolean(), signs).map(([means, isGrouped, sign]) => {
    const { decimal, group } = SEPARATORS[locale];
    const digits = decimalText(means, { decimal, group: isGrouped ? group : '' });
    const cell = sign === '' ? digits : `${digits} ${sign}`;
    const value = Number(decimalText(means, { decimal: '.', group: '' }));
    return { cell, stored: isTyped ? value : cell, means };
  });
  // So large that a unit more or less makes no difference: nothing that can be added up.
  const huge = fc.constantFrom(1e300, -1e17).map((cell) => ({ cell, stored: cell, means: null }));
  return fc.oneof(
    { arbitrary: texts, weight: 6 },
    { arbitrary: isTyped ? numbers : texts, weight: 8 },
    { arbitrary: isTyped ? huge : nonsense, weight: 1 },
    { arbitrary: nonsense, weight: 2 },
    { arbitrary: EMPTY, weight: 1 },
  );
}

const SECONDS_PER_DAY = 86_400;
const DAY_ZERO = Temporal.PlainDate.from('1899-12-30');

/** Around these days clocks change, a day has no date, or a year ends. */
const TURNS = [
  '2026-03-08',
  '2026-11-01',
  '2026-03-29',
  '2026-10-25',
  '2011-12-29',
  '2011-12-31',
  '2025-12-31',
  '2026-12-31',
  '2024-02-29',
];

const secondOfDay = fc.oneof(
  fc.nat(SECONDS_PER_DAY - 1),
  fc.constantFrom(0, 1, 3_600, 7_199, 7_200, 9_000, 10_800, SECONDS_PER_DAY - 1),
);

const day = fc.oneof(
  {
    arbitrary: fc.nat(120).map((days) => Temporal.PlainDate.from('2026-01-15').add({ days })),
    weight: 8,
  },
  {
    arbitrary: fc
      .tuple(fc.constantFrom(...TURNS), fc.integer({ min: -1, max: 1 }))
      .map(([turn, days]) => Temporal.PlainDate.from(turn).add({ days })),
    weight: 4,
  },
  {
    arbitrary: fc
      .tuple(fc.integer({ min: 1000, max: 9998 }), fc.nat(364))
      .map(([year, days]) => Temporal.PlainDate.from({ year, month: 1, day: 1 }).add({ days })),
    weight: 1,
  },
);

const wall = fc
  .tuple(day, secondOfDay)
  .map(([date, seconds]) => date.toPlainDateTime().add({ seconds }));

/** Moments as dates of the sheet and as texts, local ones and ISO ones, and what is none. */
export function dateCell(home: Home, type: ColumnType): Meaning<number> {
  const isTyped = type === 'date';
  const { timeZone } = home;
  const meant = (cell: CellInput, shown: string, means: number): Meant<number> => ({
    cell,
    stored: isTyped ? new Date(means).toISOString() : shown,
    means,
  });
  const dates = wall.map((time) => {
    const shown = time.toString().replace('T', ' ');
    return meant(dateOf(serialOf(time)), shown, wallMoment(time, timeZone));
  });
  const texts = fc.tuple(wall, fc.nat(2)).map(([time, form]) => {
    const [text, read] = localText(time, home.locale, form);
    return meant(text, text, wallMoment(read, timeZone));
  });
  const isoTexts = fc.tuple(wall, fc.nat(4)).map(([time, form]) => {
    const [text, means] = isoText(time, timeZone, form);
    return meant(text, text, means);
  });
  // A year that has no four digits is out of all calendars.
  const far = fc.integer({ min: 3_000_000, max: 5_000_000 }).map((value): Meant<number> => {
    const time = DAY_ZERO.toPlainDateTime().add({ days: value });
    const shown = `${time.year}${time.toString().slice('+015589'.length).replace('T', ' ')}`;
    return { ...meant(dateOf(value), shown, wallMoment(time, timeZone)), means: null };
  });
  return fc.oneof(
    { arbitrary: dates, weight: 8 },
    { arbitrary: texts, weight: 3 },
    { arbitrary: isoTexts, weight: 3 },
    { arbitrary: far, weight: 1 },
    { arbitrary: nonsense, weight: 1 },
    { arbitrary: EMPTY, weight: 1 },
  );
}

function dateOf(value: number): CellInput {
  return { value, format: { type: 'DATE_TIME', pattern: 'yyyy-mm-dd hh:mm:ss' } };
}

function serialOf(time: Temporal.PlainDateTime): number {
  const { days } = DAY_ZERO.until(time.toPlainDate());
  return days + (time.hour * 3_600 + time.minute * 60 + time.second) / SECONDS_PER_DAY;
}

/** A time as people of a locale write it, and what is left of it when that is read. */
function localText(
  time: Temporal.PlainDateTime,
  locale: Home['locale'],
  form: number,
): [text: string, read: Temporal.PlainDateTime] {
  const { year, month, day: dayOfMonth } = time;
  const [minute, second] = [time.round({ smallestUnit: 'minute', roundingMode: 'floor' }), time];
  const [d, m, mm] = [dayOfMonth, month, String(month).padStart(2, '0')];
  const date = {
    vi_VN: `${String(d).padStart(2, '0')}/${mm}/${year}`,
    en_US: `${m}/${d}/${year}`,
    de_DE: `${d}.${m}.${year}`,
  }[locale];
  const clock = second.toPlainTime().toString();
  if (form === 0) return [date, time.toPlainDate().toPlainDateTime()];
  if (form === 1) return [`${date} ${clock.slice(0, 'HH:MM'.length)}`, minute];
  return [`${date} ${clock}`, second];
}

function isoText(
  time: Temporal.PlainDateTime,
  timeZone: string,
  form: number,
): [text: string, means: number] {
  const text = time.toString();
  const date = time.toPlainDate();
  switch (form) {
    case 0:
      return [date.toString(), wallMoment(date.toPlainDateTime(), timeZone)];
    case 1:
      return [text, wallMoment(time, timeZone)];
    case 2:
      return [text.replace('T', ' '), wallMoment(time, timeZone)];
    case 3:
      return [`${text}Z`, wallMoment(time, 'UTC')];
    default:
      return [`${text}+07:00`, wallMoment(time, '+07:00')];
  }
}

/** Words that look like something else: fields, patterns, other words with accents. */
export const WORDS = [
  'Shopee',
  'Lazada',
  'TikTok Shop',
  ' Shopee ',
  'shopee',
  'Hà Nội',
  'HÀ NỘI',
  'ha noi',
  'Đà Nẵng',
  'Cà phê sữa đá',
  'Trà đào cam sả',
  '$total_amount',
  '$$ROOT',
  '.*',
  'a.b*c?',
  '(x|y)[z]',
  '\\d+',
  '50% off',
  '__proto__',
  'constructor',
  'null',
  'line\nbreak',
  '🛒 basket',
];

const knownWord = fc.constantFrom(...WORDS);

const anyWord = fc.oneof(
  { arbitrary: knownWord, weight: 8 },
  {
    arbitrary: fc.string({
      unit: fc.constantFrom(...'aăâbcdđeêoôơuưyáàảãạếềểễệAĂĐÊỘ 019.$*('.normalize('NFC')),
      minLength: 1,
      maxLength: 12,
    }),
    weight: 1,
  },
);

/** Values of a column that rows are told apart by: texts, numbers, yes and no, and nothing. */
export function labelCell(type: ColumnType): Meaning<never> {
  // Made-up words may be numbers, which they are to be only where that makes no difference.
  const texts = type === 'string' ? anyWord : knownWord;
  const written = texts.map((text) => labelOf(text, text.trim() === '' ? null : text));
  const numbers = fc.integer({ min: 2, max: 9 }).map((value) => {
    return labelOf(value, type === 'number' ? value : String(value));
  });
  const answers = fc.boolean().map((value) => {
    return labelOf(value, type === 'boolean' ? value : value ? 'TRUE' : 'FALSE');
  });
  return fc.oneof(
    { arbitrary: written, weight: 12 },
    { arbitrary: numbers, weight: 2 },
    { arbitrary: answers, weight: 1 },
    { arbitrary: EMPTY, weight: 1 },
  );
}

function labelOf(cell: CellInput, stored: Stored): Meant<never> {
  return { cell, stored, means: null };
}
