import { defineErrors } from './errors';

/** What can happen anywhere; features and libraries declare their own codes beside their code. */
export const GENERAL_ERRORS = defineErrors({
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
  FORBIDDEN: {
    category: 'configuration',
    retryable: false,
    status: 403,
    sentence: 'Your role does not allow this.',
  },
  NOT_FOUND: {
    category: 'content',
    retryable: false,
    status: 404,
    sentence: 'Not found',
  },
  CONCURRENT_CHANGE: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence: 'Other requests change the same thing at this moment. Look at it and try again.',
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
    throttled: true,
    status: 429,
    sentence: 'Too many requests. Try again after the time in the Retry-After header.',
  },
  // What sources and crawlers report (the taxonomy of crawler events).
  RATE_LIMITED: {
    category: 'rate_limiting',
    retryable: true,
    throttled: true,
    status: 503,
    sentence: 'The source asked us to slow down. The work continues later automatically.',
  },
  AUTH_FAILED: {
    category: 'rate_limiting',
    retryable: true,
    status: 502,
    sentence: 'The source did not accept our sign-in.',
  },
  ACCESS_DENIED: {
    category: 'rate_limiting',
    retryable: true,
    status: 403,
    sentence: 'The source does not let us see this. Check that it is shared with us.',
  },
  CONTENT_REMOVED: {
    category: 'content',
    retryable: false,
    status: 410,
    sentence: 'The content was removed at its source.',
  },
  CONTENT_NOT_FOUND: {
    category: 'content',
    retryable: false,
    status: 404,
    sentence: 'The content does not exist at its source. Check the address.',
  },
  CONTENT_UNAVAILABLE: {
    category: 'content',
    retryable: false,
    status: 404,
    sentence: 'The content is not available to us at its source.',
  },
  NETWORK_ERROR: {
    category: 'network',
    retryable: true,
    status: 502,
    sentence: 'The connection to the source failed.',
  },
  TIMEOUT: {
    category: 'network',
    retryable: true,
    status: 504,
    sentence: 'The source did not answer in time.',
  },
  CONNECTION_REFUSED: {
    category: 'network',
    retryable: true,
    status: 502,
    sentence: 'The source refused the connection.',
  },
  DNS_ERROR: {
    category: 'network',
    retryable: true,
    status: 502,
    sentence: "The source's host name could not be resolved. Check the address.",
  },
  PARSE_ERROR: {
    category: 'parsing',
    retryable: false,
    status: 502,
    sentence: "The source's answer could not be read.",
  },
  INVALID_URL: {
    category: 'parsing',
    retryable: false,
    status: 400,
    sentence: 'The address is not valid.',
  },
  INVALID_RESPONSE: {
    category: 'parsing',
    retryable: false,
    status: 502,
    sentence: 'The source answered with something we did not expect.',
  },
  MEDIA_DOWNLOAD_FAILED: {
    category: 'media',
    retryable: false,
    status: 502,
    sentence: 'A media file could not be downloaded.',
  },
  MEDIA_TOO_LARGE: {
    category: 'media',
    retryable: false,
    status: 413,
    sentence: 'A media file is larger than we take.',
  },
  MEDIA_FORMAT_ERROR: {
    category: 'media',
    retryable: false,
    status: 415,
    sentence: 'A media file has a format that we cannot read.',
  },
  STORAGE_ERROR: {
    category: 'storage',
    retryable: true,
    status: 503,
    sentence: 'A file could not be stored or read.',
  },
  UPLOAD_FAILED: {
    category: 'storage',
    retryable: true,
    status: 503,
    sentence: 'A file could not be uploaded.',
  },
  DATABASE_ERROR: {
    category: 'storage',
    retryable: true,
    status: 503,
    sentence: 'The database did not take a change.',
  },
  UNKNOWN_ERROR: {
    category: 'generic',
    retryable: true,
    status: 500,
    sentence: 'Something failed and did not say why.',
  },
  SOURCE_UNAVAILABLE: {
    category: 'network',
    retryable: true,
    status: 502,
    sentence: 'The source has a failure of its own at the moment.',
  },
  SOURCE_REFUSED: {
    category: 'content',
    retryable: false,
    status: 502,
    sentence: 'The source did not accept our request.',
  },
  ANSWER_CUT_OFF: {
    category: 'network',
    retryable: true,
    status: 502,
    sentence: "The source's answer broke off before its end.",
  },
  QUESTION_TOO_LARGE: {
    category: 'storage',
    retryable: true,
    status: 503,
    sentence:
      'The rows could not be gone through in time. Ask for fewer days, search less often, or try again later.',
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

declare module './errors' {
  interface ErrorTables {
    general: typeof GENERAL_ERRORS;
  }
}
