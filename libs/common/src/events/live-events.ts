import { type LiveEventName, type LiveEventPayloads } from '@tributary/contracts';

/** How an event is published. */
export interface PublishOptions {
  /** A name for what happened: under the same one, nothing is published a second time. */
  once?: string;
}

/** Tells a user's open clients what happened, from whatever process. */
export abstract class LiveEvents {
  /** Resolves when Redis has taken the event; rejects, within seconds, when it cannot. */
  abstract publish<Name extends LiveEventName>(
    userId: string,
    name: Name,
    payload: LiveEventPayloads[Name],
    options?: PublishOptions,
  ): Promise<void>;
}
