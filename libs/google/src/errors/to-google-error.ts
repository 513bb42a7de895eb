import { DomainError } from '@tributary/common';
import { type ErrorCode } from '@tributary/contracts';
import { type GoogleFailure } from './google-failure';
import './google.errors';

/** Reasons with which Drive, by a 403, and the others, by a 429, throttle us. */
const SLOW_DOWN = new Set(['userRateLimitExceeded', 'rateLimitExceeded', 'RATE_LIMIT_EXCEEDED']);
const A_MINUTE_IN_SECONDS = 60;

/** The error of a response, when its meaning is the same for all APIs; otherwise undefined. */
export function toGoogleError(failure: GoogleFailure): DomainError | undefined {
  const { status, reasons, metadata } = failure;
  const has = (...known: string[]): boolean => known.some((reason) => reasons.includes(reason));

  if (metadata.quota_limit_value === '0') return named('GOOGLE_QUOTA_ZERO', failure);
  if (status === 429 || (status === 403 && reasons.some((reason) => SLOW_DOWN.has(reason)))) {
    return new DomainError('RATE_LIMITED', {
      retryAfterSeconds: pauseOf(failure),
      cause: saidBy(failure),
    });
  }
  if (status === 401) return named('AUTH_FAILED', failure);
  if (has('SERVICE_DISABLED', 'accessNotConfigured')) {
    // Google's sentence names the project and the page where the API is enabled.
    return new DomainError('GOOGLE_API_DISABLED', {
      ...(failure.message === '' ? {} : { detail: failure.message }),
    });
  }
  if (has('ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'insufficientPermissions')) {
    return named('GOOGLE_SCOPE_MISSING', failure);
  }
  if (status === 408 || status === 504) return named('TIMEOUT', failure);
  if (status >= 500) {
    return new DomainError('SOURCE_UNAVAILABLE', {
      detail: `Google answered ${status}${failure.message ? ` (${failure.message})` : ''}.`,
      ...(failure.retryAfterSeconds === undefined
        ? {}
        : { retryAfterSeconds: failure.retryAfterSeconds }),
    });
  }
  if (!failure.isJson) {
    return new DomainError('INVALID_RESPONSE', {
      detail: `Google answered ${status} with something that is not JSON. Check GOOGLE_API_BASE_URL.`,
    });
  }
  return undefined;
}

/** An unforeseen response. */
export function unforeseen(failure: GoogleFailure): DomainError {
  return new DomainError('SOURCE_REFUSED', {
    detail: `Google answered ${saidBy(failure)}`,
  });
}

/** A response in one line, for logs and operators. */
export function saidBy({ status, canonical, message }: GoogleFailure): string {
  return [status, canonical, message].filter(Boolean).join(' ');
}

function named(code: ErrorCode, failure: GoogleFailure): DomainError {
  return new DomainError(code, { cause: saidBy(failure) });
}

/** Google's 429 has no Retry-After; a quota per minute has room again after a minute at most. */
function pauseOf({ retryAfterSeconds, metadata }: GoogleFailure): number {
  const isPerMinute = metadata.quota_unit?.startsWith('1/min') ?? false;
  return retryAfterSeconds ?? (isPerMinute ? A_MINUTE_IN_SECONDS : 1);
}
