import { type PublishedMessage } from './message';

/** How the broker was when it was last called. */
export interface PublisherHealth {
  state: 'unknown' | 'up' | 'down';
  /** Why it is down. */
  error?: string;
}

/** Publishes messages. What it is built on stays behind this class. */
export abstract class MessagePublisher {
  /** Makes sure of a connection; publishing does that too. */
  abstract connect(): Promise<void>;

  /**
   * Resolves when the broker has stored all messages, in this order for each key; throws a
   * {@link PublishError} otherwise, in which case it may have stored some of them.
   */
  abstract publish(
    topic: string,
    messages: readonly PublishedMessage[],
    signal?: AbortSignal,
  ): Promise<void>;

  /** Ends the connection; what is being published gets the time that it has anyway. */
  abstract close(): Promise<void>;

  abstract health(): PublisherHealth;
}

/** Why messages were not published. */
export class PublishError extends Error {
  constructor(
    /** `rejected`: the broker will never take them as they are; `unavailable`: it may later. */
    readonly reason: 'rejected' | 'unavailable',
    /** The broker's word for it. */
    readonly code: string,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'PublishError';
  }
}
