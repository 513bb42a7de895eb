import { Injectable, Logger } from '@nestjs/common';
import { Config } from '@tributary/config';
import { Redis } from 'ioredis';
import { withDeadline } from '../lifecycle/with-deadline';
import { MemoryWindows, type WindowCount } from './memory-windows';

const COUNT_ONE = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

/**
 * Counts events per key in fixed windows, shared by all processes through Redis. While Redis is
 * unavailable each process counts for itself: a limit that is too lenient by the number of
 * processes is better than none, and better than rejecting all requests.
 */
@Injectable()
export class WindowCounter {
  private readonly logger = new Logger(WindowCounter.name);
  private readonly local = new MemoryWindows();
  private isAway = false;

  constructor(
    private readonly redis: Redis,
    private readonly config: Config,
  ) {}

  /** Counts one event and returns the count of its window. */
  async hit(key: string, windowMs: number): Promise<WindowCount> {
    try {
      const counting = this.redis.eval(COUNT_ONE, 1, this.redisKey(key), windowMs);
      const [count, remainingMs] = (await withDeadline(
        counting,
        this.config.REDIS_DEADLINE_MS,
      )) as [number, number];
      this.noteReachable();
      return { count, remainingMs: Math.max(remainingMs, 0) };
    } catch (error) {
      this.noteAway(error);
      return this.local.hit(key, windowMs);
    }
  }

  /** Forgets a key, for instance after a successful sign-in. */
  async clear(key: string): Promise<void> {
    this.local.clear(key);
    await this.redis.del(this.redisKey(key)).catch((error: unknown) => this.noteAway(error));
  }

  private noteAway(error: unknown): void {
    if (this.isAway) return;
    this.isAway = true;
    this.logger.warn({ err: error, msg: 'Redis unavailable: requests are counted per process' });
  }

  private noteReachable(): void {
    if (this.isAway)
      this.logger.log('Redis available again: requests are counted over all processes');
    this.isAway = false;
  }

  /** This name lives in Redis: renaming it resets all running windows, which does no harm. */
  private redisKey(key: string): string {
    return `${this.config.REDIS_PREFIX}:throttle:${key}`;
  }
}
