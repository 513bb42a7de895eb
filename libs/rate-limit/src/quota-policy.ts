import {
  type BucketLimit,
  parseQuotaLimits,
  QUOTA_LIMITS_EXPECTED,
  type QuotaLimit,
} from '@tributary/config';

export type { QuotaLimit } from '@tributary/config';

/** The limits of every policy by its name, such as `google:sheets`. */
export type QuotaPolicies = Readonly<Record<string, readonly QuotaLimit[]>>;

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

/** The name of a bucket within its policy. */
export function bucketText({ capacity, refillPerSecond }: BucketLimit): string {
  return `${capacity}@${refillPerSecond}/s`;
}

/** What a limit permits at once: its requests in a window, or the capacity of its bucket. */
export function permittedBy(limit: QuotaLimit, safetyFactor: number): number {
  const quota = limit.kind === 'window' ? limit.quota : limit.capacity;
  // 100 * 0.29 is a little less than 29 in floating point.
  return Math.max(1, Math.floor(quota * safetyFactor + 1e-9));
}
