import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';

/** Detects a Redis that vanished without closing the connection. */
const KEEP_ALIVE_MS = 10_000;

/**
 * The connection on which this process receives events. Its commands wait while Redis is
 * unavailable, so they never fail: Socket.IO's adapter drops the promises of its subscriptions,
 * which would end the process when it closes before Redis ever answered.
 */
@Injectable()
export class Subscriber extends Redis implements OnApplicationShutdown {
  constructor(redis: Redis) {
    super({
      ...redis.options,
      lazyConnect: true,
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
      commandTimeout: undefined,
      keepAlive: KEEP_ALIVE_MS,
    });
    // Every socket that is catching up listens, for a moment.
    this.setMaxListeners(0);
    const logger = new Logger(Subscriber.name);
    // The shared connection warns already.
    this.on('error', (error: Error) =>
      logger.debug({ err: error, msg: 'Redis subscription error' }),
    );
  }

  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    const answer = super.sendCommand(...args);
    if (answer instanceof Promise) answer.catch(() => undefined);
    return answer;
  }

  onApplicationShutdown(): void {
    this.disconnect();
  }
}
