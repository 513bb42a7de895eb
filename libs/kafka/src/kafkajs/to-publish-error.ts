import { PublishError } from '../message-publisher';

/** Answers that a message will get however often it is sent. */
const REJECTIONS = new Set([
  'INVALID_RECORD',
  'INVALID_TIMESTAMP',
  'INVALID_TOPIC_EXCEPTION',
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'UNSUPPORTED_FOR_MESSAGE_FORMAT',
]);

/**
 * Tells whether trying again can help. Whatever is not known to be the fault of a message is taken
 * for an outage, a missing topic or a missing right too: somebody will see to these.
 */
export function toPublishError(thrown: unknown): PublishError {
  if (thrown instanceof PublishError) return thrown;
  const failure = deepest(thrown);
  const code = failure.type ?? failure.name;
  const reason = REJECTIONS.has(code) ? 'rejected' : 'unavailable';
  return new PublishError(reason, code, failure.message, thrown);
}

type Failure = Error & { type?: string };

/** kafkajs wraps what a broker answered in what it did about it. */
function deepest(thrown: unknown): Failure {
  let failure: Failure = thrown instanceof Error ? thrown : new Error(String(thrown));
  for (let depth = 0; depth < 5 && failure.type === undefined; depth += 1) {
    if (!(failure.cause instanceof Error)) break;
    failure = failure.cause;
  }
  return failure;
}
