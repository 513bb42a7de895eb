import { KafkaJSError, KafkaJSNonRetriableError, KafkaJSProtocolError } from 'kafkajs';
import { PublishError } from '../message-publisher';
import { toPublishError } from './to-publish-error';

/** What a broker answered, as kafkajs has it. */
function answer(type: string): Error {
  return Object.assign(new KafkaJSProtocolError(`it answered ${type}`), { type });
}

describe('why messages were not published', () => {
  it.each([
    'INVALID_RECORD',
    'INVALID_TIMESTAMP',
    'INVALID_TOPIC_EXCEPTION',
    'MESSAGE_TOO_LARGE',
    'RECORD_LIST_TOO_LARGE',
    'UNSUPPORTED_FOR_MESSAGE_FORMAT',
  ])('is the message, for %s', (type) => {
    for (const thrown of [answer(type), wrapped(answer(type)), wrapped(wrapped(answer(type)))]) {
      const error = toPublishError(thrown);
      expect(error).toBeInstanceOf(PublishError);
      expect(error).toMatchObject({ reason: 'rejected', code: type, cause: thrown });
      expect(error.message).toBe(`it answered ${type}`);
    }
  });

  it.each([
    'NOT_ENOUGH_REPLICAS',
    'OUT_OF_ORDER_SEQUENCE_NUMBER',
    'TOPIC_AUTHORIZATION_FAILED',
    'UNKNOWN',
    'UNKNOWN_PRODUCER_ID',
    'UNKNOWN_TOPIC_OR_PARTITION',
  ])('is not the message, for %s', (type) => {
    expect(toPublishError(wrapped(answer(type)))).toMatchObject({
      reason: 'unavailable',
      code: type,
    });
  });

  it.each<[unknown, string]>([
    [new KafkaJSError('Closed connection'), 'KafkaJSError'],
    [new TypeError('undefined is not an object'), 'TypeError'],
    [new Error('no answer within 5 ms'), 'Error'],
    ['a text', 'Error'],
    [undefined, 'Error'],
  ])('is not the message, for %s', (thrown, code) => {
    expect(toPublishError(thrown)).toMatchObject({ reason: 'unavailable', code });
  });

  it('stays as it is where it is known', () => {
    const error = new PublishError('rejected', 'X', 'as it is');
    expect(toPublishError(error)).toBe(error);
  });
});

function wrapped(cause: Error): Error {
  return Object.assign(new KafkaJSNonRetriableError(cause.message), { cause });
}
