import { Logger } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { Test, type TestingModule } from '@nestjs/testing';
import { CryptoModule, LifecycleModule } from '@tributary/common';
import { ConfigModule, loadConfig, type RawEnvironment } from '@tributary/config';
import { MongoModule } from '@tributary/mongo';
import {
  DeadLetterService,
  RunKindControl,
  PipelineModule,
  ReplayService,
  type RunKind,
  type RunQueue,
  RunQueues,
  RunService,
} from '@tributary/pipeline';
import { RedisModule } from '@tributary/redis';
import { type Collection, type Connection } from 'mongoose';
import { randomUUID } from 'node:crypto';
import { type RunRecord } from '../../../libs/pipeline/src/ledger/run.schema';
import { type PipelineStateRecord } from '../../../libs/pipeline/src/state/pipeline-state.schema';
import { PipelineCheckRegistrationModule } from '../../../src/pipeline-check/pipeline-check-registration.module';
import { LiveEventsModule } from '../../../src/realtime/live-events.module';
import { SheetCrawlerRegistrationModule } from '../../../src/sheet-crawler/sheet-crawler-registration.module';
import { rawEnvironment, throwAwayFolder } from '../../factories/environment';
import { EffectsModule } from '../program/effects.module';
import { Effects } from '../program/effects.repository';
import { FAULT_KINDS, FAULTS_STEPS, type StepsPayload } from '../program/fault-kinds';
import { Batch } from './batch';
import { type Evidence } from './evidence';
import { RestartableRedis } from '../../factories/restartable-redis';
import { TerminalEvents } from './terminal-events';
import { WorkerProcess } from './worker-process';

/** Leases as in production: a machine that is busy takes no run from a worker that lives. */
const ENVIRONMENT = { ROLE: 'worker', LOG_LEVEL: 'warn' };

/** A Redis and a database of its own, worker processes, and what a test needs to ask for work and to judge it. */
export class Cluster implements Evidence {
  readonly workers: WorkerProcess[] = [];
  private isClosing = false;

  private constructor(
    private readonly environment: Record<string, string>,
    readonly redis: RestartableRedis,
    readonly events: TerminalEvents,
    private readonly module: TestingModule,
  ) {}

  static async open(overrides: RawEnvironment = {}): Promise<Cluster> {
    const redis = await RestartableRedis.start(throwAwayFolder());
    const environment = rawEnvironment({ ...ENVIRONMENT, REDIS_URL: redis.url, ...overrides });
    const events = await TerminalEvents.listen(redis.url, environment.REDIS_PREFIX ?? '');
    return new Cluster(environment, redis, events, await clientOf(environment));
  }

  get runs(): RunService {
    return this.module.get(RunService);
  }

  get letters(): DeadLetterService {
    return this.module.get(DeadLetterService);
  }

  get replays(): ReplayService {
    return this.module.get(ReplayService);
  }

  get switches(): RunKindControl {
    return this.module.get(RunKindControl);
  }

  get effects(): Effects {
    return this.module.get(Effects);
  }

  get ledger(): Collection<RunRecord> {
    return this.store.collection<RunRecord>('runs');
  }

  /** The number of the newest claim of all. */
  async lastFence(): Promise<number> {
    const state = this.store.collection<PipelineStateRecord>('pipeline_state');
    return (await state.findOne({ _id: 'fence' }))?.value ?? 0;
  }

  queueOf(kind: string): RunQueue {
    return this.module.get(RunQueues).of(kind);
  }

  /** Asks for runs, each on a subject of its own, all of one new owner. */
  async trigger(
    count: number,
    payload: StepsPayload,
    kind: RunKind<StepsPayload> = FAULTS_STEPS,
    notBefore = new Date(),
  ): Promise<Batch> {
    const owner = `owner-${randomUUID()}`;
    const triggered = await this.runs.triggerMany(
      kind,
      Array.from({ length: count }, () => ({
        subject: `subject-${randomUUID()}`,
        owner,
        payload,
        notBefore,
      })),
    );
    return new Batch(
      this,
      owner,
      triggered.map(({ run }) => run),
    );
  }

  /** Starts one more process; does not wait for it. */
  spawn(overrides: Record<string, string> = {}): WorkerProcess {
    const worker = WorkerProcess.spawn({ ...this.environment, ...overrides });
    this.workers.push(worker);
    return worker;
  }

  /** Keeps as many workers running, however often they end; resolves when the first ones are up. */
  async staff(count: number): Promise<WorkerProcess[]> {
    const first = Array.from({ length: count }, () => this.spawn());
    for (const worker of first) this.replaceAtEnd(worker);
    await Promise.all(first.map(({ up }) => up));
    return first;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all(this.workers.map((worker) => worker.kill()));
    this.events.close();
    await this.module.close();
    await this.redis.stop();
  }

  private get store(): Connection {
    return this.module.get<Connection>(getConnectionToken());
  }

  private replaceAtEnd(worker: WorkerProcess): void {
    void worker.exit.then(() => {
      if (!this.isClosing) this.replaceAtEnd(this.spawn());
    });
  }
}

/** Opens a cluster for one test, and closes it whatever happens. */
export async function withCluster(
  use: (cluster: Cluster) => Promise<void>,
  overrides?: RawEnvironment,
): Promise<void> {
  const cluster = await Cluster.open(overrides);
  try {
    await use(cluster);
  } finally {
    await cluster.close();
  }
}

/** What an api process has of the pipeline: it creates and shows runs, and works on none. */
async function clientOf(environment: Record<string, string>): Promise<TestingModule> {
  const {
    MONGODB_URL = '',
    REDIS_URL: redisUrl = '',
    REDIS_PREFIX: redisPrefix = '',
  } = environment;
  Logger.overrideLogger(false);
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule.forRoot(loadConfig(environment)),
      CryptoModule,
      LifecycleModule,
      RedisModule.forRoot(redisUrl),
      MongoModule.forRoot(MONGODB_URL),
      LiveEventsModule,
      PipelineModule.forRoot({
        redisUrl,
        redisPrefix,
        works: false,
      }),
      PipelineModule.forFeature(FAULT_KINDS),
      PipelineCheckRegistrationModule,
      SheetCrawlerRegistrationModule,
      EffectsModule,
    ],
  }).compile();
  return module.init();
}
