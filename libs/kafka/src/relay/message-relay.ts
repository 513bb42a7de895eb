import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InFlightTracker } from '@tributary/common';
import { Config } from '@tributary/config';
import { Leases } from '@tributary/mongo';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { MessagePublisher, type PublisherHealth } from '../message-publisher';
import { MessageRepository } from '../outbox/message.repository';
import { Backoff } from './backoff';
import { BatchSender } from './batch-sender';

const DUTY = 'kafka-relay';
const BATCH = 500;
/** Below the 1 MB that a broker takes at once unless it is configured otherwise. */
const BATCH_BYTES = 768 * 1024;
/** Batches of a topic before the others have their turn. */
const BATCHES = 20;
const IDLE_MS = 500;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** What a batch may take beside its call to Kafka. */
const STORE_MS = 5_000;

/**
 * Publishes what waits in the outbox, in one process at a time. It works under a lease: where that
 * has gone to another process while this one was stopped, both may publish the same messages, but
 * none is lost, and every key's first copies are in order.
 */
@Injectable()
export class MessageRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(MessageRelay.name);
  private readonly name = randomUUID();
  private readonly leaseMs: number;
  private readonly backoff = new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
  private readonly stop = new AbortController();
  private loop: Promise<void> | undefined;

  constructor(
    config: Config,
    private readonly messages: MessageRepository,
    private readonly publisher: MessagePublisher,
    private readonly sender: BatchSender,
    private readonly leases: Leases,
    private readonly work: InFlightTracker,
  ) {
    this.leaseMs = 2 * config.KAFKA_DEADLINE_MS + STORE_MS;
  }

  /** How the broker was when it was last called. */
  get health(): PublisherHealth {
    return this.publisher.health();
  }

  onApplicationBootstrap(): void {
    this.publisher
      .connect()
      .catch((error: unknown) => this.logger.warn({ err: error, msg: 'Kafka unavailable' }));
    this.work.closing.addEventListener('abort', () => this.stop.abort());
    this.loop = this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.loop;
    await this.publisher.close();
    await this.leases.release(DUTY, this.name).catch(() => undefined);
  }

  private async run(): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted) {
      const pauseMs = await this.round().catch((error: unknown) => {
        this.logger.warn({ err: error, msg: 'Relay of messages to Kafka failed, retrying' });
        return LONGEST_PAUSE_MS;
      });
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Lets every topic have a turn, and tells after how long the next round is due. */
  private async round(): Promise<number> {
    if (!(await this.isOurs())) return this.leaseMs / 3;
    let isMore = false;
    let topic: string | undefined = '';
    while ((topic = await this.messages.findTopicAfter(topic)) !== undefined) {
      if (this.backoff.isDue(topic, Date.now())) isMore = (await this.relay(topic)) || isMore;
      if (this.stop.signal.aborted) break;
    }
    return isMore ? 0 : IDLE_MS;
  }

  /** Publishes batches of a topic; true when more may be waiting. */
  private async relay(topic: string): Promise<boolean> {
    for (let batches = 0; batches < BATCHES; batches += 1) {
      const batch = await this.messages.findWaiting(topic, BATCH, BATCH_BYTES);
      if (batch.length === 0) return false;
      const task = this.work.begin();
      try {
        const context = { signal: task.signal, mayGoOn: () => this.isOurs() };
        if (!(await this.sender.send(topic, batch, context))) return false;
      } catch (error) {
        this.defer(topic, error);
        return false;
      } finally {
        task.end();
      }
      if (this.backoff.succeed(topic)) this.logger.log(`Publishing to the topic ${topic} again`);
    }
    return true;
  }

  private defer(topic: string, error: unknown): void {
    const pauseMs = this.backoff.fail(topic, Date.now());
    this.logger.warn({
      err: error,
      topic,
      retry_in_ms: pauseMs,
      msg: 'Publishing to Kafka failed; the messages stay in the outbox',
    });
  }

  /** Takes or renews the lease, unless this process is asked to stop. */
  private async isOurs(): Promise<boolean> {
    if (this.stop.signal.aborted) return false;
    const now = Date.now();
    return this.leases.take(DUTY, this.name, new Date(now), new Date(now + this.leaseMs));
  }
}
