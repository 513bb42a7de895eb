import { type SpreadsheetHandle } from '@tributary/google-emulator';
import { RunKindControl, RunService } from '@tributary/pipeline';
import { SheetSyncRunner } from '../../src/sheet-crawler/sync/sheet-sync-runner.service';
import { Client } from '../factories/client';
import { eventually } from '../factories/eventually';
import { newUser, tokenFor } from '../factories/live-client';
import { type DataRow, SheetApp } from '../factories/sheet-app';

const PATH = '/api/v1/sheet-connections';
const HEADER = ['Order ID', 'Date', 'Total'];
const MAPPING = [
  { system_field: 'order_id', sheet_column: 'Order ID', required: true },
  { system_field: 'total', sheet_column: 'Total', data_type: 'number' },
];
const RENAMED = [MAPPING[0]!, { ...MAPPING[1]!, system_field: 'amount' }];
/** More than one answer of Google, and more than one chunk. */
const MANY = 2_600;

let app: SheetApp;
let client: Client;

beforeAll(async () => {
  app = await SheetApp.start();
});

beforeEach(async () => {
  client = await app.client(newUser());
});

afterEach(() => app.emulator.latency.clear());

const order = (number: number) => [`A${number}`, '2026-12-31', number];
const orders = (count: number) => Array.from({ length: count }, (_, at) => order(at + 1));

async function connected(
  rows: unknown[][],
  options: object = {},
  mapping = MAPPING,
): Promise<{ id: string; sheet: SpreadsheetHandle }> {
  const sheet = app.sheet([HEADER, ...(rows as string[][])]);
  const id = await app.connect(client, sheet, mapping, options);
  await app.settled();
  return { id, sheet };
}

const connection = async (id: string) =>
  (await client.get(`${PATH}/${id}`).expect(200)).body as Record<string, unknown>;
const dataOf = async (id: string) => (await app.rows(client, id)).map(({ data }) => data);
const update = (id: string, changes: object) => client.put(`${PATH}/${id}`, changes).expect(200);

async function lastRun(id: string): Promise<Record<string, unknown>> {
  const { body } = await client.get(`${PATH}/${id}/runs?page_size=1`).expect(200);
  return (body as { data: Record<string, unknown>[] }).data[0] ?? {};
}

describe('headers that change', () => {
  it('give the same fields when columns move, without reading everything again', async () => {
    const { id, sheet } = await connected(orders(3));
    sheet.insertColumns('Orders', 'A', 2).append('Orders', [[null, null, 'A4', '', 4]]);
    expect(await app.sync(client, id)).toMatchObject({
      status: 'succeeded',
      counts: { rows_read: 1, rows_written: 1, requests: 1 },
    });
    sheet.deleteColumns('Orders', 'A', 2);
    sheet.set('Orders', 'A1', [
      ['Total', 'Order ID', 'Date'],
      ...orders(4).map(([a, b, c]) => [c, a, b] as never),
    ]);
    sheet.append('Orders', [[5, 'A5']]);
    expect(await app.sync(client, id)).toMatchObject({ counts: { rows_read: 1 } });
    expect(await dataOf(id)).toEqual([1, 2, 3, 4, 5].map((n) => ({ order_id: `A${n}`, total: n })));
  });

  it('are no change of a mirrored row when columns move', async () => {
    const { id, sheet } = await connected([...orders(3), ['', '', 9], order(4)], {
      sync_mode: 'mirror',
    });
    sheet.insertColumns('Orders', 'B');
    expect(await app.sync(client, id)).toMatchObject({
      status: 'succeeded',
      counts: { rows_read: 5, rows_unchanged: 4, rows_skipped: 1, rows_updated: 0 },
    });
  });

  it('update mirrored rows in their places when a column gets another header', async () => {
    const { id, sheet } = await connected([order(1), ['', '', 9], order(2)], {
      sync_mode: 'mirror',
    });
    sheet.set('Orders', 'B1', [['Day']]);
    expect(await app.sync(client, id)).toMatchObject({
      status: 'succeeded',
      counts: { rows_updated: 2, rows_inserted: 0, rows_deleted: 0, rows_skipped: 1 },
    });
  });

  it('stop the sync before anything is written when a mapped one is gone', async () => {
    const { id, sheet } = await connected(orders(2));
    const before = await app.rows(client, id);
    sheet.set('Orders', 'C1', [['Total (VND)']]).append('Orders', [order(3)]);
    const run = await app.sync(client, id);
    expect(run).toMatchObject({ status: 'failed', error: { code: 'HEADER_DRIFT' } });
    expect(run.error?.message).toContain('"Total" is gone, most likely renamed to "Total (VND)"');
    expect(await app.rows(client, id)).toEqual(before);
    const drift = {
      lost: [
        { system_field: 'total', header: 'Total', likely_rename: 'Total (VND)', candidates: [] },
      ],
      old_headers: HEADER,
      new_headers: ['Order ID', 'Date', 'Total (VND)'],
    };
    expect(await connection(id)).toMatchObject({
      status: 'failed',
      error_code: 'HEADER_DRIFT',
      header_drift: drift,
    });
    await client.get(`${PATH}/${id}/preview`).expect(409);
    const { body: status } = await client.get(`${PATH}/${id}/sync-status`).expect(200);
    expect(status).toMatchObject({ last_synced_row: 3, header_drift: drift });
    const fixed = [MAPPING[0], { ...MAPPING[1], sheet_column: 'Total (VND)' }];
    await update(id, { column_mappings: fixed });
    await app.settled();
    expect(await connection(id)).toMatchObject({ status: 'success', header_drift: null });
    expect(await dataOf(id)).toHaveLength(3);
  });

  it('are as before when the header is put back', async () => {
    const { id, sheet } = await connected(orders(2));
    sheet.set('Orders', 'C1', [['Weight']]).append('Orders', [order(3)]);
    await app.sync(client, id);
    expect(await connection(id)).toMatchObject({ header_drift: { lost: [{ header: 'Total' }] } });
    sheet.set('Orders', 'C1', [['total ']]);
    expect(await app.sync(client, id)).toMatchObject({ counts: { rows_read: 1 } });
    expect(await connection(id)).toMatchObject({ status: 'success', header_drift: null });
  });

  it('stop the sync when a mapped one is there twice', async () => {
    const { id, sheet } = await connected(orders(2));
    sheet.set('Orders', 'D1', [['Total']]);
    expect(await app.sync(client, id)).toMatchObject({ error: { code: 'HEADER_DRIFT' } });
    expect(await connection(id)).toMatchObject({
      header_drift: { lost: [{ header: 'Total', likely_rename: null, candidates: ['C', 'D'] }] },
    });
  });

  it('lead to columns that were mapped by their letters', async () => {
    const byLetters = [
      { system_field: 'order_id', sheet_column: 'A' },
      { system_field: 'total', sheet_column: 'c', data_type: 'number' },
    ];
    const { id, sheet } = await connected(orders(1), {}, byLetters as typeof MAPPING);
    sheet.insertColumns('Orders', 'B').append('Orders', [['A2', 'new', '', 2]]);
    await app.sync(client, id);
    const both = [1, 2].map((n) => ({ order_id: `A${n}`, total: n }));
    expect(await dataOf(id)).toEqual(both);
    // Also when something else of the connection is changed.
    await update(id, { sync_mode: 'mirror' });
    await app.settled();
    expect(await dataOf(id)).toEqual(both);
  });
});

describe('a connection that is changed', () => {
  it('is synced from the start in its new shape', async () => {
    const { id, sheet } = await connected(orders(3));
    sheet.addTab({ title: 'Old', rows: [['x'], HEADER, order(7), order(8)] });
    const steps: [object, number, Record<string, unknown>][] = [
      [{ column_mappings: RENAMED }, 3, { order_id: 'A1', amount: 1 }],
      [{ data_start_row: 3 }, 2, { order_id: 'A2', amount: 2 }],
      [{ sync_mode: 'mirror' }, 2, { order_id: 'A2', amount: 2 }],
      [{ key_column: 'Order ID' }, 2, { order_id: 'A2', amount: 2 }],
      [{ sheet_name: 'Old', header_row: 2 }, 2, { order_id: 'A7', amount: 7 }],
    ];
    for (const [changes, rows, first] of steps) {
      const before = await lastRun(id);
      await update(id, changes);
      await app.settled();
      const run = await lastRun(id);
      expect(run.run_id).not.toBe(before.run_id);
      expect(run).toMatchObject({ status: 'succeeded', counts: { rows_read: rows } });
      const data = await dataOf(id);
      expect(data).toHaveLength(rows);
      expect(data[0]).toEqual(first);
    }
    const kept = await app.store.collection('sheet_raw_data').distinct('generation', {
      connection_id: id,
    });
    expect(kept).toHaveLength(1);
  });

  it('is not synced when nothing of its shape is another', async () => {
    const { id } = await connected(orders(2));
    const before = await lastRun(id);
    await update(id, { column_mappings: MAPPING, header_row: 1, sheet_name: 'Orders' });
    await app.settled();
    expect(await lastRun(id)).toEqual(before);
  });

  it('shows its old rows until the new ones are complete, never both, never fewer', async () => {
    const { id } = await connected(orders(MANY));
    app.emulator.latency.set(200, 'sheets');
    await update(id, { column_mappings: RENAMED });
    let isOver = false;
    const shapes = new Set<string>();
    const read = async (page: number) => {
      const path = `${PATH}/${id}/data?page=${page}&page_size=50`;
      const { body } = await client.get(path).expect(200);
      const { data, total } = body as { data: DataRow[]; total: number };
      expect({ total, rows: data.length }).toEqual({ total: MANY, rows: 50 });
      const found = new Set(data.map((row) => Object.keys(row.data).join()));
      expect([...found]).toHaveLength(1);
      for (const shape of found) shapes.add(shape);
    };
    const readers = [1, 20, MANY / 50].map(async (page) => {
      while (!isOver) await read(page);
      await read(page);
    });
    try {
      await app.settled();
    } finally {
      isOver = true;
    }
    await Promise.all(readers);
    expect([...shapes]).toEqual(['order_id,total', 'order_id,amount']);
    const documents = app.store.collection('sheet_raw_data');
    expect(await documents.countDocuments({ connection_id: id })).toBe(MANY);
  });

  it('ends in its newest shape when it is changed in the midst of a sync', async () => {
    const { id, sheet } = await connected(orders(MANY), { sync_enabled: false });
    app.emulator.latency.set(200, 'sheets');
    await client.post(`${PATH}/${id}/sync`).expect(202);
    await eventually('the sync is under way', async () => {
      return (await connection(id)).status === 'syncing' || undefined;
    });
    await update(id, { column_mappings: RENAMED, sync_enabled: true });
    await update(id, { column_mappings: [{ ...RENAMED[1], system_field: 'sum' }] });
    app.emulator.latency.clear();
    await eventually('the newest shape is there', async () => {
      const [first] = (await client.get(`${PATH}/${id}/data?page_size=1`)).body.data as DataRow[];
      return (first && 'sum' in first.data) || undefined;
    });
    await app.settled();
    expect(await connection(id)).toMatchObject({ status: 'success' });
    const documents = app.store.collection('sheet_raw_data');
    expect(await documents.countDocuments({ connection_id: id })).toBe(MANY);
    expect(await documents.countDocuments({ connection_id: id, 'data.sum': { $exists: 1 } })).toBe(
      MANY,
    );
    expect(sheet.tabTitles).toEqual(['Orders']);
  });

  it.each(['append', 'mirror'])(
    'keeps its old rows while the sheet is empty, until that is accepted (%s)',
    async (sync_mode) => {
      const { id, sheet } = await connected(orders(3), { sync_mode });
      sheet.clear('Orders', 'A2:C');
      await update(id, { column_mappings: RENAMED });
      await app.settled();
      expect(await connection(id)).toMatchObject({ error_code: 'ROWS_WOULD_VANISH' });
      expect((await dataOf(id))[0]).toEqual({ order_id: 'A1', total: 1 });
      expect(await dataOf(id)).toHaveLength(3);
      expect(await app.sync(client, id)).toMatchObject({ error: { code: 'ROWS_WOULD_VANISH' } });
      expect(await dataOf(id)).toHaveLength(3);
      expect(await app.sync(client, id, { accept_deletions: true })).toMatchObject({
        status: 'succeeded',
      });
      expect(await dataOf(id)).toEqual([]);
      sheet.set('Orders', 'A2', [order(1)]);
      await app.sync(client, id);
      expect(await dataOf(id)).toEqual([{ order_id: 'A1', amount: 1 }]);
    },
  );
});

describe('a change that a sync has just missed', () => {
  const runsOf = async (id: string) => {
    const { body } = await client.get(`${PATH}/${id}/runs`).expect(200);
    return (body as { data: { run_id: string; status: string }[] }).data;
  };

  /** Lets something happen after a sync has looked for changes for the last time, before its run ends. */
  function atTheEndOfASync(happening: () => Promise<unknown>): void {
    const runner = app.test.app.get(SheetSyncRunner, { strict: false });
    const sync = runner.sync.bind(runner);
    jest.spyOn(runner, 'sync').mockImplementationOnce(async (run) => {
      const counts = await sync(run);
      await happening();
      return counts;
    });
  }

  afterEach(() => jest.restoreAllMocks());

  it('is synced by a run that the end of the missing one starts', async () => {
    const { id } = await connected(orders(2));
    atTheEndOfASync(() => update(id, { column_mappings: RENAMED }));
    const before = await runsOf(id);
    await client.post(`${PATH}/${id}/sync`).expect(202);
    await app.settled();
    expect((await runsOf(id)).map(({ status }) => status)).toEqual([
      'succeeded',
      'succeeded',
      ...before.map(({ status }) => status),
    ]);
    expect(await dataOf(id)).toEqual([1, 2].map((n) => ({ order_id: `A${n}`, amount: n })));
  });

  it('is synced when the api that took the change is gone before the run ends', async () => {
    const user = newUser();
    client = await app.client(user);
    const { id } = await connected(orders(2));
    atTheEndOfASync(async () => {
      const other = await app.startApi();
      await new Client(other.server, await tokenFor(user))
        .put(`${PATH}/${id}`, { column_mappings: RENAMED })
        .expect(200);
      await other.stop();
    });
    await client.post(`${PATH}/${id}/sync`).expect(202);
    await app.settled();
    expect(await dataOf(id)).toEqual([1, 2].map((n) => ({ order_id: `A${n}`, amount: n })));
  });

  it('is synced though whoever ended the run could not start the next one', async () => {
    const { id } = await connected(orders(2));
    const runs = app.test.app.get(RunService);
    let failed: jest.SpyInstance | undefined;
    atTheEndOfASync(async () => {
      await update(id, { column_mappings: RENAMED });
      failed = jest.spyOn(runs, 'trigger').mockRejectedValueOnce(new Error('The process dies'));
    });
    await client.post(`${PATH}/${id}/sync`).expect(202);
    await app.settled();
    expect(failed?.mock.calls.length).toBeGreaterThan(1);
    expect(await dataOf(id)).toEqual([1, 2].map((n) => ({ order_id: `A${n}`, amount: n })));
  });

  it('is synced by one run only, also when that one fails', async () => {
    const { id, sheet } = await connected(orders(2));
    atTheEndOfASync(() => {
      sheet.set('Orders', 'C1', [['Weight']]);
      return client
        .put(`${PATH}/${id}`, { column_mappings: [MAPPING[0]] })
        .expect(200)
        .then(() => sheet.set('Orders', 'A1', [['Key']]));
    });
    const before = (await runsOf(id)).length;
    await client.post(`${PATH}/${id}/sync`).expect(202);
    await app.settled();
    expect(await runsOf(id)).toHaveLength(before + 2);
    expect(await connection(id)).toMatchObject({ error_code: 'HEADER_DRIFT' });
  });

  it('is not synced any more when its owner cancels the run that waits to do so', async () => {
    const { id } = await connected(orders(2));
    const before = (await runsOf(id)).length;
    const kinds = app.test.app.get(RunKindControl);
    await kinds.pause('sheet.sync');
    try {
      await update(id, { column_mappings: RENAMED });
      await update(id, { data_start_row: 3 });
      const [waiting] = await runsOf(id);
      await app.test.app.get(RunService).cancel(waiting!.run_id);
      await app.settled();
      expect((await runsOf(id)).map(({ status }) => status).slice(0, -before)).toEqual([
        'cancelled',
      ]);
    } finally {
      await kinds.resume('sheet.sync');
    }
    await app.sync(client, id);
    expect(await dataOf(id)).toEqual([{ order_id: 'A2', amount: 2 }]);
  });
});

describe('a tab', () => {
  it('is followed when it was renamed', async () => {
    const { id, sheet } = await connected(orders(1));
    sheet.renameTab('Orders', "Đơn '26").append("Đơn '26", [order(2)]);
    expect(await app.sync(client, id)).toMatchObject({
      status: 'succeeded',
      counts: { rows_read: 1, rows_written: 1 },
    });
    expect(await connection(id)).toMatchObject({ sheet_name: "Đơn '26", status: 'success' });
    expect(await dataOf(id)).toHaveLength(2);
  });

  it('is not taken for another one that has its name now', async () => {
    const { id, sheet } = await connected(orders(2));
    sheet.renameTab('Orders', 'Orders 2025').addTab({ title: 'Orders', rows: [HEADER, order(8)] });
    sheet.append('Orders', [order(9), order(10)]).append('Orders 2025', [order(3)]);
    expect(await app.sync(client, id)).toMatchObject({ counts: { rows_read: 1 } });
    expect(await connection(id)).toMatchObject({ sheet_name: 'Orders 2025' });
    expect((await dataOf(id)).map(({ order_id }) => order_id)).toEqual(['A1', 'A2', 'A3']);
    sheet.deleteTab('Orders 2025').renameTab('Orders', 'Orders 2025');
    const run = await app.sync(client, id);
    expect(run).toMatchObject({ status: 'failed', error: { code: 'TAB_NOT_FOUND' } });
    expect(run.error?.message).toContain('replaced by another one of the same name');
    await update(id, { sheet_name: 'Orders 2025' });
    await app.settled();
    expect((await dataOf(id)).map(({ order_id }) => order_id)).toEqual(['A8', 'A9', 'A10']);
  });

  it('is missed when it was deleted, with the tabs that there are', async () => {
    const { id, sheet } = await connected(orders(1));
    sheet.addTab({ title: 'Kho' }).addTab({ title: 'Sales' }).deleteTab('Orders');
    const run = await app.sync(client, id);
    expect(run).toMatchObject({ status: 'failed', error: { code: 'TAB_NOT_FOUND' } });
    for (const title of ['Orders', 'Kho', 'Sales']) {
      expect(run.error?.message).toContain(`"${title}"`);
    }
    expect(await dataOf(id)).toHaveLength(1);
  });
});

describe('a mirrored sheet', () => {
  it('with a key column has one update for an edit, though it was sorted as well', async () => {
    const { id, sheet } = await connected(orders(6), {
      sync_mode: 'mirror',
      key_column: 'Order ID',
    });
    sheet.set('Orders', 'C3', [[99]]).sortRows('Orders', 'A', { descending: true });
    expect(await app.sync(client, id)).toMatchObject({
      counts: { rows_updated: 1, rows_moved: 5, rows_inserted: 0, rows_deleted: 0 },
      changes: [{ row_number: 6, fields: ['total'] }],
    });
    expect((await dataOf(id)).map(({ total }) => total)).toEqual([6, 5, 4, 3, 99, 1]);
  });

  it.each([
    ['0.3', 3, 4],
    ['0.5', 5, 6],
    ['0', 0, 1],
  ])('may lose the part %s of its rows at a sync', async (limit, allowed, refused) => {
    const own = limit === '0.3' ? app : await SheetApp.start({ SHEET_DELETE_LIMIT: limit });
    const owner = await own.client(newUser());
    for (const [deleted, isAllowed] of [
      [allowed, true],
      [refused, false],
    ] as const) {
      const sheet = own.sheet([HEADER, ...orders(10)]);
      const id = await own.connect(owner, sheet, MAPPING, { sync_mode: 'mirror' });
      await own.settled();
      if (deleted > 0) sheet.deleteRows('Orders', 4, deleted);
      const run = await own.sync(owner, id);
      expect(run.error?.code).toBe(isAllowed ? undefined : 'ROWS_WOULD_VANISH');
      if (!isAllowed) expect(run.error?.message).toContain(`${deleted} of 10 stored rows`);
      expect(await own.rows(owner, id)).toHaveLength(isAllowed ? 10 - deleted : 10);
    }
  });
});
