import { addDays } from '@tributary/periods';
import { ZonedCalendar } from '@tributary/time-zones';
import fc from 'fast-check';
import { dayOfReview, instantsOf, spansOf } from './day-spans';

const days = fc
  .uniqueArray(fc.nat(60), { maxLength: 40 })
  .map((numbers) => numbers.sort((one, other) => one - other))
  .map((numbers) => numbers.map((number) => addDays('2026-02-20', number)));

describe('spans of days', () => {
  it('have all days once, without gaps, and are as long as they may be', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 10 }), (some, longest) => {
        const spans = spansOf(some, longest);
        expect(spans.flat()).toEqual(some);
        for (const span of spans) {
          expect(span.length).toBeLessThanOrEqual(longest);
          span.forEach((day, at) => expect(day).toBe(addDays(span[0], at)));
        }
        spans.slice(1).forEach((span, at) => {
          const before = spans[at]!;
          const follows = addDays(before.at(-1)!, 1) === span[0];
          expect(follows && before.length < longest).toBe(false);
        });
      }),
      { numRuns: 200 },
    );
  });

  it('begin and end where a review is filed, also when clocks change', () => {
    const clock = ZonedCalendar.ofOrUtc('America/New_York');
    const { from, before } = instantsOf(['2026-03-08'], clock);
    expect([from, before].map((at) => at?.toISOString())).toEqual([
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
    ]);
    expect(dayOfReview(from ?? new Date(), clock)).toBe('2026-03-08');
    expect(dayOfReview(new Date((before?.getTime() ?? 0) - 1), clock)).toBe('2026-03-08');
    expect(dayOfReview(before ?? new Date(), clock)).toBe('2026-03-09');
  });

  it('stay within the calendar', () => {
    const clock = ZonedCalendar.ofOrUtc('Asia/Ho_Chi_Minh');
    expect(dayOfReview(new Date('9999-12-31T23:00:00Z'), clock)).toBe('9999-12-31');
    expect(dayOfReview(new Date('-000001-01-01T00:00:00Z'), clock)).toBe('0001-01-01');
  });
});
