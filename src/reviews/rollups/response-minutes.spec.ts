import fc from 'fast-check';
import { medianOf, responseBin } from './response-minutes';

const minutes = fc.oneof(fc.nat(600), fc.nat(16_777_215));

describe('bins of times to respond', () => {
  it('are exact below 256 minutes, and at most 0.8 percent too short above', () => {
    fc.assert(
      fc.property(minutes, (time) => {
        const bin = responseBin(time);
        expect(bin).toBeLessThanOrEqual(time);
        expect(time - bin).toBeLessThanOrEqual(time < 256 ? 0 : time / 128);
        expect(responseBin(bin)).toBe(bin);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are in the order of the times', () => {
    fc.assert(
      fc.property(minutes, minutes, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        expect(responseBin(low)).toBeLessThanOrEqual(responseBin(high));
      }),
      { numRuns: 1_000 },
    );
  });

  it('are few, however long a reply takes', () => {
    const bins = new Set<number>();
    for (let time = 0; time < 2 ** 26; time += 1 + Math.floor(time / 1_024)) {
      bins.add(responseBin(time));
    }
    expect(bins.size).toBeLessThan(2_400);
    expect(responseBin(Number.MAX_SAFE_INTEGER)).toBe(2 ** 24);
  });
});

describe('a median', () => {
  it('is the middle of all times, or the mean of the middle two', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 40 }), (times) => {
        const histogram = new Map<number, number>();
        for (const time of times) histogram.set(time, (histogram.get(time) ?? 0) + 1);
        const sorted = [...times].sort((one, other) => one - other);
        const half = sorted.length / 2;
        const low = sorted[Math.ceil(half) - 1] ?? NaN;
        const high = sorted[Math.floor(half)] ?? NaN;
        expect(medianOf(histogram)).toBe((low + high) / 2);
      }),
      { numRuns: 300 },
    );
  });

  it('of nothing is null', () => {
    expect(medianOf(new Map())).toBeNull();
  });
});
