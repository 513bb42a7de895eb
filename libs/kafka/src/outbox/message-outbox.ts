import { type OutgoingMessage } from '../message';
import { checkMessage } from './message-check';
import { type MessageRepository } from './message.repository';
import { type MessageFailure } from './message.schema';

/** The right to write for a run, such as the fence of `@tributary/pipeline`. */
export interface WriteFence {
  readonly number: number;
  /** Throws when the run may have been given to another worker. */
  assertHeld(): void;
}

/** What has not reached Kafka. */
export interface OutboxLag {
  waiting: number;
  /** Since when the message waits that waits longest. */
  oldest?: Date;
  setAside: number;
}

/** A message that the broker rejected. */
export interface SetAsideMessage {
  eventId: string;
  topic: string;
  key: string;
  createdAt: Date;
  error?: MessageFailure;
}

/**
 * Takes messages for Kafka, in MongoDB, from where the relay publishes them. Where no
 * brokers are configured it takes none.
 */
export class MessageOutbox {
  constructor(
    private readonly messages: MessageRepository,
    /** Whether brokers are configured. */
    readonly isEnabled: boolean,
  ) {}

  /**
   * Has messages published, at least once each and in this order for each key. A message whose
   * event id is known already is left out. Resolves with the number of new ones when all are
   * stored; under a fence, a worker that lost its run stores nothing more.
   */
  async enqueue(messages: readonly OutgoingMessage[], fence?: WriteFence): Promise<number> {
    if (!this.isEnabled || messages.length === 0) return 0;
    messages.forEach(checkMessage);
    return this.messages.insert(messages, new Date(), fence);
  }

  /** What has not reached Kafka, over all processes. */
  async lag(): Promise<OutboxLag> {
    const [waiting, setAside, oldest] = await Promise.all([
      this.messages.count('waiting'),
      this.messages.count('set_aside'),
      this.messages.oldestWaiting(),
    ]);
    return { waiting, setAside, ...(oldest ? { oldest } : {}) };
  }

  /** Messages that the broker rejected, oldest first. */
  async listSetAside(limit: number): Promise<SetAsideMessage[]> {
    const found = await this.messages.findSetAside(limit);
    return found.map(({ _id: eventId, topic, key, created_at: createdAt, error }) => ({
      eventId,
      topic,
      key,
      createdAt,
      ...(error ? { error } : {}),
    }));
  }

  /** Has what was rejected published again, all of it or the messages of some events. */
  async requeue(eventIds?: readonly string[]): Promise<number> {
    return this.messages.requeue(eventIds);
  }
}
