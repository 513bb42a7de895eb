import type { AdvancedSettings, QueueOptions } from 'bull';
import { Redis } from 'ioredis';

const CONNECT_DEADLINE_MS = 5_000;
const LONGEST_RECONNECT_PAUSE_MS = 2_000;

/** The options of the queues and their connections. */
export interface QueueConnectionOptions {
  redisUrl: string;
  /** What the keys of the queues begin with. */
  redisPrefix: string;
  /** After how long Bull gives the job of a silent worker to another one. */
  jobLockMs: number;
}

/**
 * Creates the connections of all queues, and closes them: Bull does not close connections that it
 * was given.
 */
export class QueueConnections {
  private readonly made: Redis[] = [];

  constructor(private readonly options: QueueConnectionOptions) {}

  /** What a queue is made with. */
  queueOptions(): QueueOptions {
    const { redisUrl, redisPrefix, jobLockMs } = this.options;
    return {
      prefix: `${redisPrefix}:bull`,
      createClient: () => {
        const connection = connect(redisUrl);
        this.made.push(connection);
        return connection;
      },
      settings: bullSettings(jobLockMs),
    };
  }

  disconnect(): void {
    for (const connection of this.made) connection.disconnect();
  }
}

/** As Bull requires: commands wait while Redis is unavailable; callers have deadlines. */
function connect(url: string): Redis {
  return new Redis(url, {
    maxRetriesPerRequest: null,
    enableReadyCheck: false,
    connectTimeout: CONNECT_DEADLINE_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_RECONNECT_PAUSE_MS),
  });
}

/** The lock of a job only keeps Bull from delivering it twice: the ledger decides who works. */
function bullSettings(jobLockMs: number): AdvancedSettings {
  return {
    lockDuration: Math.round(jobLockMs),
    stalledInterval: Math.round(jobLockMs / 3),
    maxStalledCount: 10,
    retryProcessDelay: 1_000,
  };
}
