import { Test, type TestingModule } from '@nestjs/testing';
import { ConfigModule } from '@tributary/config';
import { DRIVE_QUOTA, SHEETS_QUOTA } from '@tributary/google';
import { MongoModule } from '@tributary/mongo';
import { RateLimiter, RateLimitModule, UsageJournal } from '@tributary/rate-limit';
import { PrivateRedis, RedisModule } from '@tributary/redis';
import { PIPELINE_CHECK_QUOTA } from '../../../src/pipeline-check/pipeline-check.quota';
import { testEnvironment, throwAwayFolder } from '../../factories/environment';
import { hold, newPolicy, stateOf } from './limiters';

describe('the journal in MongoDB', () => {
  const environment = testEnvironment();
  let redis: PrivateRedis;
  let context: TestingModule;
  let journal: UsageJournal;

  beforeAll(async () => {
    // The names of configured policies are the same for everybody who shares a Redis.
    redis = await PrivateRedis.start({ folder: throwAwayFolder() });
    context = await Test.createTestingModule({
      imports: [
        ConfigModule.forRoot(environment),
        RedisModule.forRoot(redis.url),
        MongoModule.forRoot(environment.MONGODB_URL),
        RateLimitModule.forRoot(),
        RateLimitModule.forFeature([SHEETS_QUOTA, DRIVE_QUOTA, PIPELINE_CHECK_QUOTA]),
      ],
    }).compile();
    journal = context.get(UsageJournal);
  });
  afterAll(async () => {
    await context.close();
    await redis.stop();
  });

  it('knows nothing of a policy that was never used', async () => {
    expect(await journal.read(newPolicy())).toBeUndefined();
  });

  it('never goes back, however many write at once', async () => {
    const policy = newPolicy();
    const usages = [5, 9, 7, 3, 8].map((at) => ({
      usedUntil: at * 1_000,
      answeredUntil: at * 2_000,
    }));
    await Promise.all(usages.map((usage) => journal.extend(policy, usage)));
    await journal.extend(policy, { usedUntil: 1_000, answeredUntil: 50_000 });
    expect(await journal.read(policy)).toEqual({ usedUntil: 9_000, answeredUntil: 50_000 });
  });

  it('is written before a permit is granted', async () => {
    const limiter = context.get(RateLimiter);
    await (await limiter.acquire('pipeline:check')).release();
    const usage = await journal.read('pipeline:check');
    expect(usage?.usedUntil).toBeGreaterThan(Date.now());
    expect(usage?.answeredUntil).toBe((usage?.usedUntil ?? 0) + 60_000);
  });

  it('belongs to the quotas that configuration names', async () => {
    const snapshots = await context.get(RateLimiter).snapshot();
    expect(snapshots.map(({ key }) => key).sort()).toEqual([
      'google:drive',
      'google:sheets',
      'pipeline:check',
    ]);
    expect(snapshots.find(({ key }) => key === 'google:sheets')?.limits).toMatchObject([
      { limit: 'window 60/60s per account', permitted: 48 },
      { limit: 'window 300/60s', permitted: 240 },
      { limit: 'bucket 300@5/s', permitted: 240 },
      { limit: 'bucket 100@1/s per account', permitted: 80 },
    ]);
  });

  it('knows a provider at another address by that address, which has counted nothing yet', async () => {
    const elsewhere = await Test.createTestingModule({
      imports: [
        ConfigModule.forRoot({ ...environment, GOOGLE_API_BASE_URL: 'http://127.0.0.1:9010' }),
        RedisModule.forRoot(redis.url),
        MongoModule.forRoot(environment.MONGODB_URL),
        RateLimitModule.forRoot(),
        RateLimitModule.forFeature([SHEETS_QUOTA, DRIVE_QUOTA, PIPELINE_CHECK_QUOTA]),
      ],
    }).compile();
    try {
      await (await elsewhere.get(RateLimiter).acquire('google:drive/a@shop.example')).release();
      expect(await journal.read('google:drive at http://127.0.0.1:9010')).toBeDefined();
      expect(await journal.read('google:drive')).toBeUndefined();
    } finally {
      await elsewhere.close();
    }
  });

  it('lets every service account have its own reads, and all of them the project’s', async () => {
    const limiter = context.get(RateLimiter);
    for (const account of ['a', 'b', 'c', 'd', 'e']) {
      await hold(limiter, `google:sheets/${account}@shop.example`, 48);
    }
    const { limits } = await stateOf(limiter, 'google:sheets/a@shop.example');
    expect(limits).toMatchObject([
      { used: 48, permitted: 48 },
      { used: 240, permitted: 240 },
      {},
      {},
    ]);
  });
});
