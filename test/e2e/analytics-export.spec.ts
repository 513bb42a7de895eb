import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import readWorkbook from 'read-excel-file/node';
import { SheetRowQueryRepository, type ShownRow } from '../../src/sheet-crawler';
import { type Client } from '../factories/client';
import { CUSTOMERS, Dashboard, mappingOf, order, ORDERS } from '../factories/dashboard';
import { eventually } from '../factories/eventually';
import { newUser, tokenFor } from '../factories/live-client';
import { SheetApp } from '../factories/sheet-app';

/** More than two batches of a file, and many pages of `data`. */
const MANY = 1_300;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let app: SheetApp;
let user: string;
let client: Client;
let orders: Dashboard;

beforeAll(async () => {
  app = await SheetApp.start();
  user = newUser();
  client = await app.client(user);
  const rows = Array.from({ length: MANY }, (_, at) =>
    order(
      at,
      at % 2 === 0 ? '2026-01-05' : '2026-02-01 08:30',
      at,
      at % 3 === 0 ? 'Shopee' : 'Sàn Việt',
    ),
  );
  orders = await Dashboard.open(app, client, [ORDERS, ...rows], { timeZone: 'Asia/Ho_Chi_Minh' });
});

afterEach(() => jest.restoreAllMocks());

/** The fields of CSV without quotes. */
function linesOf(csv: string): string[][] {
  expect(csv.startsWith('\uFEFF')).toBe(true);
  expect(csv.endsWith('\r\n')).toBe(true);
  return csv
    .slice(1, -2)
    .split('\r\n')
    .map((line) => line.split(','));
}

async function csv(dashboard: Dashboard, query = ''): Promise<string[][]> {
  return linesOf((await dashboard.ask(`export?format=csv${query}`).expect(200)).text);
}

async function xlsx(dashboard: Dashboard, query = ''): Promise<unknown[][]> {
  const answer = dashboard.ask(`export?format=xlsx${query}`).responseType('blob');
  const [sheet] = await readWorkbook((await answer.expect(200)).body as Buffer);
  return sheet?.data ?? [];
}

/** All pages of `data`, by one field. */
async function pages(query: string, field: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const some = await orders.column(field, `data?page=${page}&page_size=100${query}`);
    if (some.length === 0) return found;
    found.push(...some);
  }
}

describe('an export', () => {
  it.each([
    ['csv', 'text/csv; charset=utf-8', 'attachment; filename="orders.csv"'],
    ['xlsx', XLSX, 'attachment; filename="orders.xlsx"'],
  ])('as %s is a file to be saved', async (format, type, disposition) => {
    const { headers } = await orders.ask(`export?format=${format}&search=A7`).expect(200);
    const { headers: summary } = await orders.ask('summary').expect(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-disposition': disposition,
      'x-data-version': summary['x-data-version'] as string,
      'cache-control': 'no-store',
    });
  });

  it('is CSV unless told, with a line of fields and then one for each row', async () => {
    const { text: unasked } = await orders.ask('export?search=A12').expect(200);
    const lines = linesOf(unasked);
    expect(lines[0]).toEqual(['row_number', ...ORDERS]);
    expect(lines.at(-1)).toEqual([
      '14',
      'A12',
      '2026-01-05',
      'Shopee',
      'delivered',
      'C1',
      '',
      '12',
    ]);
    expect(lines).toEqual(await csv(orders, '&search=A12'));
  });

  it.each([
    '',
    '&sort_order=asc',
    '&sort_by=total_amount',
    '&sort_by=platform&sort_order=asc',
    '&search=san viet',
    '&date_from=2026-02-01&date_to=2026-02-01',
    '&date_to=2026-01-31&search=SHOPEE&sort_by=order_date',
    '&date_from=2026-01-31&timezone=America/New_York',
  ])('has the rows of all pages of data, in their order: %j', async (query) => {
    const wanted = await pages(query, 'order_id');
    expect(wanted.length).toBeGreaterThan(100);
    const [, ...lines] = await csv(orders, query);
    expect(lines.map(([, id]) => id)).toEqual(wanted);
    const [, ...rows] = await xlsx(orders, query);
    expect(rows.map(([, id]) => id)).toEqual(wanted);
  });

  it('shows times by the clock of the spreadsheet, or of the asked zone', async () => {
    const [, [, , date] = []] = await csv(orders, '&search=A1299');
    expect(date).toBe('2026-02-01 08:30:00');
    const [, [, , utc] = []] = await csv(orders, '&search=A1299&timezone=UTC');
    expect(utc).toBe('2026-02-01 01:30:00');
  });

  it('has numbers as numbers, and Vietnamese as it is written', async () => {
    const [, row = []] = await xlsx(orders, '&search=A1298');
    expect([row[0], row[1], row[3], row[7]]).toEqual([1_300, 'A1298', 'Sàn Việt', 1_298]);
    const [, line = []] = await csv(orders, '&search=A1298');
    expect([line[0], line[1], line[3], line[7]]).toEqual(['1300', 'A1298', 'Sàn Việt', '1298']);
  });

  it('neutralises what a program would take for a formula', async () => {
    const names = ['=1+1', '+84 90', '-5', '@SUM(A1)', '\t=2', 'Đặng', "=cmd|' /C calc'!A0"];
    const rows = names.map((name, at) => [`=C${at}`, name, '0123']);
    const customers = await Dashboard.open(app, client, [CUSTOMERS, ...rows], {
      tab: 'Customers',
    });
    const [header, ...lines] = await csv(customers, '&sort_order=asc');
    expect(header).toEqual(['row_number', ...CUSTOMERS]);
    expect(lines.map(([, , name]) => name)).toEqual(
      names.map((name) => (name === 'Đặng' ? name : `'${name}`)),
    );
    expect(lines.map(([, id]) => id)).toEqual(names.map((_, at) => `'=C${at}`));
    const answer = customers.ask('export?format=xlsx&sort_order=asc').responseType('blob');
    const file = (await answer.expect(200)).body as Buffer;
    const [sheet] = await readWorkbook(file, { trim: false });
    expect(sheet?.data.slice(1).map(([, , name]) => name)).toEqual(names);
    const { headers } = await customers.ask('export').expect(200);
    expect(headers['content-disposition']).toBe('attachment; filename="customers.csv"');
  });

  it('of nothing has a header only', async () => {
    expect(await csv(orders, '&search=nobody')).toEqual([['row_number']]);
    expect(await xlsx(orders, '&search=nobody')).toEqual([['row_number']]);
    const never = await Dashboard.open(app, client, [ORDERS], {
      connection: { sync_enabled: false },
    });
    expect(await csv(never)).toEqual([['row_number']]);
  });
});

describe('an export that is under way', () => {
  /** Rows come up to one, and the rest when they are let; tells when nobody reads them any more. */
  function holdRows(after: number): HeldRows {
    const service = app.test.app.get(SheetRowQueryRepository, { strict: false });
    const stream = service.stream.bind(service);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const held = { let: () => open(), read: 0, isOpen: false, isClosed: false };
    jest.spyOn(service, 'stream').mockImplementationOnce(async function* (
      ...query
    ): AsyncGenerator<ShownRow> {
      held.isOpen = true;
      try {
        for await (const row of stream(...query)) {
          if (held.read === after) await gate;
          held.read += 1;
          yield row;
        }
      } finally {
        held.isClosed = true;
      }
    });
    return held;
  }

  async function ask(format: string): Promise<ClientRequest> {
    const url = `${app.url}${orders.path}/export?format=${format}`;
    const headers = { Authorization: `Bearer ${await tokenFor(user)}` };
    // Who goes away early hears an error about it.
    return get(url, { headers }).on('error', () => undefined);
  }

  async function begin(format: string): Promise<IncomingMessage> {
    const [response] = (await once(await ask(format), 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    return response;
  }

  /** The driver keeps a list of the cursors that are open, to close them with the client. */
  const openCursors = () =>
    (app.store.getClient() as unknown as { s: { activeCursors: Set<unknown> } }).s.activeCursors
      .size;
  const noCursorIsOpen = () =>
    eventually('no cursor is open', () => openCursors() === 0 || undefined);

  it.each(['csv', 'xlsx'])('as %s reads no more when its reader has gone', async (format) => {
    const rows = holdRows(600);
    const arriving = once(app.test.server, 'request') as Promise<[unknown, ServerResponse]>;
    const response = await begin(format);
    await eventually('rows are read', () => rows.read === 600 || undefined);
    expect(openCursors()).toBeGreaterThan(0);
    const [, served] = await arriving;
    response.destroy();
    await eventually('the server notices', () => served.closed || undefined);
    rows.let();
    await eventually('the rows are closed', () => rows.isClosed || undefined);
    expect(rows.read).toBeLessThanOrEqual(1_000);
    await noCursorIsOpen();
    expect(await csv(orders)).toHaveLength(MANY + 1);
  });

  it.each(['csv', 'xlsx'])(
    'as %s leaves no rows open when its reader did not wait',
    async (format) => {
      const rows = holdRows(0);
      const arriving = once(app.test.server, 'request') as Promise<[unknown, ServerResponse]>;
      const asking = await ask(format);
      const [, served] = await arriving;
      await eventually('rows are asked for', () => rows.isOpen || undefined);
      asking.destroy();
      await eventually('the server notices', () => served.closed || undefined);
      rows.let();
      await eventually('the rows are closed', () => rows.isClosed || undefined);
      expect(rows.read).toBeLessThanOrEqual(500);
    },
  );

  it.each(['csv', 'xlsx'])('as %s is cut off when its rows are replaced', async (format) => {
    const rows = holdRows(600);
    const response = await begin(format);
    await eventually('rows are read', () => rows.read === 600 || undefined);
    // Another shape each time: one that stays the same replaces nothing.
    const column_mappings = mappingOf(ORDERS).slice(0, format === 'csv' ? -1 : -2);
    await orders.update({ column_mappings });
    rows.let();
    await expect(text(response)).rejects.toThrow('aborted');
    expect(await csv(orders)).toHaveLength(MANY + 1);
  });

  it('is complete when rows were added meanwhile', async () => {
    const rows = holdRows(600);
    const response = await begin('csv');
    orders.sheet.append('Orders', [order(MANY, '2026-03-01')]);
    await orders.sync();
    rows.let();
    // Its end is that of a file, and whether the new row is in it is a matter of luck.
    const lines = (await text(response)).trimEnd().split('\r\n');
    expect([MANY + 1, MANY + 2]).toContain(lines.length);
  });
});

interface HeldRows {
  let: () => void;
  read: number;
  isOpen: boolean;
  isClosed: boolean;
}
