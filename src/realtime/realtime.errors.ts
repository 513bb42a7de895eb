import { defineErrors } from '@tributary/contracts';

/** The errors of publishing live events. */
export const REALTIME_ERRORS = defineErrors({
  EVENT_TOO_LARGE: {
    category: 'content',
    retryable: false,
    status: 500,
    sentence: 'A live event is larger than 64 kB. Publish where the data is instead of the data.',
  },
});

declare module '@tributary/contracts' {
  interface ErrorTables {
    realtime: typeof REALTIME_ERRORS;
  }
}
