import { defineErrors } from '@tributary/contracts';

/** The errors of queries. */
export const ANALYTICS_ERRORS = defineErrors({
  UNSUPPORTED_FOR_SHEET_TYPE: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence: 'Sheets of this type cannot be asked that.',
  },
  TOO_MANY_VALUES: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence:
      'The field has more than 500,000 different values, which cannot be told apart at once. Ask for a shorter range of days.',
  },
  ANALYTICS_NOT_READY: {
    category: 'content',
    retryable: true,
    status: 503,
    sentence:
      'The rows were stored by an older version and are being read again, which was just asked for. Try again shortly.',
  },
});

declare module '@tributary/contracts' {
  interface ErrorTables {
    analytics: typeof ANALYTICS_ERRORS;
  }
}
