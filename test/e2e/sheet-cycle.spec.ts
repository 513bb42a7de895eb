import { type SpreadsheetHandle } from '@tributary/google-emulator';
import { RunKindControl } from '@tributary/pipeline';
import { randomUUID } from 'node:crypto';
import { Client } from '../factories/client';
import { rawEnvironment, testEnvironment } from '../factories/environment';
import { eventually } from '../factories/eventually';
import { newUser } from '../factories/live-client';
import { READER, SheetApp } from '../factories/sheet-app';

const PATH = '/api/v1/sheet-connections';
const TRIGGER = '/api/v1/internal/trigger-sync';
const { INTERNAL_API_KEY } = testEnvironment();
const MAPPING = [
  { system_field: 'order_id', sheet_column: 'Order ID', required: true },
  { system_field: 'total', sheet_column: 'Total', data_type: 'number' },
];

interface Connected {
  id: string;
  sheet: SpreadsheetHandle;
}

describe('a cycle over all connections', () => {
  let app: SheetApp;
  let client: Client;

  beforeAll(async () => {
    app = await SheetApp.start();
  });

  beforeEach(async () => {
    client = await app.client(newUser());
    // Every test has the connections to itself.
    await app.settled();
    for (const name of ['sheet_connections', 'sheet_sync_states', 'runs']) {
      await app.store.collection(name).deleteMany({});
    }
    app.emulator.faults.clear();
    app.emulator.log.clear();
  });

  async function connected(options: object = {}): Promise<Connected> {
    const sheet = app.sheet([
      ['Order ID', 'Total'],
      ['A1', 1],
    ]);
    return { id: await app.connect(client, sheet, MAPPING, options), sheet };
  }

  /** Connections that were synced, of whose changes Drive tells from here on. */
  async function idle(count: number): Promise<Connected[]> {
    const all = [];
    for (let made = 0; made < count; made += 1) all.push(await connected());
    await app.settled();
    await app.cycle();
    await app.cycle();
    app.emulator.log.clear();
    return all;
  }

  /** The sheets that were read since the log was cleared. */
  function sheetsRead(): string[] {
    const paths = app.emulator.log.entries({ api: 'sheets' }).map(({ path }) => path);
    return paths.map((path) => path.split('/spreadsheets/')[1] as string);
  }

  const requests = () => app.emulator.log.entries().filter(({ api }) => api !== 'oauth').length;
  const syncsOf = (id: string) =>
    app.store.collection('runs').countDocuments({ kind: 'sheet.sync', subject: id });
  const stateOf = async ({ id }: Connected) => {
    const { body } = await client.get(`${PATH}/${id}/sync-status`).expect(200);
    return body as { status: string; error_code: string | null; error_message: string | null };
  };
  const setState = (ids: string[], state: object) =>
    app.store
      .collection('sheet_sync_states')
      .updateMany({ connection_id: { $in: ids } }, { $set: state });

  it('is asked for with the API key, and answered at once', async () => {
    const scheduler = new Client(app.test.server);
    await scheduler.post(TRIGGER).expect(401, { detail: 'Invalid API key' });
    await scheduler
      .post(TRIGGER)
      .set('X-API-Key', 'wrong')
      .expect(401, { detail: 'Invalid API key' });
    await client.post(TRIGGER).expect(401);
    const { body } = await scheduler.post(TRIGGER).set('X-API-Key', INTERNAL_API_KEY).expect(202);
    const { status, timestamp, ...rest } = body as { status: string; timestamp: string };
    expect(status).toBe('accepted');
    expect(Number.isNaN(Date.parse(timestamp))).toBe(false);
    expect(rest).toEqual({});
  });

  it('queues all enabled connections that are due, none of them twice, and no disabled one', async () => {
    const kinds = app.test.app.get(RunKindControl);
    const due = [await connected(), await connected()];
    const disabled = await connected({ sync_enabled: false });
    await app.settled();
    await setState(
      [...due, disabled].map(({ id }) => id),
      { last_read_at: null },
    );
    await kinds.pause('sheet.sync');
    try {
      await client.post(`${PATH}/${due[0]?.id}/sync`).expect(202);
      const trigger = async () => {
        const before = await app.store.collection('runs').countDocuments({ kind: 'sheet.cycle' });
        await new Client(app.test.server)
          .post(TRIGGER)
          .set('X-API-Key', INTERNAL_API_KEY)
          .expect(202);
        await eventually('the cycle is over', async () => {
          const over = { kind: 'sheet.cycle', finished_at: { $ne: null } };
          const count = await app.store.collection('runs').countDocuments(over);
          return count > before || undefined;
        });
      };
      await trigger();
      await trigger();
      // The first sync of each was its creation's.
      expect(await Promise.all(due.map(({ id }) => syncsOf(id)))).toEqual([2, 2]);
      expect(await syncsOf(disabled.id)).toBe(0);
    } finally {
      await kinds.resume('sheet.sync');
    }
    await app.settled();
  });

  it('costs no read of a sheet and at most two requests when nothing happened', async () => {
    const all = await idle(8);
    const syncs = await syncsOf(all[0]?.id as string);
    for (let cycles = 1; cycles <= 3; cycles += 1) {
      await app.cycle();
      expect(sheetsRead()).toEqual([]);
      expect(requests()).toBeLessThanOrEqual(2 * cycles);
    }
    expect(await syncsOf(all[0]?.id as string)).toBe(syncs);
  });

  it('syncs the sheet that was edited, and no other', async () => {
    const [edited] = await idle(3);
    edited?.sheet.append('Orders', [['A2', 2]]);
    await app.cycle();
    expect(sheetsRead()).toEqual([edited?.sheet.id]);
    expect(await app.rows(client, edited?.id as string)).toHaveLength(2);
    app.emulator.log.clear();
    await app.cycle();
    expect(sheetsRead()).toEqual([]);
  });

  it('syncs all connections of a sheet that was edited', async () => {
    const [first] = await idle(2);
    const second = await app.connect(client, first?.sheet as SpreadsheetHandle, MAPPING);
    await app.settled();
    first?.sheet.append('Orders', [['A2', 2]]);
    await app.cycle();
    for (const id of [first?.id as string, second]) {
      expect(await app.rows(client, id)).toHaveLength(2);
    }
  });

  it('syncs none that was only viewed', async () => {
    const [viewed] = await idle(2);
    viewed?.sheet.append('Orders', [['A2', 2]]);
    await app.cycle();
    app.emulator.log.clear();
    app.emulator.files.touch(viewed?.sheet.id as string, 'view');
    await app.cycle();
    expect(sheetsRead()).toEqual([]);
  });

  it('finds recalculated formulas by an audit', async () => {
    const [recalculated, other] = await idle(2);
    const id = recalculated?.id as string;
    await client.put(`${PATH}/${id}`, { sync_mode: 'mirror' }).expect(200);
    await app.settled();
    await app.cycle();
    app.emulator.log.clear();
    recalculated?.sheet.recalculate('Orders', 'B2', [[7]]);
    await app.cycle();
    expect(sheetsRead()).toEqual([]);
    await setState([id], { last_read_at: new Date(Date.now() - 31 * 60_000) });
    await app.cycle();
    expect(sheetsRead()).toEqual([recalculated?.sheet.id]);
    expect((await app.rows(client, id))[0]?.data.total).toBe(7);
    expect(sheetsRead()).not.toContain(other?.sheet.id);
  });

  it('reads a sheet that was taken away once, and again when it was given back', async () => {
    const [taken] = await idle(2);
    const { sheet } = taken as Connected;
    app.emulator.files.unshare(sheet.id, READER);
    await app.cycle();
    expect(await stateOf(taken as Connected)).toMatchObject({ status: 'failed' });
    expect((await stateOf(taken as Connected)).error_message).toContain(READER);
    expect(sheetsRead()).toEqual([sheet.id]);
    app.emulator.log.clear();
    await app.cycle();
    await app.cycle();
    expect(sheetsRead()).toEqual([]);
    sheet.append('Orders', [['A2', 2]]);
    app.emulator.files.share(sheet.id, READER);
    await app.cycle();
    expect(await stateOf(taken as Connected)).toMatchObject({
      status: 'success',
      error_code: null,
    });
    expect(await app.rows(client, taken?.id as string)).toHaveLength(2);
  });

  it('reads a sheet whose header is gone once, and again when it was edited', async () => {
    const [drifted] = await idle(2);
    const { sheet } = drifted as Connected;
    sheet.set('Orders', 'B1', [['Weight']]);
    await app.cycle();
    expect(await stateOf(drifted as Connected)).toMatchObject({ error_code: 'HEADER_DRIFT' });
    app.emulator.log.clear();
    await app.cycle();
    expect(sheetsRead()).toEqual([]);
    sheet.set('Orders', 'B1', [['Total']]);
    await app.cycle();
    expect(await stateOf(drifted as Connected)).toMatchObject({ status: 'success' });
  });

  it('syncs everything while Drive does not answer', async () => {
    const all = await idle(2);
    all[1]?.sheet.append('Orders', [['A2', 2]]);
    app.emulator.faults.add({ api: 'drive', kind: 'status', status: 500, times: Infinity });
    await app.cycle();
    expect(sheetsRead().sort()).toEqual(all.map(({ sheet }) => sheet.id).sort());
    app.emulator.faults.clear();
    await app.cycle();
    expect(await app.rows(client, all[1]?.id as string)).toHaveLength(2);
  });

  it('begins at a new place when Drive does not know the old one, and misses nothing', async () => {
    const all = await idle(2);
    const lost = await app.store
      .collection('sheet_drive_feeds')
      .updateMany({}, { $set: { page_token: 'nonsense' } });
    expect(lost.modifiedCount).toBe(1);
    all[1]?.sheet.append('Orders', [['A2', 2]]);
    await app.cycle();
    expect(await app.rows(client, all[1]?.id as string)).toHaveLength(2);
    await app.cycle();
    app.emulator.log.clear();
    await app.cycle();
    expect(sheetsRead()).toEqual([]);
    all[0]?.sheet.append('Orders', [['A2', 2]]);
    await app.cycle();
    expect(sheetsRead()).toEqual([all[0]?.sheet.id]);
  });

  it('deletes what was written late for a deleted connection, and forgets it after a week', async () => {
    const { id } = await connected();
    await app.settled();
    await app.delete(client, id);
    const deleted = app.store.collection<{ _id: string }>('deleted_sheet_connections');
    const daysAgo = async (days: number): Promise<void> => {
      const at = new Date(Date.now() - days * 86_400_000);
      await deleted.updateOne({ _id: id }, { $set: { deleted_at: at, sweep_at: at } });
    };
    const rows = app.store.collection('sheet_raw_data');
    for (const days of [1, 8]) {
      await daysAgo(days);
      await rows.insertOne({ connection_id: id, generation: 1, row_id: 2 });
      await app.cycle();
      expect(await rows.countDocuments({ connection_id: id })).toBe(0);
      expect(await deleted.countDocuments({ _id: id })).toBe(days < 7 ? 1 : 0);
    }
  });

  it('does not look again before its time', async () => {
    const { id } = await connected();
    await app.settled();
    await app.delete(client, id);
    await app.cycle();
    const deleted = app.store.collection<{ _id: string; deleted_at: Date; sweep_at: Date }>(
      'deleted_sheet_connections',
    );
    const { deleted_at, sweep_at } = (await deleted.findOne({ _id: id }))!;
    expect(sweep_at.getTime()).toBeGreaterThan(deleted_at.getTime());
    await deleted.updateOne({ _id: id }, { $set: { sweep_at: new Date(Date.now() + 3_600_000) } });
    const rows = app.store.collection('sheet_raw_data');
    await rows.insertOne({ connection_id: id, generation: 1, row_id: 2 });
    await app.cycle();
    expect(await rows.countDocuments({ connection_id: id })).toBe(1);
    await rows.deleteOne({ connection_id: id });
  });
});

describe('a cycle without a scheduler from outside', () => {
  it('is started once over all processes', async () => {
    const { MONGODB_URL, REDIS_URL } = rawEnvironment();
    const shared = {
      MONGODB_URL,
      REDIS_URL,
      REDIS_PREFIX: `test-${randomUUID()}`,
      SYNC_INTERVAL_SECONDS: '1',
    };
    const startedAt = Date.now();
    const [one] = await Promise.all([SheetApp.start(shared), SheetApp.start(shared)]);
    const cycles = () => one.store.collection('runs').countDocuments({ kind: 'sheet.cycle' });
    await eventually('four cycles were started', async () => (await cycles()) >= 4 || undefined);
    const started = await cycles();
    const intervals = Math.floor((Date.now() - startedAt) / 1_000);
    expect(started).toBeLessThanOrEqual(intervals + 1);
  });
});
