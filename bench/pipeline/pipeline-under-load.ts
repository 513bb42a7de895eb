import { Injectable, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CryptoModule, LifecycleModule } from '@tributary/common';
import { ConfigModule, loadConfig } from '@tributary/config';
import { type RunCounts } from '@tributary/contracts';
import { MongoModule } from '@tributary/mongo';
import {
  defineRunKind,
  RunKindControl,
  PipelineModule,
  RunProcessor,
  type RunHandler,
  type RunRequest,
  RunService,
} from '@tributary/pipeline';
import { RedisModule } from '@tributary/redis';
import { randomUUID } from 'node:crypto';
import { LiveEventsModule } from '../../src/realtime/live-events.module';

type Payload = Record<string, never>;

const KIND = defineRunKind<Payload>('bench.nothing', { queue: 'bench_nothing' });
const PAUSED_KIND = defineRunKind<Payload>('bench.waiting', { queue: 'bench_waiting' });

let left = 0;
let finish: () => void = () => undefined;

@Injectable()
@RunProcessor(KIND)
class Nothing implements RunHandler {
  process(): Promise<RunCounts> {
    left -= 1;
    if (left === 0) finish();
    return Promise.resolve({});
  }
}

/** Its kind is paused: what is measured there is triggering alone. */
@Injectable()
@RunProcessor(PAUSED_KIND)
class Waiting extends Nothing {}

/** A pipeline in this process, with a kind of run that does nothing. */
export class PipelineUnderLoad {
  constructor(
    private readonly app: INestApplicationContext,
    private readonly runs: RunService,
  ) {}

  /** How many milliseconds it takes to create and dispatch so many runs by one call. */
  async triggerInBulk(count: number): Promise<number> {
    const requests = some(count);
    const startedAt = performance.now();
    await this.runs.triggerMany(PAUSED_KIND, requests);
    return performance.now() - startedAt;
  }

  /** The same by a call for each. */
  async triggerOneByOne(count: number): Promise<number> {
    const requests = some(count);
    const startedAt = performance.now();
    for (const request of requests) await this.runs.trigger(PAUSED_KIND, request);
    return performance.now() - startedAt;
  }

  /** How many milliseconds it takes to work on so many runs that wait in the queue. */
  async work(count: number): Promise<number> {
    left = count;
    const done = new Promise<void>((resolve) => (finish = resolve));
    const notBefore = new Date(Date.now() + 3_000);
    await this.runs.triggerMany(
      KIND,
      some(count).map((request) => ({ ...request, notBefore })),
    );
    await new Promise((resolve) => setTimeout(resolve, notBefore.getTime() - Date.now()));
    const startedAt = performance.now();
    await done;
    return performance.now() - startedAt;
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

/** Starts one on these stores. */
export async function startPipeline(
  redisUrl: string,
  mongoUrl: string,
): Promise<PipelineUnderLoad> {
  @Module({
    imports: [
      ConfigModule.forRoot(loadConfig({ NODE_ENV: 'test' })),
      CryptoModule,
      LifecycleModule,
      RedisModule.forRoot(redisUrl),
      MongoModule.forRoot(mongoUrl),
      LiveEventsModule,
      PipelineModule.forRoot({ redisUrl, redisPrefix: 'bench', works: true }),
      PipelineModule.forFeature([KIND, PAUSED_KIND]),
    ],
    providers: [Nothing, Waiting],
  })
  class Bench {}
  const app = await NestFactory.createApplicationContext(Bench, { logger: false });
  await app.get(RunKindControl).pause(PAUSED_KIND.name);
  return new PipelineUnderLoad(app, app.get(RunService));
}

function some(count: number): RunRequest<Payload>[] {
  return Array.from({ length: count }, () => ({
    subject: randomUUID(),
    owner: 'bench',
    payload: {},
  }));
}
