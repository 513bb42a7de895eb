import { defineErrors } from '@tributary/contracts';

/** The errors of signing in. */
export const AUTH_ERRORS = defineErrors({
  INVALID_CREDENTIALS: {
    category: 'configuration',
    retryable: false,
    status: 401,
    sentence: 'Incorrect email or password',
  },
  INVALID_API_KEY: {
    category: 'configuration',
    retryable: false,
    status: 401,
    sentence: 'Invalid API key',
  },
  LOCAL_SIGN_IN_OFF: {
    category: 'configuration',
    retryable: false,
    status: 403,
    sentence: 'Accounts are kept by an outside issuer. Get an access token from it.',
  },
  EMAIL_TAKEN: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence: 'An account with this email exists already. Sign in instead.',
  },
});

declare module '@tributary/contracts' {
  interface ErrorTables {
    auth: typeof AUTH_ERRORS;
  }
}
