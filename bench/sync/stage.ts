import { EmbeddedMongo } from '@tributary/embedded-mongo';
import { PrivateRedis } from '@tributary/redis';
import { type Db, MongoClient } from 'mongodb';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BenchmarkContext } from '../harness/benchmark';
import { Google } from './google';
import { TributaryProcess } from './tributary-process';

/** Limits that are asked and never reached, with windows as long as the real ones. */
const WIDE_OPEN = {
  RATE_LIMIT_GOOGLE_SHEETS: 'window 1000000/60s per account, window 1000000/60s',
  RATE_LIMIT_GOOGLE_DRIVE: 'window 1000000/60s per account, window 1000000/60s',
};

const API_KEY = randomBytes(32).toString('base64');
const POLL_MS = 50;
const CYCLE_LIMIT_MS = 120_000;

/** Tributary as two processes: one answers, the other works. */
export interface Service {
  readonly api: TributaryProcess;
  readonly worker: TributaryProcess;
}

/** How it differs from what a user starts. */
export interface ServiceOptions {
  /** A script that the worker loads before anything else. */
  readonly workerPreload?: string;
}

/** Everything that takes part in a measurement. */
export class Stage {
  readonly jwtSecret = randomBytes(32).toString('base64');
  private readonly encryptionKeys = `bench:${randomBytes(32).toString('base64')}`;

  private constructor(
    private readonly context: BenchmarkContext,
    readonly google: Google,
    readonly client: MongoClient,
    private readonly stores: Readonly<Record<'REDIS_URL' | 'MONGODB_URL', string>>,
    private readonly keys: readonly object[],
  ) {}

  /** Starts everything but Tributary, and has it ended later. */
  static async set(
    context: BenchmarkContext,
    accounts: readonly string[],
    emulator?: string,
  ): Promise<Stage> {
    context.progress('starting the emulator, Redis and MongoDB');
    const redis = await PrivateRedis.start({ folder: join(context.folder, 'redis') });
    context.defer(() => redis.stop());
    const mongo = await EmbeddedMongo.start({ folder: join(context.folder, 'mongo') });
    context.defer(() => mongo.stop());
    const google = await Google.start(context, emulator);
    const keys = await Promise.all(accounts.map((email) => google.createAccount(email)));
    const MONGODB_URL = `${mongo.url}/tributary`;
    const client = await new MongoClient(MONGODB_URL).connect();
    context.defer(() => client.close());
    return new Stage(context, google, client, { REDIS_URL: redis.url, MONGODB_URL }, keys);
  }

  /** What Tributary stores. */
  get db(): Db {
    return this.client.db();
  }

  /** Starts Tributary, within the real limits or with none that matter. */
  async start(limits: 'real' | 'none', options: ServiceOptions = {}): Promise<Service> {
    const [api, worker] = await Promise.all([
      TributaryProcess.start(this.context, this.environment('api', limits)),
      TributaryProcess.start(
        this.context,
        this.environment('worker', limits),
        options.workerPreload,
      ),
    ]);
    return { api, worker };
  }

  /** Calls Tributary as a scheduler does. */
  async triggerCycle({ api }: Service): Promise<void> {
    const response = await fetch(`${api.url}/api/v1/internal/trigger-sync`, {
      method: 'POST',
      headers: { 'X-API-Key': API_KEY },
      signal: this.context.signal,
    });
    if (response.status !== 202) throw new Error(`the trigger was answered ${response.status}`);
  }

  /** The same, and waits until the cycle and all that it had synced are done. */
  async runCycle(service: Service): Promise<void> {
    const succeeded = { kind: 'sheet.cycle', status: 'succeeded' };
    const unfinished = { status: { $in: ['queued', 'running'] } };
    const runs = this.db.collection('runs');
    const before = await runs.countDocuments(succeeded);
    await this.triggerCycle(service);
    await this.until(async () => (await runs.countDocuments(succeeded)) > before);
    await this.until(async () => (await runs.countDocuments(unfinished)) === 0);
  }

  private async until(isDone: () => Promise<boolean>): Promise<void> {
    const signal = AbortSignal.any([this.context.signal, AbortSignal.timeout(CYCLE_LIMIT_MS)]);
    while (!(await isDone())) await delay(POLL_MS, undefined, { signal });
  }

  private environment(role: 'api' | 'worker', limits: 'real' | 'none'): Record<string, string> {
    return {
      // Production would not send a token to an emulator.
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      ROLE: role,
      PORT: '0',
      DATA_DIR: join(this.context.folder, 'data'),
      ...this.stores,
      GOOGLE_API_BASE_URL: this.google.url,
      GOOGLE_SERVICE_ACCOUNT_JSON: JSON.stringify(this.keys),
      JWT_SECRET: this.jwtSecret,
      INTERNAL_API_KEY: API_KEY,
      ENCRYPTION_KEYS: this.encryptionKeys,
      // Everything comes from one address, and has to get through.
      THROTTLE_LIMIT: '1000000',
      ...(limits === 'none' ? WIDE_OPEN : {}),
    };
  }
}
