import fc from 'fast-check';
import { type Client } from '../../factories/client';
import { newUser } from '../../factories/live-client';
import { AnalyticsApp, type KnownSheet } from './support/analytics-app';
import * as ask from './support/questions';
import { type SheetKind } from './support/sheet-kinds';
import { planSheet } from './support/sheets';

const RUNS = { numRuns: 100, endOnFailure: true };
const KINDS: SheetKind[] = ['orders', 'order_items', 'customers', 'products'];

describe('refusals', () => {
  let app: AnalyticsApp;
  let sheets: KnownSheet[];
  let stranger: Client;

  beforeAll(async () => {
    app = await AnalyticsApp.start();
    sheets = await app.addAll(KINDS.map((kind, at) => planSheet(kind, 12, 31 + at)));
    // Somebody with a connection of their own.
    stranger = await app.sheets.client(newUser());
    await app.sheets.connect(stranger, app.sheets.sheet([['order_id'], ['A1']]), [
      { system_field: 'order_id', sheet_column: 'order_id' },
    ]);
  });

  const sheetOf = (kind: SheetKind): KnownSheet =>
    sheets.find(({ plan }) => plan.kind === kind) as KnownSheet;
  const anySheet = () => fc.constantFrom(...sheets);

  it('Feature: sheet-analytics-api, Property 13: nobody is answered about a connection of somebody else, nor told that there is one', async () => {
    const known = anySheet().chain((sheet) => {
      return ask.anyQuestion(sheet.plan.kind).map((question) => [sheet, question] as const);
    });
    const nobodys = fc.oneof(
      fc.stringMatching(/^[0-9a-f]{24}$/),
      fc.stringMatching(/^[A-Za-z0-9_-]{1,30}$/),
    );
    await fc.assert(
      fc.asyncProperty(known, nobodys, async ([sheet, question], nobody) => {
        const owned = await app.client.get(ask.pathOf(sheet.id, question)).expect(200);
        const foreign = await stranger.get(ask.pathOf(sheet.id, question)).expect(404);
        const missing = await stranger.get(ask.pathOf(nobody, question)).expect(404);
        expect(foreign.body).toEqual({ detail: 'Connection not found' });
        expect(missing.body).toEqual(foreign.body);
        // Nor do headers tell of the data.
        const told = Object.keys(foreign.headers).filter((name) =>
          /^x-(data|rows|cache)/.test(name),
        );
        expect(told).toEqual([]);
        // What was kept for the owner is the owner's.
        const again = await app.client.get(ask.pathOf(sheet.id, question)).expect(200);
        expect(again.body).toEqual(owned.body);
        expect(again.headers['x-cache']).toBe('HIT');
      }),
      RUNS,
    );
  });

  it('Feature: sheet-analytics-api, Property 14: a range whose date_from is after its date_to is a 400', async () => {
    const reversed = fc
      .tuple(ask.anyQuestion('orders'), ask.dayPair)
      .filter(([, [early, late]]) => early < late)
      .map(([question, [date_to, date_from]]) => ({ ...question, date_from, date_to }));
    await fc.assert(
      fc.asyncProperty(reversed, async (question) => {
        const path = ask.pathOf(sheetOf('orders').id, question);
        await app.client.get(path).expect(400, {
          detail: 'Invalid date range: date_from must be before date_to',
        });
        const one = { ...question, date_from: question.date_to };
        await app.client.get(ask.pathOf(sheetOf('orders').id, one)).expect(200);
      }),
      RUNS,
    );
  });

  it('Feature: sheet-analytics-api, Property 15: a time series or a distribution of what is no orders sheet is a 400, and so are leaders of customers and products', async () => {
    const other = fc.constantFrom<SheetKind>('order_items', 'customers', 'products');
    const field = fc.oneof(
      fc.constantFrom('platform', 'order_status', 'product_name'),
      fc.stringMatching(/^[a-z_]{1,12}$/),
    );
    const orders = fc.oneof(ask.timeSeries, ask.distribution, ask.top('orders'));
    const features = { 'time-series': 'Time series', distribution: 'Distribution', top: 'Top' };
    await fc.assert(
      fc.asyncProperty(other, orders, field, async (kind, question, named) => {
        fc.pre(!(kind === 'order_items' && question.name === 'top'));
        const asked = question.name === 'time-series' ? question : { ...question, field: named };
        await app.client.get(ask.pathOf(sheetOf(kind).id, asked)).expect(400, {
          detail: `${features[question.name]} not supported for sheet type '${kind}'`,
        });
      }),
      RUNS,
    );
  });
});
