import { newUser } from '../factories/live-client';
import { LiveClient } from '../factories/live-client';
import { SheetApp } from '../factories/sheet-app';
import { type Client } from '../factories/client';

const MAPPING = [
  { system_field: 'order_id', sheet_column: 'Order ID', required: true },
  { system_field: 'ordered_at', sheet_column: 'Date', data_type: 'date' },
  { system_field: 'total', sheet_column: 'Total', data_type: 'number' },
];
const HEADER = ['Order ID', 'Date', 'Total', 'Note'];

describe('a synced sheet', () => {
  let app: SheetApp;
  let user: string;
  let client: Client;

  beforeAll(async () => {
    app = await SheetApp.start();
  });

  beforeEach(async () => {
    user = newUser();
    client = await app.client(user);
  });

  const order = (number: number) => [`A${number}`, '31/12/2026', `1.234,5${number % 10} ₫`, 'x'];

  it('has its rows in the store, typed and in order, and then those that were added', async () => {
    const sheet = app.sheet([HEADER, order(1), ['', '', 5, 'no id'], order(2)], {
      locale: 'vi_VN',
      timeZone: 'Asia/Ho_Chi_Minh',
    });
    const id = await app.connect(client, sheet, MAPPING);
    await app.idle(client, id);
    expect(await app.rows(client, id)).toEqual([
      expect.objectContaining({
        row_number: 2,
        data: { order_id: 'A1', ordered_at: '2026-12-30T17:00:00.000Z', total: 1234.51 },
        raw_data: { 'Order ID': 'A1', Date: '31/12/2026', Total: '1.234,51 ₫', Note: 'x' },
      }),
      expect.objectContaining({ row_number: 4, data: expect.objectContaining({ total: 1234.52 }) }),
    ]);
    sheet.append('Orders', [order(3), ['A4', 'soon', 'much']]);
    const run = await app.sync(client, id);
    expect(run).toMatchObject({
      status: 'succeeded',
      counts: { rows_read: 2, rows_written: 2, rows_inserted: 2, cell_problems: 2, requests: 1 },
      problems: [
        { row_number: 6, kind: 'cell', field: 'ordered_at' },
        { row_number: 6, kind: 'cell', field: 'total' },
      ],
    });
    expect((await app.rows(client, id)).at(-1)?.data).toEqual({
      order_id: 'A4',
      ordered_at: 'soon',
      total: 'much',
    });
    const { body } = await client.get(`/api/v1/sheet-connections/${id}/sync-status`);
    expect(body).toMatchObject({ status: 'success', last_synced_row: 6, total_rows_synced: 4 });
  });

  it('tells of its sync on the socket: started, then exactly one end', async () => {
    const live = await LiveClient.following(app.url, user);
    const sheet = app.sheet([HEADER, order(1)]);
    const id = await app.connect(client, sheet, MAPPING);
    const completed = await live.hears('sheet:sync:completed');
    expect(completed).toMatchObject({ connection_id: id, result: { rows_written: 1 } });
    expect(live.events[0]).toMatchObject({
      name: 'sheet:sync:started',
      message: { connection_id: id, attempt: 1 },
    });
  });

  it('mirrors edits, deletions and another order', async () => {
    const sheet = app.sheet([HEADER, ...Array.from({ length: 9 }, (_, at) => order(at + 1))]);
    const id = await app.connect(client, sheet, MAPPING, { sync_mode: 'mirror' });
    await app.idle(client, id);
    sheet.set('Orders', 'D4', [['edited']]);
    expect(await app.sync(client, id)).toMatchObject({
      counts: { rows_updated: 1, rows_unchanged: 8, rows_inserted: 0, rows_deleted: 0 },
      changes: [{ row_number: 4, fields: ['Note'] }],
    });
    sheet.deleteRows('Orders', 5).append('Orders', [order(10)]);
    expect(await app.sync(client, id)).toMatchObject({
      counts: { rows_updated: 0, rows_inserted: 1, rows_deleted: 1, rows_moved: 5 },
    });
    sheet.sortRows('Orders', 'A', { descending: true });
    expect(await app.sync(client, id)).toMatchObject({
      counts: { rows_updated: 0, rows_inserted: 0, rows_deleted: 0, rows_read: 9, rows_written: 9 },
    });
    expect((await app.rows(client, id)).map(({ data }) => data.order_id)).toEqual([
      'A9',
      'A8',
      'A7',
      'A6',
      'A5',
      'A3',
      'A2',
      'A10',
      'A1',
    ]);
    sheet.clear('Orders', 'A2:D');
    expect(await app.sync(client, id)).toMatchObject({
      status: 'failed',
      error: { code: 'ROWS_WOULD_VANISH' },
    });
    expect(await app.rows(client, id)).toHaveLength(9);
    expect(await app.sync(client, id, { accept_deletions: true })).toMatchObject({
      status: 'succeeded',
      counts: { rows_deleted: 9 },
    });
    expect(await app.rows(client, id)).toHaveLength(0);
  });

  it('is gone with its connection', async () => {
    const sheet = app.sheet([HEADER, order(1)]);
    const id = await app.connect(client, sheet, MAPPING);
    await app.idle(client, id);
    await app.delete(client, id);
    for (const name of ['sheet_sync_states', 'sheet_raw_data', 'sheet_sync_reports']) {
      expect(await app.store.collection(name).countDocuments({ connection_id: id })).toBe(0);
    }
    expect(await app.store.collection('runs').countDocuments({ subject: id })).toBe(0);
  });
});
