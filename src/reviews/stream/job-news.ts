import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '@tributary/config';
import { Redis } from 'ioredis';
import { jobNewsChannel } from '../jobs/job-log-notifier';
import { NewsListener } from './news-listener';

/**
 * Hears from all processes which jobs have news. While Redis is unavailable nothing is heard, so
 * whoever listens looks by itself now and then, too.
 */
@Injectable()
export class JobNews implements OnApplicationShutdown {
  private readonly logger = new Logger(JobNews.name);
  private readonly listeners = new Map<string, Set<NewsListener>>();
  private readonly channel: string;
  private subscriber: Redis | undefined;

  constructor(
    private readonly redis: Redis,
    config: Config,
  ) {
    this.channel = jobNewsChannel(config);
  }

  listen(jobId: string): NewsListener {
    this.subscriber ??= this.subscribe();
    const ofJob = this.listeners.get(jobId) ?? new Set();
    this.listeners.set(jobId, ofJob);
    const listener = new NewsListener((closed) => {
      ofJob.delete(closed);
      if (ofJob.size === 0 && this.listeners.get(jobId) === ofJob) this.listeners.delete(jobId);
    });
    ofJob.add(listener);
    return listener;
  }

  onApplicationShutdown(): void {
    this.subscriber?.disconnect();
  }

  /** A connection of its own, made for the first who listens. */
  private subscribe(): Redis {
    const subscriber = this.redis.duplicate({
      lazyConnect: false,
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
      commandTimeout: undefined,
      autoResubscribe: false,
    });
    subscriber.on('error', (error: Error) =>
      this.logger.debug({ err: error, msg: 'Redis subscription error' }),
    );
    subscriber.on('message', (_channel: string, jobId: string) => this.wake(jobId));
    subscriber.on('ready', () => {
      // What was published before nobody heard.
      subscriber.subscribe(this.channel).then(
        () => [...this.listeners.keys()].forEach((jobId) => this.wake(jobId)),
        (error: unknown) => this.logger.debug({ err: error, msg: 'Redis subscription failed' }),
      );
    });
    return subscriber;
  }

  private wake(jobId: string): void {
    this.listeners.get(jobId)?.forEach((listener) => listener.wake());
  }
}
