import { Types } from 'mongoose';
import { Client } from '../factories/client';
import { Dashboard, order, ORDERS } from '../factories/dashboard';
import { newUser } from '../factories/live-client';
import { SheetApp } from '../factories/sheet-app';

/** Every question that a sheet with orders can be asked, for a range of days. */
const DATED = (range: string) => [
  `summary?${range}`,
  `time-series?${range}`,
  `distribution/platform?${range}`,
  `top/platform?${range}`,
  `data?${range}`,
  `export?${range}`,
];

let app: SheetApp;
let client: Client;

beforeAll(async () => {
  app = await SheetApp.start();
  client = await app.client(newUser());
});

describe('what cannot be answered', () => {
  let orders: Dashboard;

  beforeAll(async () => {
    orders = await Dashboard.open(app, client, [ORDERS, order(1, '2026-01-05')]);
  });

  it.each(DATED('date_from=2026-01-02&date_to=2026-01-01'))(
    'has the sentence of a range that is the wrong way round: %s',
    async (question) => {
      const detail = 'Invalid date range: date_from must be before date_to';
      await orders.ask(question).expect(400, { detail });
    },
  );

  it.each([
    ['distribution/city', "Field 'city' not supported for sheet type 'orders'"],
    ['distribution/total_amount', "Field 'total_amount' not supported for sheet type 'orders'"],
    ['distribution/__proto__', "Field '__proto__' not supported for sheet type 'orders'"],
    ['top/order_status', "Field 'order_status' not supported for sheet type 'orders'"],
    ['top/platform?metric=quantity', "Metric 'quantity' not supported for sheet type 'orders'"],
  ])('is refused with a sentence: %s', async (question, detail) => {
    await orders.ask(question).expect(400, { detail });
  });

  it.each(['data', 'export'])('names the fields that %s is sorted by', async (question) => {
    const fields = 'order_id, platform, order_status, order_date, subtotal, total_amount';
    for (const field of ['city', 'row_number', 'data.order_id', 'constructor', '$where']) {
      await orders.ask(`${question}?sort_by=${field}`).expect(400, {
        detail: `Sorting by '${field}' not supported for sheet type 'orders'. Sort by one of: ${fields}`,
      });
    }
  });

  it.each([
    ['summary?date_from=2026-02-30', 'date_from'],
    ['summary?date_to=05/01/2026', 'date_to'],
    ['summary?date_to=2026-01-05T00:00:00Z', 'date_to'],
    ['summary?date_from=', 'date_from'],
    ['summary?timezone=Mars/Base', 'timezone'],
    ['summary?timezone=', 'timezone'],
    ['time-series?date_to=2026-01-05', 'date_from'],
    ['time-series?date_from=2026-01-05', 'date_to'],
    ['time-series?date_from=2026-01-05&date_to=2026-01-05&granularity=hour', 'granularity'],
    ['time-series?date_from=2026-01-05&date_to=2026-01-05&metrics=all', 'metrics'],
    ['distribution/platform?date_from=soon', 'date_from'],
    ['top/platform?limit=0', 'limit'],
    ['top/platform?limit=51', 'limit'],
    ['top/platform?limit=2.5', 'limit'],
    ['top/platform?limit=many', 'limit'],
    ['top/platform?metric=profit', 'metric'],
    ['data?page=0', 'page'],
    ['data?page=x', 'page'],
    ['data?page_size=101', 'page_size'],
    ['data?page_size=-1', 'page_size'],
    ['data?sort_order=up', 'sort_order'],
    ['data?search=a&search=b', 'search'],
    ['data?sort=order_id', 'sort'],
    ['export?format=pdf', 'format'],
    ['export?page=1', 'page'],
  ])('is named by its place: %s', expectNamed);

  it('is named by its place, also when it is long', async () => {
    await expectNamed(`data?search=${'x'.repeat(129)}`, 'search');
    await expectNamed(`export?search=${'ữ'.repeat(129)}`, 'search');
    await expectNamed(`data?timezone=${'x'.repeat(200)}`, 'timezone');
  });

  async function expectNamed(question: string, parameter: string): Promise<void> {
    const { body } = await orders.ask(encodeURI(question)).expect(422);
    const { detail } = body as { detail: unknown[] };
    const problem = {
      loc: ['query', parameter],
      msg: expect.any(String) as string,
      type: expect.any(String) as string,
    };
    expect(detail.length).toBeGreaterThan(0);
    expect(detail).toEqual(detail.map(() => problem));
  }

  const QUESTIONS = [
    ...DATED('date_from=2026-01-01&date_to=2026-01-31'),
    'distribution/city',
    'data?sort_by=city',
    'summary?date_from=2026-01-02&date_to=2026-01-01',
  ];

  it("is the same for another's connection and one that does not exist", async () => {
    const stranger = await app.client(newUser());
    const never = await Dashboard.open(app, client, [ORDERS], {
      connection: { sync_enabled: false },
    });
    const nobody = new Types.ObjectId().toHexString();
    for (const question of QUESTIONS) {
      for (const id of [orders.id, never.id, nobody, 'nonsense', '%00', '__proto__']) {
        const answer = await stranger.get(`/api/v1/analytics/${id}/${question}`);
        expect({ id, question, status: answer.status, body: answer.body as unknown }).toEqual({
          id,
          question,
          status: 404,
          body: { detail: 'Connection not found' },
        });
        expect(answer.headers).not.toHaveProperty('x-data-version');
      }
    }
  });

  it('is everything, for who does not say who they are', async () => {
    const anybody = new Client(app.test.server);
    for (const question of QUESTIONS) await anybody.get(`${orders.path}/${question}`).expect(401);
  });
});
