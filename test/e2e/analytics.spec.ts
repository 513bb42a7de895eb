import { type Client } from '../factories/client';
import {
  CUSTOMERS,
  Dashboard,
  factsOf,
  ITEMS,
  order,
  ORDERS,
  PRODUCTS,
} from '../factories/dashboard';
import { newUser } from '../factories/live-client';
import { SheetApp } from '../factories/sheet-app';

let app: SheetApp;
let client: Client;

beforeAll(async () => {
  app = await SheetApp.start();
  client = await app.client(newUser());
});

describe('orders', () => {
  let orders: Dashboard;

  beforeAll(async () => {
    orders = await Dashboard.open(app, client, [
      ORDERS,
      ['A1', '2026-01-05', 'Shopee', 'delivered', 'C1', 90, 100.5],
      ['A2', '2026-01-05', 'Lazada', 'cancelled', 'C2', 50, 49.5],
      ['A3', '2026-01-07', 'Shopee', 'delivered', 'C1', 20, 20],
      ['A4', '2026-02-01', 'TikTok', 'delivered', 'C3', null, '30'],
      ['A5', '', 'Shopee', 'delivered', 'C4', 10, 10],
      ['A6', '2026-02-02', '', '', 'C4', 10, 'gratis'],
    ]);
  });

  it('have a summary', async () => {
    const answer = await orders.ask('summary').expect(200);
    expect(answer.body).toEqual({ total_count: 6, total_amount: 210, avg_amount: 42 });
    expect(factsOf(answer)).toMatchObject({ excluded: 1 });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-data-as-of': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      etag: expect.stringMatching(/^"\S+"$/) as string,
    });
  });

  it('have a summary of days, both included, without those that have none', async () => {
    const answer = await orders.ask('summary?date_from=2026-01-07&date_to=2026-02-02').expect(200);
    expect(answer.body).toEqual({ total_count: 3, total_amount: 50, avg_amount: 25 });
    expect(factsOf(answer)).toMatchObject({ excluded: 2 });
    expect(await orders.body('summary?date_to=2026-01-05')).toMatchObject({ total_count: 2 });
    expect(await orders.body('summary?date_from=2026-02-01')).toMatchObject({ total_count: 2 });
  });

  it('have a time series that is filled', async () => {
    const range = 'date_from=2026-01-04&date_to=2026-01-07';
    expect(await orders.body(`time-series?${range}`)).toEqual({
      granularity: 'day',
      data: [
        { date: '2026-01-04', count: 0, total_amount: 0 },
        { date: '2026-01-05', count: 2, total_amount: 150 },
        { date: '2026-01-06', count: 0, total_amount: 0 },
        { date: '2026-01-07', count: 1, total_amount: 20 },
      ],
    });
    expect(await orders.body(`time-series?${range}&granularity=week`)).toEqual({
      granularity: 'week',
      data: [
        { date: '2025-12-29', count: 0, total_amount: 0 },
        { date: '2026-01-05', count: 3, total_amount: 170 },
      ],
    });
  });

  it('have a time series of what was asked for only, by months and years', async () => {
    const range = 'date_from=2026-01-06&date_to=2026-03-01';
    const counts = await orders
      .ask(`time-series?${range}&granularity=month&metrics=count`)
      .expect(200);
    expect(counts.body).toEqual({
      granularity: 'month',
      data: [
        { date: '2026-01-01', count: 1 },
        { date: '2026-02-01', count: 2 },
        { date: '2026-03-01', count: 0 },
      ],
    });
    // Who only counts can use an order whose amount is no number.
    expect(factsOf(counts)).toMatchObject({ excluded: 1 });
    const amounts = await orders.ask(`time-series?${range}&granularity=year&metrics=amount`);
    expect(amounts.body).toEqual({
      granularity: 'year',
      data: [{ date: '2026-01-01', total_amount: 50 }],
    });
    expect(factsOf(amounts)).toMatchObject({ excluded: 2 });
  });

  it('have distributions, the most frequent first, then by name', async () => {
    const platforms = await orders.ask('distribution/platform').expect(200);
    expect(platforms.body).toEqual({
      field: 'platform',
      data: [
        { value: 'Shopee', count: 3, percentage: 60 },
        { value: 'Lazada', count: 1, percentage: 20 },
        { value: 'TikTok', count: 1, percentage: 20 },
      ],
    });
    expect(factsOf(platforms)).toMatchObject({ excluded: 1 });
    const range = 'date_from=2026-01-01&date_to=2026-01-31';
    expect(await orders.body(`distribution/order_status?${range}`)).toEqual({
      field: 'order_status',
      data: [
        { value: 'delivered', count: 2, percentage: 66.7 },
        { value: 'cancelled', count: 1, percentage: 33.3 },
      ],
    });
  });

  it('have leading platforms, by amount unless told', async () => {
    expect(await orders.body('top/platform?limit=2')).toEqual({
      field: 'platform',
      metric: 'amount',
      data: [
        { value: 'Shopee', count: 3, total_amount: 130.5 },
        { value: 'Lazada', count: 1, total_amount: 49.5 },
      ],
    });
    expect(await orders.body('top/platform?metric=count&date_from=2026-02-01')).toEqual({
      field: 'platform',
      metric: 'count',
      data: [{ value: 'TikTok', count: 1, total_amount: 30 }],
    });
  });

  it('have rows, the last of the sheet first, in pages', async () => {
    const page = await orders.body('data?page=2&page_size=4');
    expect(page).toEqual({
      data: [
        {
          row_number: 3,
          data: {
            order_id: 'A2',
            order_date: '2026-01-05T00:00:00.000Z',
            platform: 'Lazada',
            order_status: 'cancelled',
            customer_id: 'C2',
            subtotal: 50,
            total_amount: 49.5,
          },
          raw_data: expect.objectContaining({ order_id: 'A2' }) as object,
          synced_at: expect.any(String) as string,
        },
        expect.objectContaining({ row_number: 2 }),
      ],
      total: 6,
      page: 2,
      page_size: 4,
      total_pages: 2,
    });
    expect(await orders.body('data?page=4&page_size=4')).toEqual({
      data: [],
      total: 6,
      page: 4,
      page_size: 4,
      total_pages: 2,
    });
  });

  it('have rows of days only, when asked', async () => {
    const answer = await orders.ask('data?date_from=2026-01-07&sort_order=asc').expect(200);
    expect(answer.body).toMatchObject({ total: 3, data: [3, 4, 6].map((n) => rowOf(`A${n}`)) });
    expect(factsOf(answer)).toMatchObject({ excluded: 1 });
  });

  it('are sorted by any of their fields, ties in the order of the sheet', async () => {
    const sorted = (query: string) => orders.column('order_id', `data?${query}`);
    expect(await sorted('sort_by=total_amount')).toEqual(['A1', 'A2', 'A4', 'A3', 'A5', 'A6']);
    expect(await sorted('sort_by=total_amount&sort_order=asc')).toEqual(
      ['A6', 'A5', 'A3', 'A4', 'A2', 'A1'], // no number comes before all numbers
    );
    expect(await sorted('sort_by=order_date&sort_order=asc')).toEqual(
      ['A5', 'A1', 'A2', 'A3', 'A4', 'A6'], // no date before all dates
    );
    expect(await sorted('sort_by=platform&sort_order=desc')).toEqual(
      ['A4', 'A1', 'A3', 'A5', 'A2', 'A6'], // nothing after everything
    );
    for (const field of ['order_id', 'order_status', 'subtotal']) {
      expect(await sorted(`sort_by=${field}`)).toHaveLength(6);
    }
  });

  it('have points for 5,000 periods at most, and say how to ask for more', async () => {
    const refusal = async (query: string) => {
      const { body } = await orders.ask(`time-series?${query}`).expect(400);
      return (body as { detail: string }).detail;
    };
    expect(await refusal('date_from=2000-01-01&date_to=2026-12-31')).toBe(
      'The range has 9862 points by day, but at most 5000 are answered. Ask with granularity=week.',
    );
    expect(await refusal('date_from=1800-01-01&date_to=2026-12-31&granularity=week')).toContain(
      'granularity=month',
    );
    expect(await refusal('date_from=1000-01-01&date_to=2026-12-31')).toContain('granularity=year');
    expect(await refusal('date_from=0001-01-01&date_to=9999-12-31')).toContain('fewer days');
    expect(await refusal('date_from=2013-04-23&date_to=2026-12-31')).toContain('5001 points');
    const { data } = (await orders.body('time-series?date_from=2013-04-24&date_to=2026-12-31')) as {
      data: unknown[];
    };
    expect(data).toHaveLength(5_000);
  });
});

describe('other sheets', () => {
  it('Order_Items have quantities, line totals and products', async () => {
    const items = await Dashboard.open(
      app,
      client,
      [
        ITEMS,
        ['I1', 'A1', 'P1', 'Trà sen', 2, 50, 45, 90],
        ['I2', 'A1', 'P2', 'Cà phê', 1, 30.3, 30.3, 30.3],
        ['I3', 'A2', 'P1', 'Trà sen', 3, 50, 50, 150],
        ['I4', 'A3', '', '', 'few', 1, 1, 1],
      ],
      { tab: 'Order_Items' },
    );
    const summary = await items.ask('summary').expect(200);
    expect(summary.body).toEqual({
      total_quantity: 6,
      total_line_total: 271.3,
      unique_products: 2,
    });
    expect(factsOf(summary)).toMatchObject({ excluded: 1 });
    const top = (query: string) => items.body(`top/product_name?${query}`);
    const tea = { value: 'Trà sen', count: 2, total_amount: 240, total_quantity: 5 };
    const coffee = { value: 'Cà phê', count: 1, total_amount: 30.3, total_quantity: 1 };
    for (const metric of ['amount', 'quantity', 'count']) {
      const data = [tea, coffee];
      expect(await top(`metric=${metric}`)).toEqual({ field: 'product_name', metric, data });
    }
    expect(await items.column('order_item_id', 'data?search=TRA&sort_by=quantity')).toEqual([
      'I3',
      'I1',
    ]);
    const refused = (question: string, detail: string) =>
      items.ask(question).expect(400, { detail });
    const range = 'date_from=2026-01-01&date_to=2026-01-02';
    await refused(`time-series?${range}`, "Time series not supported for sheet type 'order_items'");
    await refused(
      'distribution/platform',
      "Distribution not supported for sheet type 'order_items'",
    );
    await refused('top/platform', "Field 'platform' not supported for sheet type 'order_items'");
    for (const question of ['summary', 'top/product_name', 'data', 'export']) {
      const detail = "Date filter not supported for sheet type 'order_items'";
      await refused(`${question}?date_to=2026-01-02`, detail);
    }
  });

  it.each([
    ['CUSTOMERS', 'customers', CUSTOMERS, 'customer_name'],
    [' products ', 'products', PRODUCTS, 'product_name'],
  ] as const)('%s are counted, listed and nothing else', async (tab, type, header, name) => {
    const rows = ['One', 'Two', 'Three'].map((text, at) => [`X${at}`, text, '0123']);
    const sheet = await Dashboard.open(app, client, [header, ...rows], { tab });
    expect(await sheet.body('summary')).toEqual({ total_count: 3 });
    expect(await sheet.column(name, `data?sort_by=${name}&sort_order=asc`)).toEqual([
      'One',
      'Three',
      'Two',
    ]);
    const refused = (question: string, detail: string) =>
      sheet.ask(question).expect(400, { detail });
    const range = 'date_from=2026-01-01&date_to=2026-01-02';
    await refused(`time-series?${range}`, `Time series not supported for sheet type '${type}'`);
    await refused('distribution/platform', `Distribution not supported for sheet type '${type}'`);
    await refused('top/platform', `Top not supported for sheet type '${type}'`);
    for (const question of ['summary', 'data', 'export']) {
      await refused(
        `${question}?date_from=2026-01-01`,
        `Date filter not supported for sheet type '${type}'`,
      );
    }
  });

  it('are orders when their tab says nothing', async () => {
    const sheet = await Dashboard.open(app, client, [ORDERS, order(1, '2026-01-05', 7)], {
      tab: 'Tháng 1',
    });
    expect(await sheet.body('summary')).toEqual({ total_count: 1, total_amount: 7, avg_amount: 7 });
  });
});

describe('nothing', () => {
  const range = 'date_from=2026-01-01&date_to=2026-01-02';

  async function expectNothing(sheet: Dashboard): Promise<void> {
    const none = { total_count: 0, total_amount: 0, avg_amount: 0 };
    expect(await sheet.body('summary')).toEqual(none);
    expect(await sheet.body(`summary?${range}`)).toEqual(none);
    expect(await sheet.body(`time-series?${range}`)).toEqual({
      granularity: 'day',
      data: [
        { date: '2026-01-01', count: 0, total_amount: 0 },
        { date: '2026-01-02', count: 0, total_amount: 0 },
      ],
    });
    expect(await sheet.body('distribution/platform')).toEqual({ field: 'platform', data: [] });
    expect(await sheet.body('top/platform')).toEqual({
      field: 'platform',
      metric: 'amount',
      data: [],
    });
    expect(await sheet.body('data?search=x')).toEqual({
      data: [],
      total: 0,
      page: 1,
      page_size: 20,
      total_pages: 0,
    });
  }

  it('is zeros and empty lists, for an empty sheet', async () => {
    await expectNothing(await Dashboard.open(app, client, [ORDERS]));
  });

  it('is the same for a connection that was never synced', async () => {
    const sheet = await Dashboard.open(app, client, [ORDERS, order(1, '2026-01-01')], {
      connection: { sync_enabled: false },
    });
    await expectNothing(sheet);
    const answer = await sheet.ask('summary').expect(200);
    expect(factsOf(answer)).toMatchObject({ version: 0, excluded: 0 });
    expect(answer.headers).not.toHaveProperty('x-data-as-of');
    await sheet.sync();
    expect(await sheet.body('summary')).toMatchObject({ total_count: 1 });
  });

  it('is what order items and customers have before there are any', async () => {
    const items = await Dashboard.open(app, client, [ITEMS], { tab: 'order_items' });
    expect(await items.body('summary')).toEqual({
      total_quantity: 0,
      total_line_total: 0,
      unique_products: 0,
    });
    expect(await items.body('top/product_name')).toMatchObject({ data: [] });
    const customers = await Dashboard.open(app, client, [CUSTOMERS], { tab: 'customers' });
    expect(await customers.body('summary')).toEqual({ total_count: 0 });
  });
});

describe('days', () => {
  const NEW_YORK = 'America/New_York';
  const DAYS = ['2026-03-08', '2026-11-01'];
  const AROUND = [
    ['2026-03-07', '2026-03-09'],
    ['2026-10-31', '2026-11-02'],
  ];
  /** On the wall clock of New York, where one of these days has 23 hours and the other 25. */
  const MOMENTS = DAYS.flatMap((day, at) => [
    `${AROUND[at]![0]} 23:30`,
    `${day} 00:30`,
    `${day} 23:30`,
    `${AROUND[at]![1]} 00:30`,
  ]);

  const rowsOf = (times: readonly string[]) => times.map((time, at) => order(at, time));

  it.each([
    ['of the spreadsheet', { timeZone: NEW_YORK }, MOMENTS, ''],
    [
      'of the request',
      { timeZone: 'Asia/Ho_Chi_Minh' },
      MOMENTS.map((time) => `${time.replace(' ', 'T')}:00${offsetOf(time)}`),
      `&timezone=${NEW_YORK}`,
    ],
  ])('on which the clock changes are one day, by the zone %s', async (_, place, times, zone) => {
    const orders = await Dashboard.open(app, client, [ORDERS, ...rowsOf(times)], place);
    for (const [at, day] of DAYS.entries()) {
      const range = `date_from=${day}&date_to=${day}${zone}`;
      expect(await orders.body(`summary?${range}`)).toMatchObject({ total_count: 2 });
      expect(await orders.body(`data?${range}`)).toMatchObject({ total: 2 });
      const [before, after] = AROUND[at]!;
      const around = `date_from=${before}&date_to=${after}${zone}&metrics=count`;
      expect(await orders.body(`time-series?${around}`)).toMatchObject({
        data: [
          { date: before, count: 1 },
          { date: day, count: 2 },
          { date: after, count: 1 },
        ],
      });
    }
  });

  it('are those of the asked zone, else of the spreadsheet', async () => {
    const orders = await Dashboard.open(app, client, [ORDERS, order(1, '2026-05-01 01:00')], {
      timeZone: 'Asia/Ho_Chi_Minh',
    });
    const on = async (day: string, zone = '') => {
      const body = await orders.body(`summary?date_from=${day}&date_to=${day}${zone}`);
      return (body as { total_count: number }).total_count;
    };
    expect([await on('2026-05-01'), await on('2026-04-30')]).toEqual([1, 0]);
    expect([
      await on('2026-05-01', '&timezone=UTC'),
      await on('2026-04-30', '&timezone=UTC'),
    ]).toEqual([0, 1]);
    expect(await on('2026-05-01', '&timezone=%2B07:00')).toBe(1);
  });

  it.each(['0000-01-01', '0001-01-01', '9999-12-31'])('%s can be asked for', async (day) => {
    const orders = await Dashboard.open(app, client, [ORDERS, order(1, '2026-01-05')]);
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'Etc/GMT%2B12']) {
      const range = `date_from=${day}&date_to=${day}&timezone=${zone}`;
      expect(await orders.body(`summary?${range}`)).toMatchObject({ total_count: 0 });
      expect(await orders.body(`data?${range}`)).toMatchObject({ total: 0 });
      for (const granularity of ['day', 'week', 'month', 'year']) {
        const series = await orders.body(`time-series?${range}&granularity=${granularity}`);
        expect(series).toMatchObject({ data: [{ count: 0 }] });
      }
    }
  });

  it('are found in texts that were mapped as such', async () => {
    const orders = await Dashboard.open(
      app,
      client,
      [ORDERS, order(1, '31/12/2026'), order(2, '01/01/2027 00:10'), order(3, 'yesterday')],
      { types: { order_date: 'string' }, locale: 'vi_VN', timeZone: 'Asia/Ho_Chi_Minh' },
    );
    const answer = await orders.ask('time-series?date_from=2026-12-31&date_to=2027-01-01');
    expect(answer.body).toMatchObject({ data: [{ count: 1 }, { count: 1 }] });
    expect(factsOf(answer)).toMatchObject({ excluded: 1 });
  });
});

/** By how much New York is behind on those days, at these times. */
function offsetOf(time: string): string {
  return time > '2026-03-08 02:00' && time < '2026-11-01 01:00' ? '-04:00' : '-05:00';
}

describe('money', () => {
  it('adds up to the cent', async () => {
    const cents = Array.from({ length: 1_000 }, (_, at) => order(at, '2026-01-05', 0.01));
    const orders = await Dashboard.open(app, client, [
      ORDERS,
      ...cents,
      order(1_000, '2026-01-06', 0.1, 'Lazada'),
      order(1_001, '2026-01-06', '0.2', 'Lazada'),
    ]);
    expect(await orders.body('summary')).toMatchObject({ total_amount: 10.3 });
    expect(await orders.body('top/platform')).toMatchObject({
      data: [{ total_amount: 10 }, { total_amount: 0.3 }],
    });
    expect(await orders.body('time-series?date_from=2026-01-05&date_to=2026-01-06')).toMatchObject({
      data: [{ total_amount: 10 }, { total_amount: 0.3 }],
    });
  });

  it('is sorted and summed as numbers also where it is text', async () => {
    const amounts = ['9', '10', '1,000', 'x', '-1'];
    const orders = await Dashboard.open(
      app,
      client,
      [ORDERS, ...amounts.map((amount, at) => order(at, '2026-01-05', amount))],
      { types: { total_amount: 'string' } },
    );
    const question = 'data?sort_by=total_amount&sort_order=asc';
    expect(await orders.column('total_amount', question)).toEqual(['x', '-1', '9', '10', '1,000']);
    const answer = await orders.ask('summary').expect(200);
    expect(answer.body).toEqual({ total_count: 5, total_amount: 1_018, avg_amount: 254.5 });
    expect(factsOf(answer)).toMatchObject({ excluded: 1 });
  });
});

describe('search', () => {
  const NAMES = [
    'Hà Nội',
    'Đặng Thị Ánh',
    '$data',
    'a.*b',
    'Total 100%',
    'HANOI',
    '[x]\\d',
    'Straße',
  ];
  let customers: Dashboard;

  beforeAll(async () => {
    const rows = NAMES.map((name, at) => [`C${at}`, name, `09${at}`]);
    customers = await Dashboard.open(app, client, [CUSTOMERS, ...rows], { tab: 'Customers' });
  });

  it.each([
    ['ha noi', ['Hà Nội']],
    ['HÀ NỘI', ['Hà Nội']],
    ['dang', ['Đặng Thị Ánh']],
    ['đặng thị', ['Đặng Thị Ánh']],
    ['$data', ['$data']],
    ['$', ['$data']],
    ['.*', ['a.*b']],
    ['^', []],
    ['hanoi', ['HANOI']],
    ['strasse', ['Straße']],
    ['100%', ['Total 100%']],
    ['[x]\\d', ['[x]\\d']],
    ['{"$ne":1}', []],
    ['C3', ['a.*b']],
    ['091', ['Đặng Thị Ánh']],
    ['nội\n09', []],
    ['0 Hà', []],
  ])('%j finds %j', async (text, found) => {
    const search = encodeURIComponent(text);
    const question = `data?search=${search}&sort_order=asc`;
    expect(await customers.column('customer_name', question)).toEqual(found);
    expect(await customers.body(question)).toMatchObject({ total: found.length });
  });

  it('finds all for nothing, and takes 128 characters', async () => {
    expect(await customers.body('data?search=')).toMatchObject({ total: NAMES.length });
    expect(await customers.body(`data?search=${'x'.repeat(128)}`)).toMatchObject({ total: 0 });
  });
});

function rowOf(order_id: string): object {
  return expect.objectContaining({
    data: expect.objectContaining({ order_id }) as object,
  }) as object;
}
