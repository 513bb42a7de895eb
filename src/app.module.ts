import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { CryptoModule, LifecycleModule, ThrottlingModule } from '@tributary/common';
import { ConfigModule, type Environment } from '@tributary/config';
import { GoogleModule } from '@tributary/google';
import { KafkaModule, kafkaSettings } from '@tributary/kafka';
import { MongoModule, MongoProbe } from '@tributary/mongo';
import { PipelineModule, type RunKind } from '@tributary/pipeline';
import { RateLimitModule } from '@tributary/rate-limit';
import { RedisModule, RedisProbe } from '@tributary/redis';
import { AnalyticsModule, AnalyticsStoreModule, type SheetTypeClass } from './analytics';
import { AuthModule } from './auth';
import { InternalModule } from './internal';
import { OperationsApiModule, OperationsModule, QueueBoardModule } from './operations';
import { PipelineCheckModule, PipelineCheckWorkerModule } from './pipeline-check';
import { LiveEventsModule, RealtimeModule } from './realtime';
import { DemoPageModule, ReviewQueriesModule, ReviewsModule, ReviewsWorkerModule } from './reviews';
import { SheetCrawlerModule, SheetCrawlerWorkerModule } from './sheet-crawler';

/** The prefix of the product's routes; health and metrics are outside of it. */
const API_PATH = 'api/v1';

/** However seldom the queues are checked, the jobs of a worker that died need not wait longer. */
const LONGEST_JOB_LOCK_MS = 30_000;

/** A part of the product: the module of its API, and the module of its worker if it has runs. */
interface Feature {
  api: Type;
  worker?: Type;
}

/** A new source is a line here; the rest it registers itself (docs/adding-a-source.md). */
const FEATURES: readonly Feature[] = [
  { api: SheetCrawlerModule, worker: SheetCrawlerWorkerModule },
  { api: AnalyticsModule },
  { api: ReviewsModule, worker: ReviewsWorkerModule },
  { api: ReviewQueriesModule },
  { api: PipelineCheckModule, worker: PipelineCheckWorkerModule },
];

/** An environment in which every backend has its address. */
export type AppEnvironment = Environment & {
  readonly MONGODB_URL: string;
  readonly REDIS_URL: string;
};

type Modules = NonNullable<DynamicModule['imports']>;

/** What is added to the product: kinds of runs, the modules that process them, types of sheets. */
export interface Extension {
  kinds: readonly RunKind[];
  processors: Modules;
  sheetTypes?: readonly SheetTypeClass[];
}

const NOTHING: Extension = { kinds: [], processors: [] };

/** Which modules make up a process, by its role. */
@Module({})
export class AppModule {
  static forRole(environment: AppEnvironment, extension = NOTHING): DynamicModule {
    const { ROLE } = environment;
    return {
      module: AppModule,
      imports: [
        ...backends(environment),
        PipelineModule.forRoot({
          redisUrl: environment.REDIS_URL,
          redisPrefix: environment.REDIS_PREFIX,
          works: ROLE !== 'api',
          firstRetryMs: environment.RUN_RETRY_FIRST_MS,
          // Imported first, so that the queues exist when they are checked.
          jobLockMs: Math.min(environment.DISPATCH_CHECK_SECONDS * 500, LONGEST_JOB_LOCK_MS),
        }),
        PipelineModule.forFeature(extension.kinds),
        AnalyticsStoreModule.forRoot(extension.sheetTypes ?? []),
        ...(ROLE === 'worker' ? [] : controllers()),
        ...(ROLE === 'api' ? [] : [...processors(), ...extension.processors]),
      ],
    };
  }
}

function backends(environment: AppEnvironment): Modules {
  const { MONGODB_URL, REDIS_URL } = environment;
  return [
    ConfigModule.forRoot(environment),
    CryptoModule,
    LifecycleModule,
    RedisModule.forRoot(REDIS_URL),
    MongoModule.forRoot(MONGODB_URL),
    LiveEventsModule,
    RateLimitModule.forRoot(),
    GoogleModule.forRoot(),
    KafkaModule.forRoot({
      settings: kafkaSettings(environment),
      relays: environment.ROLE !== 'api',
    }),
    OperationsModule.forProbes([MongoProbe, RedisProbe]),
  ];
}

/** Serves requests: only in roles api and all. */
function controllers(): Modules {
  return [
    // Guards run in the order of these lines: throttling comes before any work on a token.
    ThrottlingModule,
    AuthModule,
    InternalModule,
    ...FEATURES.map(({ api }) => api),
    OperationsApiModule,
    QueueBoardModule,
    DemoPageModule,
    RealtimeModule,
    RouterModule.register([
      {
        path: API_PATH,
        children: [
          AuthModule,
          InternalModule,
          ...FEATURES.map(({ api }) => api),
          OperationsApiModule,
        ],
      },
    ]),
  ];
}

/** Processes runs: only in roles worker and all. */
function processors(): Modules {
  return FEATURES.flatMap(({ worker }) => worker ?? []);
}
