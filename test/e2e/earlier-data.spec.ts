import { getConnectionToken } from '@nestjs/mongoose';
import { type InProcessServer, startInProcess } from '@tributary/embedded-mongo';
import { addSampleData, GoogleEmulator } from '@tributary/google-emulator';
import { type DeadLetter, DeadLetterService, ReplayService, RunService } from '@tributary/pipeline';
import { readFile, writeFile } from 'node:fs/promises';
import { type Connection } from 'mongoose';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../factories/app';
import { Client } from '../factories/client';
import { throwAwayFolder } from '../factories/environment';
import { eventually } from '../factories/eventually';
import { tokenFor } from '../factories/live-client';

// A small data folder of an earlier version (see its README), and what that version answered. Stored
// names (collections, fields, kinds, codes) must be read by every later one.
const FIXTURE = join(__dirname, '../fixtures/data-folder');
/** So many orders the sample shop had. */
const ORDERS = 40;

/** A response, as far as data decide it. */
interface RecordedResponse {
  readonly path: string;
  readonly status: number;
  readonly version: string | null;
  readonly asOf: string | null;
  readonly body: unknown;
}

interface Recording {
  readonly user_id: string;
  readonly failed_run_id: string;
  readonly responses: readonly RecordedResponse[];
}

const stores: InProcessServer[] = [];
let recording: Recording;

beforeAll(async () => {
  recording = JSON.parse(await readFile(join(FIXTURE, 'responses.json'), 'utf8')) as Recording;
});

// Behind the hook of the factories that closes the applications, which need the stores for that.
afterAll(() => Promise.all(stores.map((store) => store.stop())));

/** The address of a store on a copy of the data folder. */
async function storeOfCopy(): Promise<string> {
  const folder = throwAwayFolder();
  const packed = await readFile(join(FIXTURE, 'data.mdb.gz'));
  await writeFile(join(folder, 'data.mdb'), gunzipSync(packed));
  const store = await startInProcess({ folder });
  stores.push(store);
  return `${store.url}/tributary`;
}

describe('a data folder of an earlier version', () => {
  it('is served with the same responses', async () => {
    const { server } = await startApp({ ROLE: 'api', MONGODB_URL: await storeOfCopy() });
    const client = new Client(server, await tokenFor(recording.user_id));
    const responses: RecordedResponse[] = [];
    for (const { path } of recording.responses) {
      const { status, headers, body } = await client.get(path);
      responses.push({
        path,
        status,
        version: headers['x-data-version'] ?? null,
        asOf: headers['x-data-as-of'] ?? null,
        body: body as unknown,
      });
    }
    expect(responses).toEqual(recording.responses);
  });
});

describe('work on a data folder of an earlier version', () => {
  let emulator: GoogleEmulator;
  let test: TestApp;
  let client: Client;

  beforeAll(async () => {
    emulator = await GoogleEmulator.start();
    const { serviceAccount } = addSampleData(emulator, { orders: ORDERS });
    test = await startApp({
      ROLE: 'all',
      MONGODB_URL: await storeOfCopy(),
      GOOGLE_API_BASE_URL: emulator.url,
      GOOGLE_SERVICE_ACCOUNT_JSON: JSON.stringify(serviceAccount.keyFile),
    });
    client = new Client(test.server, await tokenFor(recording.user_id));
  });
  afterAll(() => emulator.stop());

  async function idOf(tab: string): Promise<string> {
    const { body } = await client.get('/api/v1/sheet-connections').expect(200);
    const found = (body as { id: string; sheet_name: string }[]).find(
      ({ sheet_name }) => sheet_name === tab,
    );
    if (!found) throw new Error(`There is no connection to ${tab}`);
    return found.id;
  }

  async function resultOf(runId: string): Promise<unknown> {
    const runs = test.app.get(RunService, { strict: false });
    const run = await eventually('the run has ended', async () => {
      const found = await runs.get(runId);
      return found.finished_at ? found : undefined;
    });
    expect(run).toMatchObject({ status: 'succeeded', error: null });
    return run.result;
  }

  it('syncs a sheet by the rows that were stored: only those that differ are written', async () => {
    const id = await idOf('Orders');
    const { body } = await client.post(`/api/v1/sheet-connections/${id}/sync`).expect(202);
    // The sample shop is new, so the edit of the earlier version is undone in it.
    expect(await resultOf((body as { run_id: string }).run_id)).toMatchObject({
      rows_read: ORDERS,
      rows_unchanged: ORDERS - 1,
      rows_updated: 1,
      rows_inserted: 0,
      rows_deleted: 0,
    });
    const statuses = await client
      .get(`/api/v1/analytics/${id}/distribution/order_status`)
      .expect(200);
    expect(statuses.body).toMatchObject({
      data: [
        { value: 'delivered', count: 34 },
        { value: 'cancelled', count: 4 },
        { value: 'returned', count: 2 },
      ],
    });
    const summary = await client.get(`/api/v1/analytics/${id}/summary`).expect(200);
    expect(summary.body).toEqual(recordedBody(`/api/v1/analytics/${id}/summary`));
  });

  it('replays what had failed', async () => {
    const [letter] = await letters();
    expect(letter).toMatchObject({ run_id: recording.failed_run_id, state: 'open' });
    const replays = test.app.get(ReplayService, { strict: false });
    const { run } = await replays.replay(letter?.id ?? '');
    expect(await resultOf(run.id)).toMatchObject({ rows_read: 12, rows_unchanged: 12 });
    const id = await idOf('Customers');
    await eventually('the connection is fine again', async () => {
      const { body } = await client.get(`/api/v1/sheet-connections/${id}`).expect(200);
      return (body as { status: string }).status === 'success';
    });
    expect(await letters()).toMatchObject([{ state: 'replayed', replay_run_id: run.id }]);
  });

  it('deletes a connection with all that it has', async () => {
    const id = await idOf('Products');
    const store = test.app.get<Connection>(getConnectionToken(), { strict: false });
    const names = (await store.listCollections()).map(({ name }) => name);
    const left = async (): Promise<string[]> => {
      const counts = await Promise.all(
        names.map(async (name) => {
          const of = { $or: [{ connection_id: id }, { subject: id }] };
          return (await store.collection(name).countDocuments(of)) > 0 ? [name] : [];
        }),
      );
      return counts.flat();
    };
    expect(await left()).toEqual(
      expect.arrayContaining(['runs', 'sheet_books', 'sheet_raw_data', 'sheet_rollups']),
    );
    await client.delete(`/api/v1/sheet-connections/${id}`).expect(204);
    await client.get(`/api/v1/sheet-connections/${id}`).expect(404);
    await eventually('nothing is left of it', async () => (await left()).length === 0);
  });

  const recordedBody = (path: string): unknown =>
    recording.responses.find((response) => response.path === path)?.body;

  async function letters(): Promise<DeadLetter[]> {
    const [found] = await test.app.get(DeadLetterService, { strict: false }).list({}, 0, 10);
    return found;
  }
});
