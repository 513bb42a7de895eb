import { type INestApplicationContext, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { CryptoModule, LifecycleModule } from '@tributary/common';
import { ConfigModule } from '@tributary/config';
import { DEFAULT_RUN_KIND, type RunKindDefinition, type RunKindTable } from '@tributary/contracts';
import { MongoModule } from '@tributary/mongo';
import { PipelineModule } from '@tributary/pipeline';
import { RedisModule } from '@tributary/redis';
import { type AppEnvironment } from '../../src/app.module';
import { LiveEventsModule } from '../../src/realtime/live-events.module';
import { testEnvironment } from './environment';

/** What a pipeline under test is made of. */
export interface PipelineUnderTest {
  kinds: RunKindTable;
  /** Processors of the kinds; without any, it only keeps the ledger. */
  processors?: Type[];
  environment?: AppEnvironment;
}

/** A kind of run with a queue of its own. */
export function kindNamed(
  name: string,
  overrides: Partial<RunKindDefinition> = {},
): RunKindDefinition {
  return { ...DEFAULT_RUN_KIND, queue: name, ...overrides };
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
        kinds,
        redisUrl: environment.REDIS_URL,
        redisPrefix: environment.REDIS_PREFIX,
        works: processors.length > 0,
      }),
    ],
    providers: processors,
  }).compile();
  module.useLogger(false);
  running.push(module);
  return module.init();
}
