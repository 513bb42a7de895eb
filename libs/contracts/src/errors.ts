/** What kind of trouble an error is; dashboards and dead letters group by it. */
export type ErrorCategory =
  | 'rate_limiting'
  | 'content'
  | 'network'
  | 'parsing'
  | 'media'
  | 'storage'
  | 'generic'
  | 'configuration';

/** What everybody needs to know of an error code. */
export interface ErrorDefinition {
  category: ErrorCategory;
  /** Whether the same work may succeed when it is done again later. Processors read this column. */
  retryable: boolean;
  /** The answer over HTTP. The exception filter reads this column. */
  status: number;
  /** What a person is told when the place that failed has nothing more exact to say. */
  sentence: string;
}

function define<Code extends string>(
  table: Record<Code, ErrorDefinition>,
): Readonly<Record<Code, Readonly<ErrorDefinition>>> {
  return table;
}

/** Every failure that Tributary knows by name. */
export const ERRORS = define({
  MALFORMED_REQUEST: {
    category: 'parsing',
    retryable: false,
    status: 400,
    sentence: 'The request could not be read.',
  },
  NOT_AUTHENTICATED: {
    category: 'configuration',
    retryable: false,
    status: 401,
    sentence: 'Not authenticated. Send the header Authorization: Bearer <access token>.',
  },
  INVALID_TOKEN: {
    category: 'configuration',
    retryable: false,
    status: 401,
    sentence: 'The access token is not valid or has expired. Sign in again.',
  },
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
  FORBIDDEN: {
    category: 'configuration',
    retryable: false,
    status: 403,
    sentence: 'Your role does not allow this.',
  },
  LOCAL_SIGN_IN_OFF: {
    category: 'configuration',
    retryable: false,
    status: 403,
    sentence: 'Accounts are kept by an outside issuer. Get an access token from it.',
  },
  NOT_FOUND: {
    category: 'content',
    retryable: false,
    status: 404,
    sentence: 'Not found',
  },
  EMAIL_TAKEN: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence: 'An account with this email exists already. Sign in instead.',
  },
  BODY_TOO_LARGE: {
    category: 'content',
    retryable: false,
    status: 413,
    sentence: 'The body is larger than 1 MB.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    category: 'content',
    retryable: false,
    status: 415,
    sentence: 'Only application/json bodies in UTF-8 are accepted.',
  },
  VALIDATION_FAILED: {
    category: 'content',
    retryable: false,
    status: 422,
    sentence: 'The request is not valid.',
  },
  TOO_MANY_REQUESTS: {
    category: 'rate_limiting',
    retryable: true,
    status: 429,
    sentence: 'Too many requests. Try again after the time in the Retry-After header.',
  },
  SEALED_VALUE_UNREADABLE: {
    category: 'configuration',
    retryable: false,
    status: 500,
    sentence:
      'A stored secret could not be opened. Check that ENCRYPTION_KEYS still holds the key that sealed it.',
  },
  INTERNAL_ERROR: {
    category: 'generic',
    retryable: true,
    status: 500,
    sentence: 'Something went wrong on our side. Quote the request id when you report it.',
  },
  DEPENDENCY_UNAVAILABLE: {
    category: 'storage',
    retryable: true,
    status: 503,
    sentence: 'A part of the service is not reachable at the moment. Try again shortly.',
  },
});

/** A code from the table of errors. */
export type ErrorCode = keyof typeof ERRORS;
