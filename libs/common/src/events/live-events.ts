import { type LiveEventName, type LiveEventPayloads } from '@tributary/contracts';

/** How an event is published. */
export interface PublishOptions {
  /** An idempotency key: with the same one, nothing is published a second time. */
  once?: string;
}

/** Publishes events to a user's connected clients, from any process. */
export abstract class LiveEvents {
  /** Resolves when Redis has taken the event; rejects, within seconds, when it cannot. */
  abstract publish<Name extends LiveEventName>(
    userId: string,
    name: Name,
    payload: LiveEventPayloads[Name],
    options?: PublishOptions,
  ): Promise<void>;
}
