import { choice, decimal, defineVariables, integer } from '@tributary/config';

export const REVIEW_VARIABLES = defineVariables({
  REVIEW_BUFFER_SIZE: integer({
    doc: 'How many jobs that fetch reviews may wait to be started, of all users together; one more is refused with 429.',
    min: 1,
    max: 1_000_000,
    default: 10_000,
  }),
  REVIEW_JOBS_PER_USER: integer({
    doc: 'How many of these jobs may be of one user.',
    min: 1,
    max: 10_000,
    default: 20,
  }),
  REVIEW_TOKEN_WAIT_HOURS: decimal({
    doc: 'Hours for which a job whose access token has expired waits for another one; then it fails.',
    min: 0.001,
    max: 720,
    default: 24,
  }),
  REVIEW_JOB_RETENTION_DAYS: integer({
    doc: 'Days for which a job that fetched reviews, and what it found, can be looked at. The reviews themselves stay.',
    min: 2,
    max: 3_650,
    default: 30,
  }),
  REVIEW_STREAMS_PER_USER: integer({
    doc: 'How many streams of jobs a user may have open per process; one more is refused with 429.',
    min: 1,
    max: 1_000,
    default: 10,
  }),
  DEMO_ENABLED: choice({
    doc: 'Whether the page /demo is served; auto: not where NODE_ENV is production.',
    of: ['auto', 'true', 'false'],
    default: 'auto',
  }),
  REVIEW_AUDIT_INTERVAL: integer({
    doc: 'Seconds after which a sync of a review connection lists every review of every location again, with a proof. The syncs between read only what is new, and cannot see deletions and replies.',
    min: 60,
    max: 86_400,
    default: 86_400,
  }),
});

declare module '@tributary/config' {
  interface VariableTables {
    reviews: typeof REVIEW_VARIABLES;
  }
}
