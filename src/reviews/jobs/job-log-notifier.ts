import { Injectable, Logger } from '@nestjs/common';
import { Config } from '@tributary/config';
import { Redis } from 'ioredis';

/** Where it is published that a job has news; the name lives in Redis. */
export function jobNewsChannel(config: Config): string {
  return `${config.REDIS_PREFIX}:review-job-news`;
}

/** Says that a job has news, to whoever streams it in any process. */
@Injectable()
export class JobLogNotifier {
  private readonly logger = new Logger(JobLogNotifier.name);
  private readonly channel: string;

  constructor(
    private readonly redis: Redis,
    config: Config,
  ) {
    this.channel = jobNewsChannel(config);
  }

  /** Not waited for: who misses it looks by itself a few seconds later. */
  notify(jobId: string): void {
    this.redis
      .publish(this.channel, jobId)
      .catch((error: unknown) =>
        this.logger.debug({ err: error, msg: 'News of a job were not published' }),
      );
  }
}
