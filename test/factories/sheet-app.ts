import { getConnectionToken } from '@nestjs/mongoose';
import { Config, type RawEnvironment } from '@tributary/config';
import { type CellInput, GoogleEmulator, type SpreadsheetHandle } from '@tributary/google-emulator';
import { RunService } from '@tributary/pipeline';
import { type Connection } from 'mongoose';
import { type Extension } from '../../src/app.module';
import { SHEET_SYNC } from '../../src/sheet-crawler/sync/sheet-sync.kind';
import { startApp, type TestApp } from './app';
import { Client } from './client';
import { testEnvironment } from './environment';
import { eventually } from './eventually';
import { tokenFor } from './live-client';

/** A column mapping as a request has it. */
export interface MappingBody {
  system_field: string;
  sheet_column: string;
  data_type?: string;
  required?: boolean;
}

/** The account with which sheets of tests are shared. */
export const READER = 'reader@shop.iam.gserviceaccount.com';

const { INTERNAL_API_KEY } = testEnvironment();

const emulators: GoogleEmulator[] = [];

afterAll(async () => {
  await Promise.all(emulators.splice(0).map((emulator) => emulator.stop()));
});

/** The whole application in one process, with an emulator of Google that has no quota. */
export class SheetApp {
  private constructor(
    readonly test: TestApp,
    readonly emulator: GoogleEmulator,
    private readonly environment: RawEnvironment,
  ) {}

  /** `accounts` are the addresses of the service accounts; `extension` is added to the product. */
  static async start(
    overrides: RawEnvironment = {},
    accounts: readonly string[] = [READER],
    extension?: Extension,
  ): Promise<SheetApp> {
    const emulator = await GoogleEmulator.start();
    emulators.push(emulator);
    emulator.quotas.switchOff();
    const keys = accounts.map((email) => emulator.accounts.create(email));
    const environment = {
      ROLE: 'all',
      THROTTLE_LIMIT: '1000000',
      GOOGLE_API_BASE_URL: emulator.url,
      GOOGLE_SERVICE_ACCOUNT_JSON: JSON.stringify(keys),
      RATE_LIMIT_GOOGLE_SHEETS: 'bucket 1000000@1000000/s',
      RATE_LIMIT_GOOGLE_DRIVE: 'bucket 1000000@1000000/s',
      ...overrides,
    };
    const test = await startApp(environment, [], extension);
    return new SheetApp(test, emulator, environment);
  }

  /** Another process of the api, as it were, with the same stores and the same Google. */
  startApi(): Promise<TestApp> {
    const { MONGODB_URL, REDIS_PREFIX } = this.test.app.get(Config);
    return startApp({ ...this.environment, ROLE: 'api', MONGODB_URL, REDIS_PREFIX });
  }

  get url(): string {
    return this.test.url;
  }

  /** The store behind the application, to look at or to damage. */
  get store(): Connection {
    return this.test.app.get<Connection>(getConnectionToken());
  }

  /** Somebody who is signed in. */
  async client(userId: string): Promise<Client> {
    return new Client(this.test.server, await tokenFor(userId));
  }

  /** A spreadsheet with one tab, `Orders` unless told, shared with the accounts. */
  sheet(
    rows: readonly (readonly CellInput[])[],
    {
      readers = [READER],
      tab = 'Orders',
      ...options
    }: { readers?: string[]; tab?: string; locale?: string; timeZone?: string } = {},
  ): SpreadsheetHandle {
    return this.emulator.sheets.create(
      { title: 'Shop', ...options, tabs: [{ title: tab, rows }] },
      { readers },
    );
  }

  /** Connects a tab of a sheet, `Orders` unless told, and gives the id of the connection. */
  async connect(
    client: Client,
    sheet: SpreadsheetHandle,
    column_mappings: readonly MappingBody[],
    options: object = {},
  ): Promise<string> {
    const body = { sheet_id: sheet.id, sheet_name: 'Orders', column_mappings, ...options };
    const answer = await client.post('/api/v1/sheet-connections', body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return (answer.body as { id: string }).id;
  }

  /** Has a connection synced and waits for the end; gives the run's details. */
  async sync(client: Client, id: string, body?: object): Promise<RunDetails> {
    await this.idle(client, id);
    const { body: trigger } = await client
      .post(`/api/v1/sheet-connections/${id}/sync`, body)
      .expect(202);
    return this.ended(client, id, (trigger as { run_id: string }).run_id);
  }

  /** Waits until no run of a connection is active, and the ends of all were told. */
  async idle(client: Client, id: string): Promise<void> {
    await client.get(`/api/v1/sheet-connections/${id}`).expect(200);
    const runs = this.test.app.get(RunService);
    // Not over HTTP: asking that often would take the time that the syncs need.
    await eventually(
      'the connection is idle',
      async () => (await runs.isSettled(SHEET_SYNC, id)) || undefined,
    );
  }

  /** Waits until a run has ended and its end was told. */
  async ended(client: Client, id: string, runId: string): Promise<RunDetails> {
    await this.idle(client, id);
    const { body } = await client.get(`/api/v1/sheet-connections/${id}/runs/${runId}`).expect(200);
    const run = body as RunDetails;
    if (run.finished_at === null) throw new Error(`The run ${runId} has not ended`);
    return run;
  }

  /** Has a cycle done, as Cloud Scheduler does, and waits until all that it started has ended. */
  async cycle(): Promise<void> {
    await new Client(this.test.server)
      .post('/api/v1/internal/trigger-sync')
      .set('X-API-Key', INTERNAL_API_KEY)
      .expect(202);
    await this.settled();
  }

  /** Waits until every run has ended, and its end was told. */
  async settled(): Promise<void> {
    const unsettled = { $or: [{ is_active: true }, { outbox_due: { $exists: true } }] };
    await eventually('all runs have ended', async () => {
      return (await this.store.collection('runs').countDocuments(unsettled)) === 0 || undefined;
    });
  }

  /** Deletes a connection, which nobody finds from then on, and waits until nothing is left of it. */
  async delete(client: Client, id: string): Promise<void> {
    await client.delete(`/api/v1/sheet-connections/${id}`).expect(204);
    await client
      .get(`/api/v1/sheet-connections/${id}`)
      .expect(404, { detail: 'Connection not found' });
    const deletion = { kind: 'sheet.deletion', subject: id };
    await eventually('the deletion is done', async () => {
      return (await this.store.collection('runs').countDocuments(deletion)) === 0 || undefined;
    });
  }

  /** All stored rows as a reader gets them, page by page. */
  async rows(client: Client, id: string): Promise<DataRow[]> {
    const rows: DataRow[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await client
        .get(`/api/v1/sheet-connections/${id}/data?page=${page}&page_size=100`)
        .expect(200);
      const { data, total_pages } = body as { data: DataRow[]; total_pages: number };
      rows.push(...data);
      if (page >= total_pages) return rows;
    }
  }
}

/** A run as `GET .../runs/{run_id}` shows it. */
export interface RunDetails {
  run_id: string;
  status: string;
  attempt: number;
  finished_at: string | null;
  error: { code: string; message: string } | null;
  counts: Record<string, number> | null;
  problems: { row_number: number; kind: string; field: string | null; message: string }[];
  changes: { row_number: number; fields: string[] }[];
}

/** A stored row as `GET .../data` shows it. */
export interface DataRow {
  row_number: number;
  data: Record<string, unknown>;
  raw_data: Record<string, string>;
  synced_at: string;
}
