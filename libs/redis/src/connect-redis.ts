import { type LoggerService } from '@nestjs/common';
import { Redis } from 'ioredis';

/** No command waits longer than this, also while Redis is unavailable. */
const COMMAND_DEADLINE_MS = 2_000;
const CONNECT_DEADLINE_MS = 5_000;
const LONGEST_RECONNECT_PAUSE_MS = 2_000;

/**
 * Opens a connection that fails fast and reconnects by itself. Resolves also when Redis is not
 * available yet: readiness shows that, and the connection is retried as long as the process runs.
 */
export async function connectRedis(url: string, logger: LoggerService): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_DEADLINE_MS,
    connectTimeout: CONNECT_DEADLINE_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_RECONNECT_PAUSE_MS),
  });
  let isDown = false;
  redis.on('error', (error: Error) => {
    if (!isDown) logger.warn({ err: error, msg: 'Redis unavailable, retrying' });
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) logger.log('Redis available again');
    isDown = false;
  });
  await redis.connect().catch(() => undefined);
  return redis;
}
