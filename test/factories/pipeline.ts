import { type INestApplicationContext, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { CryptoModule, LifecycleModule } from '@tributary/common';
import { ConfigModule } from '@tributary/config';
import { MongoModule } from '@tributary/mongo';
import { PipelineModule, type RunKind } from '@tributary/pipeline';
import { RedisModule } from '@tributary/redis';
import { type AppEnvironment } from '../../src/app.module';
import { LiveEventsModule } from '../../src/realtime/live-events.module';
import { testEnvironment } from './environment';

/** What a pipeline under test is made of. */
export interface PipelineUnderTest {
  kinds: readonly RunKind[];
  /** Processors of the kinds; without any, it only keeps the ledger. */
  processors?: Type[];
  environment?: AppEnvironment;
}

const running: INestApplicationContext[] = [];

afterAll(async () => {
  await Promise.all(running.splice(0).map((app) => app.close()));
});

/** Starts the pipeline alone, on the real stores. */
export async function startPipeline({
  kinds,
  processors = [],
  environment = testEnvironment(),
}: PipelineUnderTest): Promise<INestApplicationContext> {
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule.forRoot(environment),
      CryptoModule,
      LifecycleModule,
      RedisModule.forRoot(environment.REDIS_URL),
      MongoModule.forRoot(environment.MONGODB_URL),
      LiveEventsModule,
      PipelineModule.forRoot({
        redisUrl: environment.REDIS_URL,
        redisPrefix: environment.REDIS_PREFIX,
        works: processors.length > 0,
      }),
      PipelineModule.forFeature(kinds),
    ],
    providers: processors,
  }).compile();
  module.useLogger(false);
  running.push(module);
  return module.init();
}
