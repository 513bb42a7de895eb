import type { AdvancedSettings, QueueOptions } from 'bull';
import { Redis } from 'ioredis';

const CONNECT_DEADLINE_MS = 5_000;
const LONGEST_RECONNECT_PAUSE_MS = 2_000;

/** Where the queues are, and what Bull is told about them. */
export interface QueueConnectionOptions {
  redisUrl: string;
  /** What the keys of the queues begin with. */
  redisPrefix: string;
  /** After how long Bull gives a job to another worker, when the one that took it is silent. */
  jobLockMs: number;
}

/** Makes the connections of all queues, and knows them: Bull does not close what it was given. */
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

/** As Bull wants it: a command waits for as long as Redis is away; callers have deadlines. */
function connect(url: string): Redis {
  return new Redis(url, {
    maxRetriesPerRequest: null,
    enableReadyCheck: false,
    connectTimeout: CONNECT_DEADLINE_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_RECONNECT_PAUSE_MS),
  });
}

/** The lock of a job only keeps Bull from giving it out twice: the ledger decides who works. */
function bullSettings(jobLockMs: number): AdvancedSettings {
  return {
    lockDuration: Math.round(jobLockMs),
    stalledInterval: Math.round(jobLockMs / 3),
    maxStalledCount: 10,
    retryProcessDelay: 1_000,
  };
}
