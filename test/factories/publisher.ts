import { Test, type TestingModule } from '@nestjs/testing';
import { LiveEvents, type PublishOptions } from '@tributary/common';
import { ConfigModule } from '@tributary/config';
import { RedisModule } from '@tributary/redis';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LiveEventsModule } from '../../src/realtime/live-events.module';
import { testEnvironment } from './environment';

/** Bounds what a test can publish. */
const MOST_POURED = 100_000;
/** Fewer than are kept of a user's events. */
const MOST_AHEAD = 300;

/** What processes that tell and hear of the same events have in common. */
export const LIVE = { REDIS_PREFIX: `live-${randomUUID()}` };

const running: TestingModule[] = [];

afterAll(async () => {
  await Promise.all(running.splice(0).map((module) => module.close()));
});

/** What a worker has of live events: it publishes, and serves nobody. */
export class Publisher {
  private constructor(readonly live: LiveEvents) {}

  static async start(redisUrl = process.env.REDIS_URL ?? ''): Promise<Publisher> {
    const imports = [
      ConfigModule.forRoot(testEnvironment(LIVE)),
      RedisModule.forRoot(redisUrl),
      LiveEventsModule,
    ];
    const module = await Test.createTestingModule({ imports }).compile();
    module.useLogger(false);
    running.push(await module.init());
    return new Publisher(module.get(LiveEvents));
  }

  /**
   * Publishes one event after the other until it is told to stop; gives the runs they were about. No
   * more than are kept for a client that is cut off, as `heard` tells, however long that takes.
   */
  pour(userId: string, heard: () => number): { stop: () => Promise<string[]> } {
    const runs: string[] = [];
    let isStopped = false;
    const pouring = (async () => {
      while (!isStopped && runs.length < MOST_POURED) {
        const run = `run-${runs.length}`;
        await this.started(userId, run);
        runs.push(run);
        do await delay(1);
        while (!isStopped && runs.length - heard() > MOST_AHEAD);
      }
    })();
    return {
      stop: async () => {
        isStopped = true;
        await pouring;
        return runs;
      },
    };
  }

  /** Tells a user that a run has started. */
  started(userId: string, run_id: string, options?: PublishOptions): Promise<void> {
    const payload = { run_id, kind: 'check', subject: 'shop-1', attempt: 1 };
    return this.live.publish(userId, 'run:started', payload, options);
  }
}
