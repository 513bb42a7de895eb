import { Injectable, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CryptoModule, LifecycleModule } from '@tributary/common';
import { ConfigModule, loadConfig } from '@tributary/config';
import { DEFAULT_RUN_KIND, type RunCounts } from '@tributary/contracts';
import { MongoModule } from '@tributary/mongo';
import {
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

const KIND = 'bench.nothing';
const PAUSED_KIND = 'bench.waiting';

interface Payloads {
  [KIND]: Record<string, never>;
  [PAUSED_KIND]: Record<string, never>;
}

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
    private readonly runs: RunService<Payloads>,
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
  const kinds = {
    [KIND]: { ...DEFAULT_RUN_KIND, queue: 'bench_nothing' },
    [PAUSED_KIND]: { ...DEFAULT_RUN_KIND, queue: 'bench_waiting' },
  };
  @Module({
    imports: [
      ConfigModule.forRoot(loadConfig({ NODE_ENV: 'test' })),
      CryptoModule,
      LifecycleModule,
      RedisModule.forRoot(redisUrl),
      MongoModule.forRoot(mongoUrl),
      LiveEventsModule,
      PipelineModule.forRoot({ kinds, redisUrl, redisPrefix: 'bench', works: true }),
    ],
    providers: [Nothing, Waiting],
  })
  class Bench {}
  const app = await NestFactory.createApplicationContext(Bench, { logger: false });
  await app.get(RunKindControl).pause(PAUSED_KIND);
  return new PipelineUnderLoad(app, app.get<RunService<Payloads>>(RunService));
}

function some(count: number): RunRequest<Record<string, never>>[] {
  return Array.from({ length: count }, () => ({
    subject: randomUUID(),
    owner: 'bench',
    payload: {},
  }));
}
