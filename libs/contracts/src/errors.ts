/** What kind of trouble an error is; dashboards and dead letters group by it. */
export const ERROR_CATEGORIES = [
  'rate_limiting',
  'content',
  'network',
  'parsing',
  'media',
  'storage',
  'generic',
  'configuration',
] as const;

/** One of {@link ERROR_CATEGORIES}. */
export type ErrorCategory = (typeof ERROR_CATEGORIES)[number];

/** What everybody needs to know of an error code. */
export interface ErrorDefinition {
  category: ErrorCategory;
  /** Whether the same work may succeed when it is done again later. Processors read this column. */
  retryable: boolean;
  /** Somebody asked us to slow down: waiting for that costs no attempt. */
  throttled?: true;
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
  CONCURRENT_CHANGE: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence: 'Other requests change the same thing at this moment. Look at it and try again.',
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
    sentence: 'The source asked us to slow down. The work goes on later by itself.',
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

  // What Google's APIs report.
  GOOGLE_NOT_CONFIGURED: {
    category: 'configuration',
    retryable: false,
    status: 503,
    sentence:
      'No Google service account is configured. Set GOOGLE_SERVICE_ACCOUNT_JSON to its key file.',
  },
  GOOGLE_SIGN_IN_REFUSED: {
    category: 'configuration',
    retryable: false,
    status: 502,
    sentence:
      'Google did not accept the key of the service account. Check that the account and its key still exist.',
  },
  GOOGLE_CLOCK_SKEW: {
    category: 'configuration',
    retryable: true,
    status: 502,
    sentence:
      "Google refused the sign-in because this machine's clock is wrong. Synchronise it with a time server.",
  },
  GOOGLE_SCOPE_MISSING: {
    category: 'configuration',
    retryable: false,
    status: 502,
    sentence: "The sign-in does not cover this call. Add the API's scope to the service account.",
  },
  GOOGLE_API_DISABLED: {
    category: 'configuration',
    retryable: false,
    status: 502,
    sentence: "The Google API is not enabled in the service account's project. Enable it there.",
  },
  GOOGLE_QUOTA_ZERO: {
    category: 'configuration',
    retryable: false,
    status: 502,
    sentence:
      "The Google project has a quota of zero for this API, so waiting will not help. Apply for access to the API, or raise the project's quota.",
  },
  SHEET_NOT_SHARED: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence: 'The spreadsheet is not shared with our service account. Share it, then try again.',
  },
  SHEET_NOT_FOUND: {
    category: 'content',
    retryable: false,
    status: 404,
    sentence: 'There is no such spreadsheet, or it is not shared with us. Check the address.',
  },
  TAB_NOT_FOUND: {
    category: 'content',
    retryable: false,
    status: 404,
    sentence: 'The spreadsheet has no tab of this name.',
  },
  SHEET_IS_OFFICE_FILE: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence:
      'The file is an Excel workbook, not a Google Sheet. Open it in Google Sheets and choose File, Save as Google Sheets; then connect the new file.',
  },
  HEADER_DRIFT: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence:
      'A mapped column is gone from the sheet. Fix the mapping, or the header in the sheet.',
  },
  ROWS_WOULD_VANISH: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence:
      'Too many rows are gone from the sheet at once, so nothing was changed. Check the sheet; to accept it, sync once more with accept_deletions.',
  },
  CHANGES_TOKEN_INVALID: {
    category: 'content',
    retryable: false,
    status: 502,
    sentence: 'Drive does not know this place in its feed of changes. Begin at a new one.',
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

  // Of analytics.
  INVALID_DATE_RANGE: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence: 'Invalid date range: date_from must be before date_to',
  },
  UNSUPPORTED_FOR_SHEET_TYPE: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence: 'Sheets of this type cannot be asked that.',
  },
  TOO_MANY_POINTS: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence: 'The range has too many points. Ask for longer periods, or for a shorter range.',
  },
  TOO_MANY_VALUES: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence:
      'The field has more than 500,000 different values, which cannot be told apart at once. Ask for a shorter range of days.',
  },
  QUESTION_TOO_LARGE: {
    category: 'storage',
    retryable: true,
    status: 503,
    sentence:
      'The rows could not be gone through in time. Ask for fewer days, search less often, or try again later.',
  },
  ANALYTICS_NOT_READY: {
    category: 'content',
    retryable: true,
    status: 503,
    sentence:
      'The rows were stored by an older version and are being read again, which was just asked for. Try again shortly.',
  },

  // The pipeline's own.
  UNKNOWN_KIND: {
    category: 'content',
    retryable: false,
    status: 404,
    sentence: 'There is no such kind of run.',
  },
  RUN_ACTIVE: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence: 'Another run works on the same subject. Try again when it has ended.',
  },
  RUN_ENDED: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence: 'The run has ended already.',
  },
  RUN_CANCELLED: {
    category: 'generic',
    retryable: false,
    status: 409,
    sentence: 'The run was cancelled.',
  },
  DEAD_LETTER_CLOSED: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence: 'The dead letter was discarded, so it cannot be replayed.',
  },
  CLAIM_LOST: {
    category: 'generic',
    retryable: true,
    status: 500,
    sentence: 'Another worker has taken the run over, so this one may not write any more.',
  },
  WORKER_LOST: {
    category: 'generic',
    retryable: false,
    status: 500,
    sentence:
      'The run lost its worker again and again, so it may be what ends them. Look at the logs of the workers, then replay it.',
  },
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

  EVENT_TOO_LARGE: {
    category: 'content',
    retryable: false,
    status: 500,
    sentence: 'A live event is larger than 64 kB. Publish where the data is instead of the data.',
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
