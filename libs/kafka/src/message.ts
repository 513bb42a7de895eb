/** Texts that travel beside a message, for those who route or filter without reading it. */
export type MessageHeaders = Readonly<Record<string, string>>;

/** A message to be published some time, whatever happens until then. */
export interface OutgoingMessage {
  topic: string;
  /** Messages with the same key are in one partition, in order. */
  key: string;
  /** Names what happened: what is enqueued twice under one id is published as one message. */
  eventId: string;
  value: string;
  headers?: MessageHeaders;
}

/** What a publisher sends. */
export interface PublishedMessage {
  readonly key: string;
  readonly value: string;
  readonly headers: MessageHeaders;
}

/** The header by which consumers recognize a message that they have seen already. */
export const EVENT_ID_HEADER = 'event_id';
