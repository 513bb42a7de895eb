import { getConnectionToken } from '@nestjs/mongoose';
import { Config, type RawEnvironment } from '@tributary/config';
import { GoogleEmulator } from '@tributary/google-emulator';
import { ReplayService } from '@tributary/pipeline';
import { type Collection, type Connection, Types } from 'mongoose';
import { type RunRecord } from '../../../../libs/pipeline/src/ledger/run.schema';
import { type SheetRowRecord } from '../../../../src/sheet-crawler/rows/sheet-row.schema';
import { type SheetSyncReportRecord } from '../../../../src/sheet-crawler/state/sheet-sync-report.schema';
import { type SheetSyncStateRecord } from '../../../../src/sheet-crawler/state/sheet-sync-state.schema';
import { startApp, type TestApp } from '../../../factories/app';
import { Client } from '../../../factories/client';
import { rawEnvironment, throwAwayFolder } from '../../../factories/environment';
import { eventually } from '../../../factories/eventually';
import { newUser, tokenFor } from '../../../factories/live-client';
import { RestartableRedis } from '../../../factories/restartable-redis';
import { scaled } from '../../../setup/scale';
import { MongoProxy } from '../../support/mongo-proxy';
import { TerminalEvents } from '../../support/terminal-events';
import { WorkerProcess } from '../../support/worker-process';
import { ORDER_MAPPING, OrderSheet } from './order-sheet';

/** The accounts that sheets are shared with; what slows one of them down leaves the others alone. */
export const ACCOUNTS = [
  'reader@shop.iam.gserviceaccount.com',
  'second@shop.iam.gserviceaccount.com',
] as const;

/** Rows that are stored together; fewer than in production, so that a small sheet has several such chunks. */
export const CHUNK_ROWS = scaled(100, 1_000);

/** What is written for a connection; runs are written by heartbeats, too, however often. */
const COLLECTIONS = [
  'sheet_raw_data',
  'sheet_sync_states',
  'sheet_sync_reports',
  'sheet_books',
  'sheet_rollups',
];

/** Leases as in production: a machine that is busy takes no run from a worker that lives. */
const ENVIRONMENT = {
  LOG_LEVEL: 'warn',
  SHEET_CHUNK_ROWS: String(CHUNK_ROWS),
  THROTTLE_LIMIT: '1000000',
  RATE_LIMIT_GOOGLE_SHEETS: 'bucket 1000000@1000000/s',
  RATE_LIMIT_GOOGLE_DRIVE: 'bucket 1000000@1000000/s',
};

/** A sync that was asked for. */
export interface AskedSync {
  readonly id: string;
  readonly runId: string;
}

/**
 * Google, Redis and a database of its own, an api inside the test, and worker processes, which
 * speak with the database over a proxy, which can hold their writes.
 */
export class SheetCluster {
  readonly workers: WorkerProcess[] = [];

  private constructor(
    private readonly environment: Record<string, string>,
    readonly emulator: GoogleEmulator,
    readonly redis: RestartableRedis,
    readonly proxy: MongoProxy,
    readonly events: TerminalEvents,
    private readonly api: TestApp,
    /** Whose connections they all are. */
    readonly user: string,
    readonly client: Client,
  ) {}

  static async open(overrides: RawEnvironment = {}): Promise<SheetCluster> {
    const emulator = await GoogleEmulator.start();
    emulator.quotas.switchOff();
    const keys = ACCOUNTS.map((email) => emulator.accounts.create(email));
    const redis = await RestartableRedis.start(throwAwayFolder());
    const environment = rawEnvironment({
      ...ENVIRONMENT,
      REDIS_URL: redis.url,
      GOOGLE_API_BASE_URL: emulator.url,
      GOOGLE_SERVICE_ACCOUNT_JSON: JSON.stringify(keys),
      ...overrides,
    });
    const proxy = await MongoProxy.to(environment.MONGODB_URL ?? '', COLLECTIONS);
    const events = await TerminalEvents.listen(redis.url, environment.REDIS_PREFIX ?? '');
    const api = await startApp({ ...environment, ROLE: 'api' });
    const user = newUser();
    const client = new Client(api.server, await tokenFor(user));
    const cluster = new SheetCluster(
      environment,
      emulator,
      redis,
      proxy,
      events,
      api,
      user,
      client,
    );
    running.push(cluster);
    return cluster;
  }

  get states(): Collection<SheetSyncStateRecord> {
    return this.store.collection('sheet_sync_states');
  }

  get rows(): Collection<SheetRowRecord> {
    return this.store.collection('sheet_raw_data');
  }

  get reports(): Collection<SheetSyncReportRecord> {
    return this.store.collection('sheet_sync_reports');
  }

  get runs(): Collection<RunRecord> {
    return this.store.collection('runs');
  }

  get store(): Connection {
    return this.api.app.get<Connection>(getConnectionToken());
  }

  /** Starts a worker and waits until it is up. */
  async worker(): Promise<WorkerProcess> {
    const worker = WorkerProcess.spawn({
      ...this.environment,
      ROLE: 'worker',
      MONGODB_URL: this.proxy.url,
    });
    this.workers.push(worker);
    await worker.up;
    return worker;
  }

  /** Has the time pass for which the runs of a worker that is gone wait for it. */
  async leaseIsOver({ pid }: WorkerProcess): Promise<void> {
    await this.runs.updateMany(
      { status: 'running', worker: new RegExp(`:${pid}:`) },
      { $set: { lease_until: new Date(0) } },
    );
  }

  /** A sheet with so many orders. */
  sheet(orders: number, reader: string = ACCOUNTS[0]): OrderSheet {
    return OrderSheet.create(this.emulator, orders, reader);
  }

  /** Connects a sheet, which is not synced before it is asked for. */
  async connect(sheet: OrderSheet, options: object = {}): Promise<string> {
    const answer = await this.client.post('/api/v1/sheet-connections', {
      sheet_id: sheet.id,
      sheet_name: 'Orders',
      column_mappings: ORDER_MAPPING,
      sync_enabled: false,
      ...options,
    });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return (answer.body as { id: string }).id;
  }

  /** The same several times. */
  async connectMany(sheet: OrderSheet, count: number, options: object = {}): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) ids.push(await this.connect(sheet, options));
    return ids;
  }

  /** Asks for a sync; does not wait for it. */
  async ask(id: string): Promise<AskedSync> {
    const { body } = await this.client.post(`/api/v1/sheet-connections/${id}/sync`).expect(202);
    return { id, runId: (body as { run_id: string }).run_id };
  }

  async askAll(ids: readonly string[]): Promise<AskedSync[]> {
    const asked: AskedSync[] = [];
    for (const id of ids) asked.push(await this.ask(id));
    return asked;
  }

  /** Waits until a run has ended and its end was told. */
  async ended({ runId }: AskedSync): Promise<RunRecord> {
    return eventually('the run ends, and its end is told', async () => {
      const run = await this.runs.findOne({ _id: new Types.ObjectId(runId) });
      return run && !run.is_active && !run.outbox ? run : undefined;
    });
  }

  async sync(id: string): Promise<AskedSync & { readonly run: RunRecord }> {
    const asked = await this.ask(id);
    return { ...asked, run: await this.ended(asked) };
  }

  /** Has a scheduled cycle done; returns when it has ended. */
  async cycle(): Promise<void> {
    await new Client(this.api.server)
      .post('/api/v1/internal/trigger-sync')
      .set('X-API-Key', this.api.app.get(Config).INTERNAL_API_KEY)
      .expect(202);
    await eventually('the cycle has ended', async () => {
      const active = await this.runs.countDocuments({ kind: 'sheet.cycle', is_active: true });
      return active === 0 || undefined;
    });
  }

  /** Replays a dead letter. */
  async replay(letterId: string): Promise<void> {
    await this.api.app.get(ReplayService, { strict: false }).replay(letterId);
  }

  async stateOf(id: string): Promise<SheetSyncStateRecord> {
    const state = await this.states.findOne({ connection_id: id });
    if (!state) throw new Error(`The connection ${id} has no state`);
    return state;
  }

  /** Ends the workers; what they worked with ends with the test file. */
  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.kill()));
    this.proxy.close();
    this.events.close();
  }
}

const running: SheetCluster[] = [];

// Behind the hook that closes the apis, which need them for that.
afterAll(async () => {
  for (const { redis, emulator } of running.splice(0)) {
    await redis.stop();
    await emulator.stop();
  }
});
