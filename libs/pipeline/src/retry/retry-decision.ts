import { type DomainError } from '@tributary/common';
import { type RetryPolicy } from '../kinds/run-kind';

/** The attempts of a run so far. */
export interface Tries {
  retry_count: number;
  throttle_count: number;
  /** How long it got nothing but throttling, this attempt included. */
  throttledMs?: number;
}

/** What happens after a failed attempt. */
export type RetryDecision =
  | { what: 'retrying' | 'throttled'; delayMs: number }
  /** Out of attempts, or not worth one. */
  | { what: 'failed' };

/** The random part of a pause, so that runs that failed together do not retry together. */
const JITTER = 0.5;
/** The longest Retry-After that is believed; more is an error of the provider's clock. */
const LONGEST_RETRY_AFTER_MS = 86_400_000;

/** The error decides whether, the policy of the kind how often and when; `random` is in [0, 1). */
export function decideRetry(
  error: DomainError,
  tries: Tries,
  policy: RetryPolicy,
  random: () => number = Math.random,
): RetryDecision {
  const { retryable, throttled } = error.definition;
  const atLeastMs = Math.min((error.retryAfterSeconds ?? 0) * 1000, LONGEST_RETRY_AFTER_MS);
  if (throttled) {
    if ((tries.throttledMs ?? 0) >= (policy.throttledForMs ?? Infinity)) return { what: 'failed' };
    const delayMs = pauseMs(policy, tries.throttle_count, random());
    return { what: 'throttled', delayMs: Math.max(delayMs, atLeastMs) };
  }
  if (!retryable || tries.retry_count >= policy.retries) return { what: 'failed' };
  const delayMs = pauseMs(policy, tries.retry_count, random());
  return { what: 'retrying', delayMs: Math.max(delayMs, atLeastMs) };
}

function pauseMs({ firstMs, factor, capMs }: RetryPolicy, before: number, chance: number): number {
  const full = Math.min(capMs, firstMs * factor ** before);
  return Math.round(full * (1 - JITTER * chance));
}
