import { Logger } from '@nestjs/common';
import { withDeadline } from '@tributary/common';
import { type Config } from '@tributary/config';
import { type Redis } from 'ioredis';

const PAUSE_MS = 2_000;
/** How many times longer a command may take that more depends on than one response. */
const PATIENCE = 8;

/** How a command is run. */
export interface CommandOptions {
  /** Ends the pause after a failure, and waits longer for the result. */
  readonly isImportant?: boolean;
}

/**
 * Runs the commands of caches. While Redis is unavailable nothing is cached: that is logged once,
 * and retried after a pause without delaying requests.
 */
export class CacheConnection {
  private readonly logger = new Logger(CacheConnection.name);
  private awayUntil = 0;
  private isAway = false;

  constructor(
    private readonly redis: Redis,
    private readonly config: Config,
  ) {}

  /** The prefix of all keys of this application. */
  get prefix(): string {
    return this.config.REDIS_PREFIX;
  }

  /** The result of a command; undefined when Redis is unavailable. */
  async run<T>(
    command: (redis: Redis) => Promise<T>,
    { isImportant = false }: CommandOptions = {},
  ): Promise<T | undefined> {
    if (isImportant) this.awayUntil = 0;
    if (Date.now() < this.awayUntil) return undefined;
    const deadlineMs = this.config.REDIS_DEADLINE_MS * (isImportant ? PATIENCE : 1);
    try {
      const result = await withDeadline(command(this.redis), deadlineMs);
      if (this.isAway) this.logger.log('Redis available again: responses are cached');
      this.isAway = false;
      return result;
    } catch (error) {
      this.awayUntil = Date.now() + PAUSE_MS;
      if (!this.isAway) {
        this.logger.warn({ err: error, msg: 'Redis unavailable: responses are not cached' });
      }
      this.isAway = true;
      return undefined;
    }
  }
}
