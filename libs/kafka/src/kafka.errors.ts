import { defineErrors } from '@tributary/contracts';

/** What can be wrong with a message before a broker has seen it. */
export const KAFKA_ERRORS = defineErrors({
  MESSAGE_REFUSED: {
    category: 'content',
    retryable: false,
    status: 500,
    sentence: 'A message for Kafka cannot be enqueued as it is.',
  },
});

declare module '@tributary/contracts' {
  interface ErrorTables {
    kafka: typeof KAFKA_ERRORS;
  }
}
