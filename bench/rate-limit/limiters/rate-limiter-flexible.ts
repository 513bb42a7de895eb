import { Redis } from 'ioredis';
import { RateLimiterQueue, RateLimiterRedis } from 'rate-limiter-flexible';
import { type Limiter, type SharedQuota } from './limiter';

/** With the queue that its documentation offers to those who want to wait. */
export async function openRateLimiterFlexible(quota: SharedQuota): Promise<Limiter> {
  const redis = new Redis(quota.redisUrl, { lazyConnect: true, enableOfflineQueue: false });
  redis.on('error', () => undefined);
  await redis.connect();
  const queue = new RateLimiterQueue(
    new RateLimiterRedis({
      storeClient: redis,
      points: quota.permitted,
      duration: quota.windowMs / 1_000,
    }),
  );
  return {
    run: async (work) => {
      await queue.removeTokens(1, quota.key);
      await work();
    },
    close: () => Promise.resolve(redis.disconnect()),
  };
}
