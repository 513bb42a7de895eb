import { limitsOf } from '@tributary/rate-limit';
import { leastTimeMs } from './least-time';

const least = (limits: string, ...requests: number[]): number =>
  leastTimeMs({ requests, limits: limitsOf(limits), safetyFactor: 0.8 });

describe('leastTimeMs', () => {
  it.each([
    ['what fits into a window takes no time', 'window 60/60s per account', [48, 48], 0],
    ['one more waits for the next window', 'window 60/60s per account', [48, 49], 60_000],
    ['accounts share what is not per account', 'window 60/60s', [24, 25], 60_000],
    ['a bucket gives all it has', 'bucket 100@1/s per account', [80, 1], 0],
    ['and then as fast as it fills', 'bucket 100@1/s per account', [80, 88], 10_000],
    ['the strictest limit counts', 'window 60/60s per account, bucket 100@1/s', [97, 0], 120_000],
  ])('%s', (_, limits, requests, expected) => {
    expect(least(limits, ...requests)).toBeCloseTo(expected, 6);
  });
});
