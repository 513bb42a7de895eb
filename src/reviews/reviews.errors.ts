import { defineErrors } from '@tributary/contracts';

/** The errors of fetching reviews. */
export const REVIEW_ERRORS = defineErrors({
  REVIEW_TOKEN_MISSING: {
    category: 'parsing',
    retryable: false,
    status: 400,
    sentence:
      'Send {"access_token": "..."} with an access token of Google for Business Profile, not a blank one.',
  },
  REVIEW_TOKEN_OTHER_USER: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence:
      'The access token is not known to be of the Google user whose reviews the job fetches. Send one of the same user, with the same scopes.',
  },
  REVIEW_JOB_ENDED: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence: 'The job has ended and needs no token any more.',
  },
  REVIEW_BUFFER_FULL: {
    category: 'rate_limiting',
    retryable: true,
    throttled: true,
    status: 429,
    sentence: 'Too many jobs wait to be started. Send this one again later.',
  },
  REVIEW_JOBS_WAITING: {
    category: 'rate_limiting',
    retryable: true,
    throttled: true,
    status: 429,
    sentence: 'As many of your jobs wait to be started as one user may have. Try again later.',
  },
  REVIEW_CONSENT_STATE: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence:
      'This connection to Google was not begun by us, was completed before, or took longer than ten minutes. Begin again with GET /api/v1/google/connect.',
  },
  REVIEW_CONSENT_DENIED: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence: 'The Google account was not connected, because the consent was refused.',
  },
  REVIEW_CONSENT_SCOPE: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence:
      'The consent leaves Business Profile out, without which no review can be read. Connect the account again, and leave its box ticked.',
  },
  REVIEW_FETCH_FAILED: {
    category: 'content',
    retryable: false,
    status: 502,
    sentence: 'None of the accounts and locations could be read.',
  },
  REVIEW_STREAMS_OPEN: {
    category: 'rate_limiting',
    retryable: true,
    throttled: true,
    status: 429,
    sentence: 'As many of your streams are open as one user may have. Close one of them first.',
  },
  REVIEW_TOKEN_IN_URL: {
    category: 'parsing',
    retryable: false,
    status: 400,
    sentence:
      'A token does not belong into an address, which logs and histories keep. POST /api/v1/review-fetch with {"access_token": "..."}, then use ?job_id= with the job_id of the answer, and send your own access token as Authorization: Bearer.',
  },
});

declare module '@tributary/contracts' {
  interface ErrorTables {
    reviews: typeof REVIEW_ERRORS;
  }
}
