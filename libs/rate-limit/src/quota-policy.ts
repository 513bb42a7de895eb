import {
  type BucketLimit,
  type Environment,
  parseQuotaLimits,
  QUOTA_LIMITS_EXPECTED,
  type QuotaLimit,
} from '@tributary/config';

export type { QuotaLimit } from '@tributary/config';

/** The limits of every policy by its name, such as `google:sheets`. */
export type QuotaPolicies = Readonly<Record<string, readonly QuotaLimit[]>>;

/**
 * The policies that configuration names. The names live in Redis and MongoDB: renaming one
 * forgets what was used under the old name.
 */
export function configuredPolicies(environment: Environment): QuotaPolicies {
  return {
    'google:sheets': environment.RATE_LIMIT_GOOGLE_SHEETS,
    'google:drive': environment.RATE_LIMIT_GOOGLE_DRIVE,
    'pipeline:check': environment.RATE_LIMIT_PIPELINE_CHECK,
  };
}

/** Where the providers of configured policies are, when not at their usual addresses. */
export function configuredAddresses({
  GOOGLE_API_BASE_URL: address,
}: Environment): Readonly<Record<string, string>> {
  return address === undefined ? {} : { 'google:sheets': address, 'google:drive': address };
}

/**
 * How long requests of a configured policy may take, where that is longer than usual: Google works
 * on a large read of a sheet for up to 180 s.
 */
export const CONFIGURED_FLIGHTS: Readonly<Record<string, number>> = { 'google:sheets': 190_000 };

/** Limits from the text that configuration takes: `window 60/60s per account, bucket 100@1/s`. */
export function limitsOf(text: string): readonly QuotaLimit[] {
  const limits = parseQuotaLimits(text);
  if (!limits) throw new Error(`Expected ${QUOTA_LIMITS_EXPECTED}; got ${JSON.stringify(text)}`);
  return limits;
}

/** A limit as configuration writes it. */
export function limitText(limit: QuotaLimit): string {
  const rule =
    limit.kind === 'window'
      ? `window ${limit.quota}/${limit.lengthMs / 1000}s`
      : `bucket ${bucketText(limit)}`;
  return limit.perScope ? `${rule} per account` : rule;
}

/** What tells one bucket of a policy from another. */
export function bucketText({ capacity, refillPerSecond }: BucketLimit): string {
  return `${capacity}@${refillPerSecond}/s`;
}

/** What a limit permits at once: its requests in a window, or the capacity of its bucket. */
export function permittedBy(limit: QuotaLimit, safetyFactor: number): number {
  const quota = limit.kind === 'window' ? limit.quota : limit.capacity;
  // 100 * 0.29 is a little less than 29 in floating point.
  return Math.max(1, Math.floor(quota * safetyFactor + 1e-9));
}
