import { DomainError } from '@tributary/common';
import { ERROR_CODES, type ErrorCode, errorDefinition } from '@tributary/contracts';
import fc from 'fast-check';
import { DEFAULT_RETRY } from '../kinds/run-kind';
import { decideRetry } from './retry-decision';

const retryable = ERROR_CODES.filter(
  (code) => errorDefinition(code).retryable && !errorDefinition(code).throttled,
);
const hopeless = ERROR_CODES.filter(
  (code) => !errorDefinition(code).retryable && !errorDefinition(code).throttled,
);
const throttled = ERROR_CODES.filter((code) => errorDefinition(code).throttled);
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const tries = (retry_count: number, throttle_count = 0) => ({ retry_count, throttle_count });

describe('what becomes of a failed attempt', () => {
  it('is a retry as long as the policy has one left and the error is worth it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...retryable), fc.nat(10), chance, (code, retries, random) => {
        const decision = decideRetry(
          new DomainError(code),
          tries(retries),
          DEFAULT_RETRY,
          () => random,
        );
        expect(decision.what).toBe(retries < DEFAULT_RETRY.retries ? 'retrying' : 'failed');
      }),
    );
  });

  it.each(hopeless)('is a failure at once for %s', (code) => {
    expect(decideRetry(new DomainError(code), tries(0), DEFAULT_RETRY)).toEqual({ what: 'failed' });
  });

  it.each(throttled)('is never the last word for %s, and costs no attempt', (code) => {
    const decision = decideRetry(new DomainError(code), tries(99, 99), DEFAULT_RETRY);
    expect(decision.what).toBe('throttled');
  });

  it('is a failure for one that was throttled for too long, where the policy says so', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...throttled),
        fc.nat(10_000),
        fc.option(fc.nat(10_000), { nil: undefined }),
        (code, throttledMs, throttledForMs) => {
          const policy = {
            ...DEFAULT_RETRY,
            ...(throttledForMs === undefined ? {} : { throttledForMs }),
          };
          const decision = decideRetry(new DomainError(code), { ...tries(0), throttledMs }, policy);
          const isTooLong = throttledForMs !== undefined && throttledMs >= throttledForMs;
          expect(decision.what).toBe(isTooLong ? 'failed' : 'throttled');
        },
      ),
    );
  });

  it('waits longer each time, never beyond the cap, and spreads by chance', () => {
    fc.assert(
      fc.property(fc.nat(60), chance, (before, random) => {
        const policy = { ...DEFAULT_RETRY, retries: 100 };
        const full = Math.min(policy.capMs, policy.firstMs * policy.factor ** before);
        const decision = decideRetry(
          new DomainError('TIMEOUT'),
          tries(before),
          policy,
          () => random,
        );
        if (decision.what === 'failed') throw new Error('it has retries left');
        expect(decision.delayMs).toBeGreaterThanOrEqual(Math.floor(full / 2));
        expect(decision.delayMs).toBeLessThanOrEqual(full);
      }),
    );
  });

  it('honours Retry-After, of a throttled answer and of any other, up to a day', () => {
    const delayOf = (code: ErrorCode, retryAfterSeconds: number) => {
      const error = new DomainError(code, { retryAfterSeconds });
      return (decideRetry(error, tries(0), DEFAULT_RETRY) as { delayMs: number }).delayMs;
    };
    expect(delayOf('RATE_LIMITED', 600)).toBe(600_000);
    expect(delayOf('DEPENDENCY_UNAVAILABLE', 600)).toBe(600_000);
    expect(delayOf('RATE_LIMITED', 1e9)).toBe(86_400_000);
  });
});
