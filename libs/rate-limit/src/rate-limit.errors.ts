import { defineErrors } from '@tributary/contracts';

/** The errors of requests for permits. */
export const RATE_LIMIT_ERRORS = defineErrors({
  LIMIT_WAIT_TOO_LONG: {
    category: 'rate_limiting',
    retryable: true,
    throttled: true,
    status: 503,
    sentence: 'A quota had no room in time. Try again shortly.',
  },
  UNKNOWN_QUOTA: {
    category: 'configuration',
    retryable: false,
    status: 500,
    sentence: 'No quota of this name is configured.',
  },
  QUOTA_TOO_SMALL: {
    category: 'configuration',
    retryable: false,
    status: 500,
    sentence:
      'The request needs more than its quota ever permits. Raise the quota or ask for less.',
  },
});

declare module '@tributary/contracts' {
  interface ErrorTables {
    rate_limit: typeof RATE_LIMIT_ERRORS;
  }
}
