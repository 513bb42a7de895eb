import { type INestApplicationContext, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { CryptoModule, LifecycleModule } from '@tributary/common';
import { ConfigModule, type RawEnvironment } from '@tributary/config';
import { MongoModule } from '@tributary/mongo';
import { PipelineModule } from '@tributary/pipeline';
import { RedisModule } from '@tributary/redis';
import { LiveEventsModule } from '../../../../src/realtime/live-events.module';
import { ReviewQueriesModule } from '../../../../src/reviews/queries/review-queries.module';
import { ReviewRollupRunService } from '../../../../src/reviews/rollups/review-rollup-run.service';
import { ReviewRollupsWorkerModule } from '../../../../src/reviews/rollups/review-rollups-worker.module';
import { testEnvironment } from '../../../factories/environment';

const running: INestApplicationContext[] = [];

afterAll(async () => {
  await Promise.all(running.splice(0).map((app) => app.close()));
});

/** The reading side of reviews over real stores; runs are requested, and done when the test says. */
export class ReviewsUnderTest {
  private fences = 0;

  private constructor(readonly app: INestApplicationContext) {}

  static async start(overrides: RawEnvironment = {}): Promise<ReviewsUnderTest> {
    const environment = testEnvironment(overrides);
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
          works: false,
        }),
        ReviewQueriesModule,
        ReviewRollupsWorkerModule,
      ],
    }).compile();
    module.useLogger(false);
    running.push(module);
    return new ReviewsUnderTest(await module.init());
  }

  get<T>(type: Type<T>): T {
    return this.app.get(type, { strict: false });
  }

  /** Rolls up as a run does, under a fence of its own; it is cut off after so many spans of days. */
  async rollUp(owner: string, spans = Infinity): Promise<void> {
    const aborted = new AbortController();
    let done = 0;
    const number = (this.fences += 1);
    await this.get(ReviewRollupRunService).rollUp({
      owner,
      fence: { number, assertHeld: () => undefined },
      signal: aborted.signal,
      progress: () => {
        done += 1;
        if (done >= spans) aborted.abort(new Error('The worker died'));
      },
    });
  }
}
