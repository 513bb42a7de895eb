import { Injectable, Logger } from '@nestjs/common';
import { Config } from '@tributary/config';
import { EVENT_ID_HEADER, type PublishedMessage } from '../message';
import { MessagePublisher, PublishError } from '../message-publisher';
import { MessageRepository, type WaitingMessage } from '../outbox/message.repository';
import { RelayCounts } from './relay-counts';

const DAY_MS = 86_400_000;

/** What a batch is sent under. */
export interface SendingContext {
  readonly signal: AbortSignal;
  /** Whether this process may go on: it is asked before every request. */
  mayGoOn(): Promise<boolean>;
}

/**
 * Publishes a batch and notes what became of it. A batch that the broker rejects is halved until
 * the message that it does not take is alone, which is set aside, and the others go on.
 */
@Injectable()
export class BatchSender {
  private readonly logger = new Logger(BatchSender.name);
  private readonly retentionMs: number;

  constructor(
    config: Config,
    private readonly publisher: MessagePublisher,
    private readonly messages: MessageRepository,
    private readonly counts: RelayCounts,
  ) {
    this.retentionMs = config.RUN_RETENTION_DAYS * DAY_MS;
  }

  /** False when it was not allowed to go on; throws while the broker cannot take the batch. */
  async send(
    topic: string,
    batch: readonly WaitingMessage[],
    context: SendingContext,
  ): Promise<boolean> {
    if (!(await context.mayGoOn())) return false;
    try {
      await this.publisher.publish(topic, batch.map(toPublished), context.signal);
    } catch (error) {
      if (!(error instanceof PublishError) || error.reason !== 'rejected') throw error;
      return this.isolate(topic, batch, error, context);
    }
    const now = Date.now();
    const ids = batch.map(({ _id }) => _id);
    await this.messages.markPublished(ids, new Date(now), new Date(now + this.retentionMs));
    this.counts.countPublished(topic, batch.length);
    return true;
  }

  private async isolate(
    topic: string,
    batch: readonly WaitingMessage[],
    error: PublishError,
    context: SendingContext,
  ): Promise<boolean> {
    const [message] = batch;
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      return (
        (await this.send(topic, batch.slice(0, half), context)) &&
        (await this.send(topic, batch.slice(half), context))
      );
    }
    if (!message) return true;
    const { code, message: sentence } = error;
    await this.messages.setAside(message._id, { code, message: sentence, at: new Date() });
    this.counts.countSetAside(topic);
    this.logger.error({
      topic,
      key: message.key,
      event_id: message._id,
      code,
      reason: sentence,
      msg: 'Kafka rejected a message; it was set aside',
    });
    return true;
  }
}

function toPublished({ _id, key, value, headers }: WaitingMessage): PublishedMessage {
  return { key, value, headers: { ...headers, [EVENT_ID_HEADER]: _id } };
}
