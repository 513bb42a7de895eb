import fc from 'fast-check';
import { AnalyticsApp, type KnownSheet } from './support/analytics-app';
import * as ask from './support/questions';
import { periodStart, nameOf } from './support/reference';
import { KINDS, type SheetKind } from './support/sheet-kinds';
import { BERLIN, NEW_YORK, planSheet, SAMOA } from './support/sheets';

const RUNS = { numRuns: 100, endOnFailure: true };

const PLANS = [
  planSheet('orders', 150, 1),
  planSheet('orders', 120, 2, { style: 'texts', home: NEW_YORK }),
  planSheet('orders', 90, 3, { labels: 'number', home: BERLIN }),
  planSheet('orders', 60, 4, { labels: 'boolean', home: SAMOA }),
  planSheet('orders', 1, 5),
  planSheet('orders', 0, 6),
  planSheet('order_items', 120, 7),
  planSheet('order_items', 60, 8, { style: 'texts', home: BERLIN }),
  planSheet('customers', 40, 9),
  planSheet('products', 40, 10),
];

describe('answers', () => {
  let sheets: KnownSheet[];

  beforeAll(async () => {
    const app = await AnalyticsApp.start();
    sheets = await app.addAll(PLANS);
  });

  /** A question about a sheet of one of these types. */
  function asked<Q>(
    question: (kind: SheetKind) => fc.Arbitrary<Q>,
    ...kinds: SheetKind[]
  ): fc.Arbitrary<[KnownSheet, Q]> {
    const wanted = sheets.filter(({ plan }) => kinds.includes(plan.kind));
    return fc
      .constantFrom(...wanted)
      .chain((sheet) => question(sheet.plan.kind).map((made): [KnownSheet, Q] => [sheet, made]));
  }

  it('Feature: sheet-analytics-api, Property 1: a summary has exactly the fields of its sheet type, with what the rows add up to', async () => {
    const every = Object.keys(KINDS) as SheetKind[];
    await fc.assert(
      fc.asyncProperty(asked(ask.summary, ...every), async ([sheet, question]) => {
        const answer = await sheet.ask(question);
        expect(Object.keys(answer.body).sort()).toEqual([...KINDS[sheet.plan.kind].summary].sort());
        expect(answer).toEqual({ status: 200, ...sheet.reference.answer(question) });
      }),
      RUNS,
    );
  });

  it('Feature: sheet-analytics-api, Property 2: with date_from and date_to only rows of those days count, in summaries, time series, distributions and rows', async () => {
    const days = fc.tuple(ask.timeSeries, fc.constantFrom(...KINDS.orders.distributed));
    await fc.assert(
      fc.asyncProperty(
        asked(() => days, 'orders'),
        async ([sheet, [series, field]]) => {
          const { date_from, date_to, timezone } = series;
          const range = { date_from, date_to, timezone };
          const { rows } = sheet.reference.select(range);
          const [summary, points, distribution, data] = await Promise.all([
            sheet.ask({ name: 'summary', ...range }),
            sheet.ask({ ...series, metrics: 'both' }),
            sheet.ask({ name: 'distribution', field, ...range }),
            sheet.ask({ name: 'data', page_size: 100, sort_order: 'asc', ...range }),
          ]);
          expect(summary.body).toMatchObject({ total_count: rows.length });
          expect(countOf(points.body)).toBe(rows.length);
          const named = rows.filter((row) => row.data[field] !== null);
          expect(countOf(distribution.body)).toBe(named.length);
          expect(data.body).toMatchObject({ total: rows.length });
          const numbers = (data.body as { data: { row_number: number }[] }).data;
          expect(numbers.map(({ row_number }) => row_number)).toEqual(
            rows.slice(0, 100).map(({ number }) => number),
          );
        },
      ),
      RUNS,
    );
  });

  it('Feature: sheet-analytics-api, Property 3: every point of a time series is the start of its period, each once, over the whole range', async () => {
    await fc.assert(
      fc.asyncProperty(
        asked(() => ask.timeSeries, 'orders'),
        async ([sheet, question]) => {
          const answer = await sheet.ask(question);
          const { data } = answer.body as { data: { date: string }[] };
          const dates = data.map(({ date }) => date);
          expect(dates.map((date) => periodStart(date, question.granularity))).toEqual(dates);
          expect(new Set(dates).size).toBe(dates.length);
          expect(dates.at(0)).toBe(periodStart(question.date_from, question.granularity));
          expect(dates.at(-1)).toBe(periodStart(question.date_to, question.granularity));
          expect(answer).toEqual({ status: 200, ...sheet.reference.answer(question) });
        },
      ),
      RUNS,
    );
  });

  it('Feature: sheet-analytics-api, Property 4: points of a time series have what metrics says and nothing else', async () => {
    const fields = {
      count: ['count', 'date'],
      amount: ['date', 'total_amount'],
      both: ['count', 'date', 'total_amount'],
    };
    await fc.assert(
      fc.asyncProperty(
        asked(() => ask.timeSeries, 'orders'),
        async ([sheet, question]) => {
          const { body } = await sheet.ask(question);
          const { data } = body as { data: object[] };
          expect(data.length).toBeGreaterThan(0);
          const shapes = new Set(data.map((point) => Object.keys(point).sort().join()));
          expect([...shapes]).toEqual([fields[question.metrics].join()]);
        },
      ),
      RUNS,
    );
  });

  it('Feature: sheet-analytics-api, Property 5: the percentages of a distribution sum to 100.0', async () => {
    await fc.assert(
      fc.asyncProperty(
        asked(() => ask.distribution, 'orders'),
        async ([sheet, question]) => {
          const answer = await sheet.ask(question);
          const { data } = answer.body as { data: { percentage: number }[] };
          const tenths = data.reduce((sum, { percentage }) => sum + Math.round(percentage * 10), 0);
          expect(tenths).toBe(data.length === 0 ? 0 : 1000);
          expect(answer).toEqual({ status: 200, ...sheet.reference.answer(question) });
        },
      ),
      RUNS,
    );
  });

  const topOf = (kind: SheetKind) => ask.top(kind as 'orders' | 'order_items');

  it('Feature: sheet-analytics-api, Property 6: no leader has less of the metric than the next one', async () => {
    await fc.assert(
      fc.asyncProperty(asked(topOf, 'orders', 'order_items'), async ([sheet, question]) => {
        const answer = await sheet.ask(question);
        const { data } = answer.body as { data: Record<string, number>[] };
        const { metric = 'amount' } = question;
        const values = data.map(
          (leader) => leader[metric === 'count' ? metric : `total_${metric}`],
        );
        expect(values).toEqual([...values].sort((one, other) => Number(other) - Number(one)));
        expect(answer).toEqual({ status: 200, ...sheet.reference.answer(question) });
      }),
      RUNS,
    );
  });

  it('Feature: sheet-analytics-api, Property 7: there are at most as many leaders as the limit says', async () => {
    await fc.assert(
      fc.asyncProperty(asked(topOf, 'orders', 'order_items'), async ([sheet, question]) => {
        const { body } = await sheet.ask(question);
        const { rows } = sheet.reference.select(question);
        const values = rows.map(({ data }) => nameOf(data[question.field]));
        const different = new Set(values.filter((value) => value !== ''));
        const { data } = body as { data: unknown[] };
        expect(data).toHaveLength(Math.min(question.limit ?? 10, different.size));
      }),
      RUNS,
    );
  });
});

function countOf(body: object): number {
  const { data } = body as { data: { count: number }[] };
  return data.reduce((sum, { count }) => sum + count, 0);
}
