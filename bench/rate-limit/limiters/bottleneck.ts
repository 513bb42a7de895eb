import Bottleneck from 'bottleneck';
import { Redis } from 'ioredis';
import { type Limiter, type SharedQuota } from './limiter';

/**
 * Clustered, with a reservoir that is refilled at every interval, as its documentation tells for
 * "100 requests every 60 seconds". The `minTime` that it advises in addition spreads requests out;
 * it is left away, as nobody else is asked to spread them.
 */
export async function openBottleneck(quota: SharedQuota): Promise<Limiter> {
  const connection = new Bottleneck.IORedisConnection({ client: new Redis(quota.redisUrl) });
  const limiter = new Bottleneck({
    id: quota.key,
    connection,
    reservoir: quota.permitted,
    reservoirRefreshAmount: quota.permitted,
    reservoirRefreshInterval: quota.windowMs,
  });
  await limiter.ready();
  return {
    run: (work) => limiter.schedule(work),
    close: async () => {
      // What it could still be told about its jobs comes from a connection that is gone.
      limiter.on('error', () => undefined);
      await limiter.disconnect(false);
      await connection.disconnect(false);
    },
  };
}
