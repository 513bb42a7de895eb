import { certificateFile } from './certificates';
import { defineVariables } from './define-variables';
import { quotaLimits } from './quota-limits';
import { serviceAccounts } from './service-accounts';
import {
  addresses,
  choice,
  decimal,
  integer,
  keyRing,
  optionalSecret,
  optionalText,
  optionalUrl,
  origins,
  secret,
  text,
  word,
} from './variable-definition';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What concerns every process, in the order in which `.env.example` shows it. */
export const GENERAL_VARIABLES = defineVariables({
  NODE_ENV: choice({
    doc: 'What this process is for; production refuses default and short secrets.',
    of: ['development', 'test', 'production'],
    default: 'development',
  }),
  ROLE: choice({
    doc: 'What this process does: answer requests (api), run the pipeline (worker), or both (all).',
    of: ['api', 'worker', 'all'],
    default: 'all',
  }),
  HOST: text({
    doc: 'Address to listen on; anything but loopback needs secrets of your own.',
    default: '127.0.0.1',
  }),
  PORT: integer({
    doc: 'Port of REST, sockets and Swagger UI; 0 takes a free one.',
    min: 0,
    max: 65_535,
    default: 3000,
  }),
  WORKER_PORT: integer({
    doc: 'Port on which a worker shows its health and metrics; 0 opens none.',
    min: 0,
    max: 65_535,
    default: 0,
  }),
  TRUST_PROXY: integer({
    doc: 'Number of reverse proxies in front; that many X-Forwarded-For entries are trusted.',
    min: 0,
    max: 10,
    default: 0,
  }),
  CORS_ORIGINS: origins({
    doc: 'Web origins whose pages may call the API; empty allows none.',
  }),
  LOG_LEVEL: choice({
    doc: 'Lowest level of log lines that are written.',
    of: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
  }),
  DATA_DIR: text({
    doc: 'Folder for the data of the embedded MongoDB and the private Redis.',
    default: './data',
  }),
  SHUTDOWN_GRACE_SECONDS: integer({
    doc: 'How long running work may continue after SIGTERM before it is handed back to the queue.',
    min: 0,
    max: 3600,
    default: 30,
  }),

  MONGODB_URL: optionalUrl({
    doc: 'MongoDB to use; without it ROLE=all serves an embedded one from DATA_DIR.',
    schemes: ['mongodb', 'mongodb+srv'],
    secret: true,
  }),
  REDIS_URL: optionalUrl({
    doc: 'Redis to use; without it ROLE=all starts a private redis-server.',
    schemes: ['redis', 'rediss'],
    secret: true,
  }),
  REDIS_PREFIX: word({
    doc: 'Prefix of all keys in Redis; installations that share a Redis need one each.',
    default: 'tributary',
  }),
  REDIS_DEADLINE_MS: integer({
    doc: 'How long a request waits for Redis where it can do without it: cached responses, throttling.',
    min: 50,
    max: 60_000,
    default: 250,
  }),

  JWT_SECRET: secret({
    doc: 'Key that signs and checks access tokens (HS256).',
    default: 'development-only-jwt-secret-never-in-production',
  }),
  JWT_TTL_SECONDS: integer({
    doc: 'Lifetime of an access token.',
    min: 60,
    max: 86_400,
    default: 3600,
  }),
  JWT_ISSUER: text({
    doc: 'The `iss` claim that tokens must carry.',
    default: 'tributary',
  }),
  JWT_AUDIENCE: text({
    doc: 'The `aud` claim that tokens must carry.',
    default: 'tributary',
  }),
  JWT_JWKS_URL: optionalUrl({
    doc: 'Key set of an outside issuer; when set, only its RS256 or ES256 tokens are accepted and local sign-in is off.',
    schemes: ['https', 'http'],
  }),
  JWT_ROLE_CLAIM: text({
    doc: "Claim of an outside issuer's token that makes its bearer an admin when it is, or contains, `admin`.",
    default: 'role',
  }),
  ADMIN_EMAIL: optionalText({
    doc: 'Email of the first admin, created at boot when there is no such account.',
    expected: 'an email address',
    matching: EMAIL,
  }),
  ADMIN_PASSWORD: optionalSecret({
    doc: 'Password of the first admin.',
    length: 12,
  }),
  INTERNAL_API_KEY: secret({
    doc: 'Key that a scheduler sends as X-API-Key to /api/v1/internal.',
    default: 'development-only-internal-api-key-never-in-production',
  }),
  ENCRYPTION_KEYS: keyRing({
    doc: 'Keys that encrypt tokens and passwords at rest, newest first; keep an old key while anything is encrypted with it.',
    default: 'development:dHJpYnV0YXJ5IGRldmVsb3BtZW50LW9ubHkga2V5ISE=',
  }),
  METRICS_TOKEN: optionalSecret({
    doc: 'Bearer token for /metrics in production; requests from the same machine need none.',
    length: 32,
  }),

  RUN_LEASE_SECONDS: integer({
    doc: 'How long a worker may send no heartbeat before its runs are given to another.',
    min: 1,
    max: 600,
    default: 30,
  }),
  RUN_HEARTBEAT_MS: integer({
    doc: 'How often, at least, a worker renews the lease of a run and checks whether it was cancelled.',
    min: 50,
    max: 60_000,
    default: 3_000,
  }),
  RECONCILE_SECONDS: integer({
    doc: 'How often workers look for runs that neither a queue nor a worker holds.',
    min: 1,
    max: 300,
    default: 5,
  }),
  RUN_RETRY_FIRST_MS: integer({
    doc: 'Pause before the first retry of a failed run; it triples with every retry, up to five minutes.',
    min: 10,
    max: 300_000,
    default: 2_000,
  }),
  DISPATCH_CHECK_SECONDS: integer({
    doc: 'How long a run may wait on its queue before it is checked that its job is still there.',
    min: 1,
    max: 600,
    default: 30,
  }),
  RUN_RETENTION_DAYS: integer({
    doc: 'How long ended runs are kept; dead letters do not expire.',
    min: 1,
    max: 3650,
    default: 30,
  }),

  THROTTLE_LIMIT: integer({
    doc: 'Requests that one address may make in a throttling window.',
    min: 1,
    max: 1_000_000,
    default: 300,
  }),
  THROTTLE_WINDOW_SECONDS: integer({
    doc: 'Length of the throttling window.',
    min: 1,
    max: 3600,
    default: 60,
  }),
  LOGIN_ATTEMPTS_PER_ADDRESS: integer({
    doc: 'Sign-ins and registrations that one address may attempt in a login window.',
    min: 1,
    max: 100_000,
    default: 50,
  }),
  LOGIN_ATTEMPTS_PER_ACCOUNT: integer({
    doc: 'Sign-ins that may be attempted for one account in a login window.',
    min: 1,
    max: 100_000,
    default: 10,
  }),
  LOGIN_WINDOW_SECONDS: integer({
    doc: 'Length of the login window.',
    min: 1,
    max: 86_400,
    default: 900,
  }),

  GOOGLE_SERVICE_ACCOUNT_JSON: serviceAccounts({
    doc: 'Service account that reads Google Sheets; without it, and without GOOGLE_API_BASE_URL, ROLE=all serves an emulator with sample data, except in production.',
  }),
  GOOGLE_SERVICE_ACCOUNT_EMAIL: optionalText({
    doc: "Address that people are asked to share their sheets with, if not the service account's own; for instance a group.",
    expected: 'an email address',
    matching: EMAIL,
  }),
  GOOGLE_OAUTH_CLIENT_ID: optionalText({
    doc: 'OAuth client through which merchants connect their Google Business Profile; with GOOGLE_OAUTH_CLIENT_SECRET. The emulator has one of its own.',
    expected: 'a client id of Google, which ends with .apps.googleusercontent.com',
    matching: /^[\w-]{1,200}\.apps\.googleusercontent\.com$/,
  }),
  GOOGLE_OAUTH_CLIENT_SECRET: optionalSecret({
    doc: 'Secret of the OAuth client.',
    length: 16,
  }),
  PUBLIC_URL: optionalUrl({
    doc: 'Address at which browsers reach Tributary, to which Google sends them back: register it with /api/v1/google/callback behind it as a redirect URI of the OAuth client. http://127.0.0.1:PORT by default.',
    schemes: ['https', 'http'],
  }),
  GOOGLE_API_BASE_URL: optionalUrl({
    doc: "Base URL of all of Google's APIs, if not Google's own; for instance an emulator.",
    schemes: ['https', 'http'],
  }),

  KAFKA_BROKERS: addresses({
    doc: 'Kafka brokers to publish to, as host:port; without them nothing is published, and nothing is kept to be published.',
  }),
  KAFKA_CLIENT_ID: word({
    doc: 'What this installation calls itself to Kafka, for its logs and quotas.',
    default: 'tributary',
  }),
  KAFKA_SSL: choice({
    doc: 'Whether connections to Kafka are encrypted with TLS.',
    of: ['off', 'on'],
    default: 'off',
  }),
  KAFKA_SSL_CA_FILE: certificateFile({
    doc: 'File with the certificates (PEM) of the authority that signed those of the brokers, where it is not a public one.',
  }),
  KAFKA_SASL_MECHANISM: choice({
    doc: 'How this process signs in to Kafka.',
    of: ['none', 'plain', 'scram-sha-256', 'scram-sha-512'],
    default: 'none',
  }),
  KAFKA_SASL_USERNAME: optionalText({
    doc: 'User name for Kafka.',
    expected: 'some text',
    matching: /./,
  }),
  KAFKA_SASL_PASSWORD: optionalSecret({
    doc: 'Password for Kafka.',
    length: 1,
  }),
  KAFKA_DEADLINE_MS: integer({
    doc: 'How long one call to Kafka may take, a batch of messages for instance, before it is given up and tried again.',
    min: 500,
    max: 120_000,
    default: 10_000,
  }),

  RATE_LIMIT_SAFETY_FACTOR: decimal({
    doc: 'Share of every quota that is used at most; the rest is left to others who share it.',
    min: 0.1,
    max: 1,
    default: 0.8,
  }),
  RATE_LIMIT_GOOGLE_SHEETS: quotaLimits({
    doc: 'Quotas of the Google Sheets API (google:sheets): 60 reads per minute for each service account, 300 for the project.',
    default:
      'window 60/60s per account, window 300/60s, bucket 300@5/s, bucket 100@1/s per account',
  }),
  RATE_LIMIT_GOOGLE_DRIVE: quotaLimits({
    doc: 'Quotas of the Google Drive API (google:drive), counted in requests of the most expensive kind: 100 of the 325,000 units per minute and account.',
    default: 'window 3000/60s per account, window 10000/60s',
  }),
  RATE_LIMIT_GOOGLE_BUSINESS_ACCOUNTS: quotaLimits({
    doc: "Quota of Business Profile's account management (google:business:accounts): 300 requests per minute for each OAuth client, in bursts of at most 100.",
    default: 'window 300/60s per account, bucket 100@10/s per account',
  }),
  RATE_LIMIT_GOOGLE_BUSINESS_LOCATIONS: quotaLimits({
    doc: "Quota of Business Profile's locations (google:business:locations): 300 requests per minute for each OAuth client, in bursts of at most 100.",
    default: 'window 300/60s per account, bucket 100@10/s per account',
  }),
  RATE_LIMIT_GOOGLE_BUSINESS_REVIEWS: quotaLimits({
    doc: "Quota of Business Profile's reviews (google:business:reviews): 300 requests per minute for each OAuth client, in bursts of at most 100.",
    default: 'window 300/60s per account, bucket 100@10/s per account',
  }),
});

declare module './define-variables' {
  interface VariableTables {
    general: typeof GENERAL_VARIABLES;
  }
}
