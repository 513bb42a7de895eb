import { Injectable } from '@nestjs/common';
import { type Extension } from '../../src/app.module';
import {
  type SheetTotals,
  SheetTypeStrategy,
} from '../../src/analytics/sheet-types/sheet-type.strategy';
import { type Client } from '../factories/client';
import { CUSTOMERS, Dashboard, factsOf, mappingOf, order, ORDERS } from '../factories/dashboard';
import { newUser } from '../factories/live-client';
import { READER, SheetApp } from '../factories/sheet-app';

/** A type that the product does not have: one class is all that it takes. */
@Injectable()
class InvoicesStrategy extends SheetTypeStrategy {
  readonly kind = 'invoices';
  override readonly dateField = 'issued_on';
  override readonly measures = ['net', 'tax'];
  override readonly seriesMeasure = 'net';
  override readonly distributionFields = ['state'];
  override readonly topFields = ['supplier'];
  override readonly topMeasures = { amount: 'net' };
  override readonly distinctField = 'supplier';
  readonly searchFields = ['invoice_id', 'supplier'];
  readonly sortFields = { invoice_id: 'text', issued_on: 'date', net: 'number' } as const;

  summarize({ rows, sums, distinct }: SheetTotals): Record<string, number> {
    const { net, tax } = sums;
    return { invoices: rows, gross: (net?.sum ?? 0) + (tax?.sum ?? 0), suppliers: distinct };
  }
}

const EXTENSION: Extension = { kinds: [], processors: [], sheetTypes: [InvoicesStrategy] };

const KINDS = ['orders', 'order_items', 'customers', 'products', 'invoices'];
const PATH = '/api/v1/sheet-connections';

let app: SheetApp;
let client: Client;

beforeAll(async () => {
  app = await SheetApp.start({}, [READER], EXTENSION);
});

beforeEach(async () => {
  client = await app.client(newUser());
});

const connectionOf = async ({ id }: Dashboard) =>
  (await client.get(`${PATH}/${id}`)).body as object;

describe('the type of a sheet', () => {
  const rows = [ORDERS, order(1, '2026-01-05', 10), order(2, '2026-01-06', 20)] as const;

  it('is what its owner says, whatever the tab is called', async () => {
    const sheet = await Dashboard.open(app, client, [...rows], {
      connection: { sheet_type: 'customers' },
    });
    expect(await connectionOf(sheet)).toMatchObject({ sheet_type: 'customers' });
    expect(await sheet.body('summary')).toEqual({ total_count: 2 });
  });

  it('can be changed, which brings the rows anew and drops what was kept', async () => {
    const sheet = await Dashboard.open(app, client, [...rows]);
    expect(await connectionOf(sheet)).toMatchObject({ sheet_type: null });
    const before = factsOf(await sheet.ask('summary').expect(200));
    await sheet.update({ sheet_type: 'products' });
    const products = await sheet.ask('summary').expect(200);
    expect(products.body).toEqual({ total_count: 2 });
    expect(factsOf(products).cache).toBe('MISS');
    expect(factsOf(products).version).toBeGreaterThan(before.version);
    await sheet.ask('top/platform').expect(400);
    await sheet.update({ sheet_type: null });
    expect(await sheet.body('summary')).toEqual({
      total_count: 2,
      total_amount: 30,
      avg_amount: 15,
    });
    const { body: runs } = await client.get(`${PATH}/${sheet.id}/runs`).expect(200);
    expect(runs).toMatchObject({
      total: 3,
      data: [0, 1, 2].map(() => ({ status: 'succeeded', counts: { rows_read: 2 } })),
    });
  });

  it('needs no sync when it is said as it was', async () => {
    const sheet = await Dashboard.open(app, client, [...rows]);
    const { version } = factsOf(await sheet.ask('summary').expect(200));
    await sheet.update({ sheet_type: 'orders' });
    expect(factsOf(await sheet.ask('summary'))).toMatchObject({ cache: 'HIT', version });
    const { body: runs } = await client.get(`${PATH}/${sheet.id}/runs`).expect(200);
    expect(runs).toMatchObject({ total: 1 });
  });

  it('is of the shown rows until those of another type are there', async () => {
    const sheet = await Dashboard.open(app, client, [...rows]);
    await sheet.update({ sheet_type: 'customers', sync_enabled: false });
    expect(await sheet.body('summary')).toMatchObject({ total_count: 2, total_amount: 30 });
    await sheet.sync();
    expect(await sheet.body('summary')).toEqual({ total_count: 2 });
  });

  it('can be changed before there was a sync, though answers were kept', async () => {
    const sheet = await Dashboard.open(app, client, [...rows], {
      connection: { sync_enabled: false },
    });
    expect(await sheet.body('summary')).toEqual({
      total_count: 0,
      total_amount: 0,
      avg_amount: 0,
    });
    await sheet.update({ sheet_type: 'customers' });
    expect(await sheet.body('summary')).toEqual({ total_count: 0 });
  });

  it.each(['post', 'put'] as const)(
    'that nobody knows is refused, with those that are: %s',
    async (method) => {
      const sheet = await Dashboard.open(app, client, [...rows], {
        connection: { sync_enabled: false },
      });
      const answer =
        method === 'put'
          ? await client.put(`${PATH}/${sheet.id}`, { sheet_type: 'refunds' })
          : await client.post(PATH, {
              sheet_id: sheet.sheet.id,
              sheet_name: 'Orders',
              column_mappings: mappingOf(ORDERS),
              sheet_type: 'refunds',
            });
      expect(answer.status).toBe(422);
      const { detail } = answer.body as { detail: { loc: string[]; msg: string }[] };
      expect(detail).toMatchObject([{ loc: ['body', 'sheet_type'], type: 'no_such_type' }]);
      for (const kind of ['refunds', ...KINDS]) expect(detail[0]?.msg).toContain(kind);
      for (const sheet_type of ['', 7, ['orders'], 'x'.repeat(101)]) {
        await client.put(`${PATH}/${sheet.id}`, { sheet_type }).expect(422);
      }
    },
  );

  it('is another one with the sync after its tab was renamed', async () => {
    const sheet = await Dashboard.open(app, client, [CUSTOMERS, ['C1', 'Mai', '090']], {
      tab: 'Sheet1',
    });
    expect(await sheet.body('summary')).toMatchObject({ total_count: 1, total_amount: 0 });
    sheet.sheet.renameTab('Sheet1', 'Customers').append('Customers', [['C2', 'Đặng', '091']]);
    await sheet.sync();
    const answer = await sheet.ask('summary').expect(200);
    expect(answer.body).toEqual({ total_count: 2 });
    expect(factsOf(answer).excluded).toBe(0);
    expect(await sheet.column('customer_id', 'data?search=dang')).toEqual(['C2']);
    await sheet.ask('top/platform').expect(400);
  });
});

describe('a spreadsheet that moves to another time zone', () => {
  it.each(['append', 'mirror'])('keeps the days that it shows, in mode %s', async (sync_mode) => {
    const sheet = await Dashboard.open(app, client, [ORDERS, order(1, '2026-01-05', 10)], {
      timeZone: 'Asia/Ho_Chi_Minh',
      connection: { sync_mode },
    });
    sheet.sheet.setTimeZone('America/New_York').append('Orders', [order(2, '2026-01-06', 20)]);
    await sheet.sync();
    expect(await sheet.body('time-series?date_from=2026-01-04&date_to=2026-01-06')).toEqual({
      granularity: 'day',
      data: [
        { date: '2026-01-04', count: 0, total_amount: 0 },
        { date: '2026-01-05', count: 1, total_amount: 10 },
        { date: '2026-01-06', count: 1, total_amount: 20 },
      ],
    });
  });
});

describe('a new type', () => {
  const INVOICES = ['invoice_id', 'issued_on', 'supplier', 'state', 'net', 'tax'];
  const types = { issued_on: 'date', net: 'number', tax: 'number' };
  let invoices: Dashboard;

  beforeEach(async () => {
    invoices = await Dashboard.open(
      app,
      client,
      [
        INVOICES,
        ['I1', '2026-01-05', 'Trà Việt', 'paid', 100, 10],
        ['I2', '2026-01-05', 'Cà phê', 'open', 200, 20],
        ['I3', '2026-01-07', 'Trà Việt', 'paid', 150, 'none'],
      ],
      { tab: 'Invoices', types },
    );
  });

  it('works for everything that can be asked', async () => {
    const summary = await invoices.ask('summary').expect(200);
    expect(summary.body).toEqual({ invoices: 3, gross: 480, suppliers: 2 });
    expect(factsOf(summary)).toMatchObject({ cache: 'MISS', excluded: 1 });
    const range = 'date_from=2026-01-05&date_to=2026-01-07';
    expect(await invoices.body(`time-series?${range}`)).toMatchObject({
      data: [
        { count: 2, total_amount: 300 },
        { count: 0, total_amount: 0 },
        { count: 1, total_amount: 150 },
      ],
    });
    expect(await invoices.body('distribution/state')).toMatchObject({
      data: [
        { value: 'paid', count: 2, percentage: 66.7 },
        { value: 'open', count: 1, percentage: 33.3 },
      ],
    });
    expect(await invoices.body('top/supplier')).toMatchObject({
      data: [
        { value: 'Trà Việt', count: 2, total_amount: 250 },
        { value: 'Cà phê', count: 1, total_amount: 200 },
      ],
    });
    expect(
      await invoices.column('invoice_id', 'data?search=tra viet&sort_by=net&date_to=2026-01-31'),
    ).toEqual(['I3', 'I1']);
    const { text } = await invoices.ask('export?search=ca phe').expect(200);
    expect(text).toContain('Cà phê,open,200,20');
    expect(factsOf(await invoices.ask('summary')).cache).toBe('HIT');
  });

  it('refuses what it does not have, in the same words', async () => {
    const detail = "Field 'platform' not supported for sheet type 'invoices'";
    await invoices.ask('top/platform').expect(400, { detail });
    const { body } = await invoices.ask('data?sort_by=tax').expect(400);
    expect(body).toMatchObject({
      detail: expect.stringContaining('invoice_id, issued_on, net') as string,
    });
  });

  it('can be chosen for any tab', async () => {
    const sheet = await Dashboard.open(app, client, [INVOICES, ['I1', '', 'A', 'open', 5, 1]], {
      tab: 'Chi phí',
      types,
      connection: { sheet_type: 'invoices' },
    });
    expect(await sheet.body('summary')).toEqual({ invoices: 1, gross: 6, suppliers: 1 });
  });
});
