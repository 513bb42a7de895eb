import fc from 'fast-check';
import { toSerialDate } from './serial-date';

const FIRST = Date.UTC(1900, 2, 1);
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

describe('a serial date', () => {
  it('is exact to the millisecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST, max: LAST }), (wallMs) => {
        const serial = toSerialDate(wallMs)!;
        expect(Math.round(serial * 86_400_000) + Date.UTC(1899, 11, 30)).toBe(wallMs);
      }),
      { numRuns: 1000 },
    );
  });

  it('is none before the calendars agree', () => {
    expect(toSerialDate(FIRST)).toBe(61);
    expect(toSerialDate(FIRST - 1)).toBeUndefined();
    expect(toSerialDate(undefined)).toBeUndefined();
  });
});
