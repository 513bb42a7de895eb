import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import {
  addDays,
  countPeriods,
  GRANULARITIES,
  type Granularity,
  periodOf,
  periodsIn,
} from './granularity';

const day = fc
  .date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const granularity = fc.constantFrom(...GRANULARITIES);

/** The same, asked of a calendar. */
function startOf(text: string, length: Granularity): Temporal.PlainDate {
  const date = Temporal.PlainDate.from(text);
  if (length === 'week') return date.subtract({ days: date.dayOfWeek - 1 });
  if (length === 'month') return date.with({ day: 1 });
  return length === 'year' ? date.with({ day: 1, month: 1 }) : date;
}

describe('periods', () => {
  it('begin where the calendar says', () => {
    fc.assert(
      fc.property(day, granularity, (text, length) => {
        expect(periodOf(text, length)).toBe(startOf(text, length).toString());
      }),
      { numRuns: 300 },
    );
  });

  it('cover a range without gaps, each once, and are as many as was counted', () => {
    fc.assert(
      fc.property(day, fc.nat(800), granularity, (from, days, length) => {
        const to = Temporal.PlainDate.from(from).add({ days }).toString();
        fc.pre(to.length === from.length);
        const periods = [...periodsIn(from, to, length)];
        expect(periods).toHaveLength(countPeriods(from, to, length));
        let at = startOf(from, length);
        for (const period of periods) {
          expect(period).toBe(at.toString());
          at = at.add({ [`${length}s`]: 1 });
        }
        expect(Temporal.PlainDate.compare(at, Temporal.PlainDate.from(to))).toBe(1);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['9999-12-01', '9999-12-31', 'day', 31],
    ['9999-12-01', '9999-12-31', 'week', 5],
    ['9999-11-01', '9999-12-31', 'month', 2],
    ['0001-01-01', '9999-12-31', 'year', 9_999],
  ] as const)('end with the calendar: from %s to %s by %s', (from, to, length, count) => {
    expect([...periodsIn(from, to, length)]).toHaveLength(count);
  });
});

describe('addDays', () => {
  it('agrees with the calendar', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -300, max: 300 }), (text, days) => {
        const date = Temporal.PlainDate.from(text).add({ days });
        fc.pre(date.year > 0 && date.year < 10_000);
        expect(addDays(text, days)).toBe(date.toString());
      }),
    );
  });

  it('stays in the order of texts where years have another number of digits', () => {
    expect(addDays('9999-12-31', 2) > '9999-12-31').toBe(true);
    expect(addDays('0001-01-01', -400) < '0001-01-01').toBe(true);
  });
});
