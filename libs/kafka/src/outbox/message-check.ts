import { DomainError } from '@tributary/common';
import '../kafka.errors';
import { EVENT_ID_HEADER, type OutgoingMessage } from '../message';

/** No broker is configured to take half as much, and MongoDB stores no document of 16 MB. */
const MAX_BYTES = 8 * 1024 * 1024;

const TOPIC = /^[\w.-]{1,249}$/;

/** Throws MESSAGE_REFUSED for what no broker could ever be sent. */
export function checkMessage(message: OutgoingMessage): void {
  const problem = problemOf(message);
  if (problem === undefined) return;
  throw new DomainError('MESSAGE_REFUSED', {
    detail: `A message for the Kafka topic ${JSON.stringify(message.topic)} cannot be enqueued: ${problem}.`,
  });
}

function problemOf({
  topic,
  key,
  eventId,
  value,
  headers = {},
}: OutgoingMessage): string | undefined {
  if (!TOPIC.test(topic) || topic === '.' || topic === '..') {
    return 'a topic has up to 249 letters, digits, dots, hyphens and underscores';
  }
  if (key === '') return 'its key is empty';
  if (eventId === '') return 'its event id is empty';
  if (!Object.keys(headers).every((name) => /^[\w-]+$/.test(name))) {
    return 'names of headers have only letters, digits, hyphens and underscores';
  }
  if (EVENT_ID_HEADER in headers) return `the header ${EVENT_ID_HEADER} is set from its event id`;
  const texts = [key, value, eventId, ...Object.entries(headers).flat()];
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes > MAX_BYTES
    ? `it has ${bytes} bytes, and at most ${MAX_BYTES} are allowed`
    : undefined;
}
