import { type Redis } from 'ioredis';
import { createHash } from 'node:crypto';

/** A Lua script that is sent as a whole only to a Redis that does not know it yet. */
export class RedisScript {
  private readonly sha: string;

  constructor(private readonly source: string) {
    this.sha = createHash('sha1').update(source).digest('hex');
  }

  /** Runs it on one key. */
  async run(redis: Redis, key: string, ...args: string[]): Promise<unknown> {
    try {
      return await redis.evalsha(this.sha, 1, key, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval(this.source, 1, key, ...args);
    }
  }
}
