import fc from 'fast-check';
import { AnalyticsApp, type KnownSheet } from './support/analytics-app';
import * as ask from './support/questions';
import { type SheetKind } from './support/sheet-kinds';
import { BERLIN, NEW_YORK, planSheet, SAMOA } from './support/sheets';

const RUNS = { numRuns: 100, endOnFailure: true };

const PLANS = [
  planSheet('orders', 240, 21),
  planSheet('orders', 150, 22, { style: 'texts', home: SAMOA }),
  planSheet('orders', 150, 23, { labels: 'number', home: NEW_YORK }),
  planSheet('orders', 0, 24),
  planSheet('order_items', 200, 25, { labels: 'boolean' }),
  planSheet('order_items', 100, 26, { style: 'texts', home: BERLIN }),
  planSheet('customers', 101, 27),
  planSheet('products', 60, 28),
];

interface Page {
  data: { row_number: number; data: Record<string, unknown> }[];
  total: number;
  page: number;
  page_size: number;
  total_pages: number;
}

describe('rows', () => {
  let sheets: KnownSheet[];

  beforeAll(async () => {
    const app = await AnalyticsApp.start();
    sheets = await app.addAll(PLANS);
  });

  /** A question about any of the sheets, with some parameters for sure. */
  function asked(
    more: (kind: SheetKind) => fc.Arbitrary<Partial<ask.Question<'data'>>>,
  ): fc.Arbitrary<[KnownSheet, ask.Question<'data'>]> {
    return fc.constantFrom(...sheets).chain((sheet) => {
      const { kind } = sheet.plan;
      return fc
        .tuple(ask.data(kind), more(kind))
        .map(([question, sure]): [KnownSheet, ask.Question<'data'>] => [
          sheet,
          { ...question, ...sure, name: 'data' },
        ]);
    });
  }

  it('Feature: sheet-analytics-api, Property 8: all rows that a search finds have its text in a searched field, whatever its case and accents, and no such row is left out', async () => {
    const search = () => ask.searched.map((text) => ({ search: text }));
    await fc.assert(
      fc.asyncProperty(asked(search), async ([sheet, question]) => {
        const { reference } = sheet;
        const answer = await sheet.ask(question);
        const { data, total } = answer.body as Page;
        for (const { row_number } of data) {
          const row = sheet.rows[row_number - 2];
          expect(row && reference.isFound(row, question.search ?? '')).toBe(true);
        }
        const { rows } = reference.select(question);
        const found = rows.filter((row) => reference.isFound(row, question.search ?? ''));
        expect(total).toBe(found.length);
        expect(answer).toEqual({ status: 200, ...reference.answer(question) });
      }),
      RUNS,
    );
  });

  it('Feature: sheet-analytics-api, Property 9: rows are in the order of sort_by and sort_order, numbers as numbers and dates as dates, and by row number among equals', async () => {
    const sort = (kind: SheetKind) =>
      fc.record({ sort_by: ask.sortField(kind), sort_order: fc.constantFrom('asc', 'desc') });
    await fc.assert(
      fc.asyncProperty(asked(sort), async ([sheet, question]) => {
        const all = { ...question, page: 1, page_size: 100 };
        const answer = await sheet.ask(all);
        const { data } = answer.body as Page;
        const rows = new Map(sheet.reference.select({}).rows.map((row) => [row.number, row]));
        const shown = data.flatMap(({ row_number }) => rows.get(row_number) ?? []);
        expect(shown).toHaveLength(data.length);
        const numbers = shown.map(({ number }) => number);
        const sorted = [...shown].sort(sheet.reference.order(question));
        expect(numbers).toEqual(sorted.map(({ number }) => number));
        expect(answer).toEqual({ status: 200, ...sheet.reference.answer(all) });
      }),
      RUNS,
    );
  });

  it('Feature: sheet-analytics-api, Property 10: there are ceil(total / page_size) pages, and page P has min(page_size, total - (P - 1) * page_size) rows', async () => {
    const page = () =>
      fc.record({
        page: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 1_000_000 })),
        page_size: fc.integer({ min: 1, max: 100 }),
      });
    await fc.assert(
      fc.asyncProperty(asked(page), async ([sheet, question]) => {
        const { page: number = 0, page_size = 0 } = question;
        const answer = await sheet.ask(question);
        const { data, total, ...rest } = answer.body as Page;
        const left = Math.max(0, total - (number - 1) * page_size);
        expect(data).toHaveLength(Math.min(page_size, left));
        expect(rest).toEqual({
          page: number,
          page_size,
          total_pages: Math.ceil(total / page_size),
        });
        expect(answer).toEqual({ status: 200, ...sheet.reference.answer(question) });
      }),
      RUNS,
    );
  });
});
