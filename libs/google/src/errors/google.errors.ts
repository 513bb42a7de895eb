import { defineErrors } from '@tributary/contracts';

/** The errors of Google's APIs. */
export const GOOGLE_ERRORS = defineErrors({
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
    sentence:
      "The sign-in does not cover this call. Add the API's scope to the service account, or connect the Google account again and allow it.",
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
  GOOGLE_TOKEN_EXPIRED: {
    category: 'configuration',
    retryable: false,
    status: 400,
    sentence:
      'Google does not accept the access token: it has expired, was revoked or never was one. Get a new token and send that.',
  },
  GOOGLE_CONSENT_REVOKED: {
    category: 'configuration',
    retryable: false,
    status: 400,
    sentence:
      'Google does not let us act for this account any more: the consent was revoked or has expired. Connect the account again.',
  },
  GOOGLE_CONSENT_INCOMPLETE: {
    category: 'configuration',
    retryable: false,
    status: 400,
    sentence: 'The consent of the Google account was not completed. Connect the account again.',
  },
  GOOGLE_OAUTH_NOT_CONFIGURED: {
    category: 'configuration',
    retryable: false,
    status: 503,
    sentence:
      'No OAuth client of Google is configured. Set GOOGLE_OAUTH_CLIENT_ID and GOOGLE_OAUTH_CLIENT_SECRET.',
  },
  BUSINESS_SCOPE_MISSING: {
    category: 'configuration',
    retryable: false,
    status: 400,
    sentence:
      'The access token does not cover Business Profile. Get one with the scope https://www.googleapis.com/auth/business.manage.',
  },
  BUSINESS_ACCESS_DENIED: {
    category: 'content',
    retryable: false,
    status: 403,
    sentence:
      'The Google account may not see this in Business Profile. Check that it manages it, and that its organisation allows Business Profile.',
  },
  BUSINESS_ACCOUNT_NOT_FOUND: {
    category: 'content',
    retryable: false,
    status: 404,
    sentence:
      'There is no such Business Profile account, or the Google account does not manage it.',
  },
  BUSINESS_LOCATION_NOT_FOUND: {
    category: 'content',
    retryable: false,
    status: 404,
    sentence: 'There is no such location, or the Google account does not manage it.',
  },
  BUSINESS_REVIEW_NOT_FOUND: {
    category: 'content',
    retryable: false,
    status: 404,
    sentence: 'There is no such review, or the Google account does not manage its location.',
  },
  LOCATION_NOT_VERIFIED: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence: 'Only verified locations have reviews. Verify the location in Business Profile.',
  },
  PAGE_TOKEN_INVALID: {
    category: 'content',
    retryable: false,
    status: 502,
    sentence: 'Google does not know this place in its list. Begin again with the first page.',
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
  CHANGES_TOKEN_INVALID: {
    category: 'content',
    retryable: false,
    status: 502,
    sentence: 'Drive does not know this place in its feed of changes. Begin at a new one.',
  },
});

declare module '@tributary/contracts' {
  interface ErrorTables {
    google: typeof GOOGLE_ERRORS;
  }
}
