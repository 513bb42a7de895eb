import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { CryptoModule, LifecycleModule, ThrottlingModule } from '@tributary/common';
import { ConfigModule, type Environment } from '@tributary/config';
import { GoogleModule } from '@tributary/google';
import { MongoModule, MongoProbe } from '@tributary/mongo';
import { PipelineModule, type RunKind } from '@tributary/pipeline';
import { RateLimitModule } from '@tributary/rate-limit';
import { RedisModule, RedisProbe } from '@tributary/redis';
import { AnalyticsStoreModule, type SheetTypeClass } from './analytics/analytics-store.module';
import { AnalyticsModule } from './analytics/analytics.module';
import { AuthModule } from './auth/auth.module';
import { InternalModule } from './internal/internal.module';
import { OperationsApiModule } from './operations/operations-api.module';
import { OperationsModule } from './operations/operations.module';
import { QueueBoardModule } from './operations/queue-board.module';
import { PipelineCheckWorkerModule } from './pipeline-check/pipeline-check-worker.module';
import { PipelineCheckModule } from './pipeline-check/pipeline-check.module';
import { LiveEventsModule } from './realtime/live-events.module';
import { RealtimeModule } from './realtime/realtime.module';
import { SheetCrawlerWorkerModule } from './sheet-crawler/sheet-crawler-worker.module';
import { SheetCrawlerModule } from './sheet-crawler/sheet-crawler.module';

/** Where the product's own routes are; health and metrics stand beside it. */
const API_PATH = 'api/v1';

/** A part of the product: what answers its requests, and what works on its runs if it has any. */
interface Feature {
  api: Type;
  worker?: Type;
}

/** A new source is a line here; all else it registers itself (docs/adding-a-source.md). */
const FEATURES: readonly Feature[] = [
  { api: SheetCrawlerModule, worker: SheetCrawlerWorkerModule },
  { api: AnalyticsModule },
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
          // So that whoever makes sure of the place on the queue finds it free.
          jobLockMs: environment.DISPATCH_CHECK_SECONDS * 500,
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
    OperationsModule.forProbes([MongoProbe, RedisProbe]),
  ];
}

/** What answers requests: only in roles api and all. */
function controllers(): Modules {
  return [
    // Guards run in the order of these lines: throttling comes before any work on a token.
    ThrottlingModule,
    AuthModule,
    InternalModule,
    ...FEATURES.map(({ api }) => api),
    OperationsApiModule,
    QueueBoardModule,
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

/** What works on runs: only in roles worker and all. */
function processors(): Modules {
  return FEATURES.flatMap(({ worker }) => worker ?? []);
}
