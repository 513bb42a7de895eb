import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { WORDS } from './cells';
import { KINDS, type SheetKind } from './sheet-kinds';

/** Days that are asked for, in a time zone; without one, in that of the spreadsheet. */
export interface Range {
  readonly date_from?: string;
  readonly date_to?: string;
  readonly timezone?: string | undefined;
}

interface Questions {
  summary: Range;
  'time-series': Range & {
    readonly date_from: string;
    readonly date_to: string;
    readonly granularity: 'day' | 'week' | 'month' | 'year';
    readonly metrics: 'count' | 'amount' | 'both';
  };
  distribution: Range & { readonly field: string };
  top: Range & {
    readonly field: string;
    readonly limit?: number;
    readonly metric?: 'count' | 'amount' | 'quantity';
  };
  data: Range & {
    readonly search?: string;
    readonly sort_by?: string;
    readonly sort_order?: 'asc' | 'desc';
    readonly page?: number;
    readonly page_size?: number;
  };
}

export type QuestionName = keyof Questions;

/** Something that is asked about a connection. */
export type Question<N extends QuestionName = QuestionName> = {
  [Name in N]: { readonly name: Name } & Questions[Name];
}[N];

/** The path of a question about a connection. */
export function pathOf(connectionId: string, question: Question): string {
  const { name, ...rest } = question;
  const { field, ...query } = rest as Record<string, string | number | undefined>;
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const asked = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  const path = field === undefined ? name : `${name}/${encodeURIComponent(field)}`;
  return `/api/v1/analytics/${connectionId}/${path}${asked === '' ? '' : `?${asked}`}`;
}

/** Zones with half hours, with a day that was left out, and with clocks that change. */
export const ZONES = [
  'UTC',
  'Asia/Ho_Chi_Minh',
  'America/New_York',
  'Europe/Berlin',
  'Pacific/Apia',
  'Asia/Kathmandu',
];

const zone = fc.option(fc.constantFrom(...ZONES), { nil: undefined });

const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';

/** Where rows are, around days on which something changes, and anywhere. */
export const askedDay = fc.oneof(
  { arbitrary: dayFrom('2026-01-10', 130), weight: 8 },
  { arbitrary: dayFrom('2026-03-06', 4), weight: 2 },
  { arbitrary: dayFrom('2026-10-30', 4), weight: 1 },
  { arbitrary: dayFrom('2011-12-28', 5), weight: 1 },
  { arbitrary: dayFrom('2025-12-29', 6), weight: 1 },
  { arbitrary: fc.constantFrom(FIRST_DAY, '1000-06-01', '9998-12-31', LAST_DAY), weight: 1 },
);

function dayFrom(first: string, days: number): fc.Arbitrary<string> {
  return fc.nat(days).map((more) => Temporal.PlainDate.from(first).add({ days: more }).toString());
}

/** Two days, the earlier one first. */
export const dayPair = fc
  .tuple(askedDay, askedDay)
  .map(([one, other]): [string, string] => (one <= other ? [one, other] : [other, one]));

/** Days with both ends, one or none. */
export const range: fc.Arbitrary<Range> = fc
  .tuple(dayPair, fc.constantFrom('both', 'both', 'from', 'to', 'none'), zone)
  .map(([[date_from, date_to], ends, timezone]) => ({
    ...(ends === 'both' || ends === 'from' ? { date_from } : {}),
    ...(ends === 'both' || ends === 'to' ? { date_to } : {}),
    timezone,
  }));

const noRange = fc.constant<Range>({});
const rangeOf = (kind: SheetKind): fc.Arbitrary<Range> => (kind === 'orders' ? range : noRange);

const GRANULARITIES = ['day', 'week', 'month', 'year'] as const;
/** Days of a series at most: few enough points to be looked at one by one. */
const MOST_DAYS = { day: 150, week: 1_000, month: 10_000, year: 150_000 };

export const granularity = fc.constantFrom(...GRANULARITIES);
export const seriesMetrics = fc.constantFrom('count', 'amount', 'both');

/** Time series with few enough points. */
export const timeSeries: fc.Arbitrary<Question<'time-series'>> = fc
  .tuple(dayPair, granularity, seriesMetrics, zone)
  .map(([[date_from, date_to], length, metrics, timezone]) => {
    const last = Temporal.PlainDate.from(date_from).add({ days: MOST_DAYS[length] }).toString();
    return {
      name: 'time-series',
      date_from,
      date_to: last.length === LAST_DAY.length && last < date_to ? last : date_to,
      granularity: length,
      metrics,
      timezone,
    };
  });

export const summary = (kind: SheetKind): fc.Arbitrary<Question<'summary'>> =>
  rangeOf(kind).map((days) => ({ name: 'summary', ...days }));

export const distribution: fc.Arbitrary<Question<'distribution'>> = fc
  .tuple(range, fc.constantFrom(...KINDS.orders.distributed))
  .map(([days, field]) => ({ name: 'distribution', field, ...days }));

/** Lists of leaders; of types that have any. */
export function top(kind: 'orders' | 'order_items'): fc.Arbitrary<Question<'top'>> {
  const { leads, top: fields } = KINDS[kind];
  const metrics = ['count', ...Object.keys(leads)] as ('count' | 'amount' | 'quantity')[];
  return fc
    .tuple(
      rangeOf(kind),
      fc.constantFrom(...fields),
      fc.record(
        { limit: fc.integer({ min: 1, max: 50 }), metric: fc.constantFrom(...metrics) },
        { requiredKeys: [] },
      ),
    )
    .map(([days, field, more]) => ({ name: 'top', field, ...days, ...more }));
}

/** Words of the rows, parts of them, in other cases and without accents, and what nobody wrote. */
export const searched = fc.oneof(
  fc.constantFrom(...WORDS),
  fc
    .tuple(fc.constantFrom(...WORDS), fc.nat(6), fc.integer({ min: 1, max: 6 }))
    .map(([word, from, length]) => [...word].slice(from, from + length).join('')),
  fc.constantFrom(...WORDS).map((word) => word.toUpperCase()),
  fc.constantFrom('ha noi', 'ca phe', 'DA NANG', 'dào', 'o', '1', '00', '$', '^', '|', 'zzz', ' '),
  fc.string({ maxLength: 4 }),
);

/** One of the fields that sheets of a type are sorted by. */
export const sortField = (kind: SheetKind): fc.Arbitrary<string> =>
  fc.constantFrom(...Object.keys(KINDS[kind].sorted));

/** Pages of rows, searched and sorted in all ways. */
export function data(kind: SheetKind): fc.Arbitrary<Question<'data'>> {
  return fc
    .tuple(
      rangeOf(kind),
      fc.record(
        {
          search: searched,
          sort_by: sortField(kind),
          sort_order: fc.constantFrom('asc', 'desc'),
          page: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 1_000_000 })),
          page_size: fc.integer({ min: 1, max: 100 }),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([days, more]) => ({ name: 'data', ...days, ...more }));
}

/** Anything that sheets of a type can be asked. */
export function anyQuestion(kind: SheetKind): fc.Arbitrary<Question> {
  const some: fc.Arbitrary<Question>[] = [summary(kind), data(kind)];
  if (kind === 'orders') some.push(timeSeries, distribution);
  if (kind === 'orders' || kind === 'order_items') some.push(top(kind));
  return fc.oneof(...some);
}
