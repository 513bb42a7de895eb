import fc from 'fast-check';
import { percentages } from './percentages';

describe('percentages', () => {
  it('sum to exactly 100.0, each within a tenth of its share, the larger never less', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 2_000 }),
        (counts) => {
          const shares = percentages(counts);
          const total = counts.reduce((sum, count) => sum + count, 0);
          expect(shares.reduce((sum, share) => sum + Math.round(share * 10), 0)).toBe(1000);
          counts.forEach((count, at) => {
            expect(Math.abs(shares[at]! - (count / total) * 100)).toBeLessThan(0.1);
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    [
      [1, 1, 1],
      [33.4, 33.3, 33.3],
    ],
    [
      [2, 1],
      [66.7, 33.3],
    ],
    [[1], [100]],
    [[], []],
  ])('of %p are %p', (counts, shares) => {
    expect(percentages(counts)).toEqual(shares);
  });
});
