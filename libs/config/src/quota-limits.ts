import { variable, type Variable } from './variable-definition';

interface Counted {
  /**
   * Whether each scope of a key (such as an account) is counted separately, or all of them
   * together.
   */
  readonly perScope: boolean;
}

/** At most so many requests in any window of that length, as providers count. */
export interface WindowLimit extends Counted {
  readonly kind: 'window';
  readonly quota: number;
  readonly lengthMs: number;
}

/** A bucket of tokens that refills steadily: a burst up to its capacity, then the refill. */
export interface BucketLimit extends Counted {
  readonly kind: 'bucket';
  readonly capacity: number;
  readonly refillPerSecond: number;
}

/** One limit of a quota. */
export type QuotaLimit = WindowLimit | BucketLimit;

/** What the text of limits looks like, in words that complete "expected ...". */
export const QUOTA_LIMITS_EXPECTED =
  'limits separated by commas, each `window <requests>/<seconds>s` or `bucket <capacity>@<refill>/s`, with `per account` behind it when each account is counted alone; for instance window 60/60s per account, bucket 100@1/s';

const NUMBER = String.raw`(\d{1,9}(?:[.]\d{1,3})?)`;
const WINDOW = new RegExp(String.raw`^window (\d{1,9})/${NUMBER}s( per account)?$`);
const BUCKET = new RegExp(String.raw`^bucket (\d{1,9})@${NUMBER}/s( per account)?$`);

/** Reads the text of limits; undefined when it is not what is expected. */
export function parseQuotaLimits(text: string): readonly QuotaLimit[] | undefined {
  const limits = text.split(',').map((item) => parseLimit(item.trim().replace(/\s+/g, ' ')));
  return limits.every((limit) => limit !== undefined) ? limits : undefined;
}

function parseLimit(text: string): QuotaLimit | undefined {
  const [, amount, pace, perAccount] = WINDOW.exec(text) ?? BUCKET.exec(text) ?? [];
  if (!(Number(amount) >= 1) || !(Number(pace) > 0)) return undefined;
  const perScope = perAccount !== undefined;
  return text.startsWith('window')
    ? { kind: 'window', quota: Number(amount), lengthMs: Math.round(Number(pace) * 1000), perScope }
    : { kind: 'bucket', capacity: Number(amount), refillPerSecond: Number(pace), perScope };
}

/** The limits of one quota, in a small text of their own. */
export function quotaLimits(options: {
  doc: string;
  default: string;
}): Variable<readonly QuotaLimit[]> {
  return variable<readonly QuotaLimit[]>({
    doc: options.doc,
    expected: QUOTA_LIMITS_EXPECTED,
    fallback: parseQuotaLimits(options.default) ?? [],
    fallbackText: options.default,
    parse: parseQuotaLimits,
  });
}
