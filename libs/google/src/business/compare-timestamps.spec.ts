import fc from 'fast-check';
import { compareTimestamps } from './compare-timestamps';

const SECOND = '2026-11-10T02:15:31';

/** A fraction of a second in 0, 3, 6 or 9 digits, as few as hold it. */
function written(nanoseconds: number): string {
  if (nanoseconds === 0) return `${SECOND}Z`;
  const digits = String(nanoseconds)
    .padStart(9, '0')
    .replace(/(000)+$/, '');
  return `${SECOND}.${digits}Z`;
}

describe('times of Google', () => {
  it('compare as moments, however many digits of a second they have', () => {
    const nanoseconds = fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 999 }).map((value) => value * 1_000_000),
      fc.integer({ min: 0, max: 999_999 }).map((value) => value * 1_000),
      fc.integer({ min: 0, max: 999_999_999 }),
    );
    fc.assert(
      fc.property(nanoseconds, nanoseconds, (one, other) => {
        const order = compareTimestamps(written(one), written(other));
        expect(Math.sign(order)).toBe(Math.sign(one - other));
      }),
    );
  });

  it('compare by their seconds first', () => {
    expect(compareTimestamps('2026-11-10T02:15:32Z', `${SECOND}.999Z`)).toBeGreaterThan(0);
    expect(compareTimestamps(`${SECOND}.500Z`, `${SECOND}.5Z`)).toBe(0);
  });
});
