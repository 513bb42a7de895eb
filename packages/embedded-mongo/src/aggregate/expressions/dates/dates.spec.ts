import fc from 'fast-check';
import { type BsonValue, type Doc } from '../../../values';
import { codeOf, evaluate } from '../../testing/aggregate';
import { addMonths, isoWeek, isoWeekDay, localTime } from './calendar';
import { fromLocal, timeZoneOf, toLocal } from './time-zone';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  '+05:30',
  '-0330',
];

const instants = fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2060, 0, 1) });
const aroundChanges = fc
  .tuple(
    fc.constantFrom(
      Date.UTC(2024, 2, 31, 1),
      Date.UTC(2024, 9, 27, 1),
      Date.UTC(2024, 2, 10, 7),
      Date.UTC(2024, 10, 3, 6),
      Date.UTC(2018, 10, 4, 3),
    ),
    fc.integer({ min: -26 * 3_600_000, max: 26 * 3_600_000 }),
  )
  .map(([change, distance]) => change + distance);
const anyInstant = fc.oneof(instants, aroundChanges);
const anyZone = fc.constantFrom(...ZONES);

/** What Intl says the clock shows. */
function clock(instant: number, timeZone: string): Record<string, number> {
  const offset = /^([+-]\d{2}):?(\d{2})$/.exec(timeZone);
  if (offset) {
    // Not every build of Intl knows zones that are offsets.
    const minutes = Number(offset[1]) * 60 + Math.sign(Number(offset[1])) * Number(offset[2]);
    return clock(instant + minutes * 60_000, 'UTC');
  }
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  return Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
}

describe('dates against Intl', () => {
  it('reads the fields of a date in any zone', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, (instant, timezone) => {
        const parts = evaluate({ $dateToParts: { date: new Date(instant), timezone } }) as Doc;
        const { year, month, day, hour, minute, second } = clock(instant, timezone);
        expect(parts).toEqual({
          year,
          month,
          day,
          hour,
          minute,
          second,
          millisecond: ((instant % 1000) + 1000) % 1000,
        });
      }),
      { numRuns: 300 },
    );
  });

  it('truncates to a day whose local clock shows midnight, or the first moment after it', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, (instant, timezone) => {
        const start = evaluate({
          $dateTrunc: { date: new Date(instant), unit: 'day', timezone },
        }) as Date;
        const shown = clock(start.getTime(), timezone);
        const now = clock(instant, timezone);
        expect([shown.year, shown.month, shown.day]).toEqual([now.year, now.month, now.day]);
        expect(start.getTime()).toBeLessThanOrEqual(instant);
        // Only a zone that changes its clock at midnight has a day that begins at another hour.
        if (shown.hour !== 0) {
          expect(clock(start.getTime() - 1, timezone).day).not.toBe(now.day);
        } else expect([shown.minute, shown.second]).toEqual([0, 0]);
      }),
      { numRuns: 300 },
    );
  });

  it('writes the local day, and reads it back', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, (instant, timezone) => {
        const { year, month, day } = clock(instant, timezone);
        const text = evaluate({
          $dateToString: { date: new Date(instant), format: '%Y-%m-%d', timezone },
        });
        const pad = (value: number | undefined): string => String(value).padStart(2, '0');
        expect(text).toBe(`${year}-${pad(month)}-${pad(day)}`);
        const back = evaluate({ $dateFromString: { dateString: text as string, timezone } });
        const trunc = evaluate({ $dateTrunc: { date: new Date(instant), unit: 'day', timezone } });
        expect(back).toEqual(trunc);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the local clock when it adds days, and elapsed time when it adds hours', () => {
    fc.assert(
      fc.property(
        anyInstant,
        anyZone,
        fc.integer({ min: -400, max: 400 }),
        (instant, timezone, amount) => {
          const add = (unit: string): number =>
            (
              evaluate({
                $dateAdd: { startDate: new Date(instant), unit, amount, timezone },
              }) as Date
            ).getTime();
          expect(add('hour')).toBe(instant + amount * 3_600_000);
          const zone = timeZoneOf(timezone);
          const wanted = toLocal(instant, zone) + amount * 86_400_000;
          const shown = toLocal(add('day'), zone);
          // A clock that was put forward cannot show what it left out.
          if (amount !== 0 && shown !== wanted)
            expect(Math.abs(shown - wanted)).toBeLessThanOrEqual(86_400_000);
          else if (amount !== 0) expect(shown).toBe(wanted);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('finds the instant of a local time again', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, (instant, timezone) => {
        const zone = timeZoneOf(timezone);
        const found = fromLocal(toLocal(instant, zone), zone);
        // An hour that the clock shows twice stands for its first occurrence.
        expect(toLocal(found, zone)).toBe(toLocal(instant, zone));
        expect(found).toBeLessThanOrEqual(instant);
      }),
      { numRuns: 300 },
    );
  });
});

describe('date operators', () => {
  const at = new Date('2024-03-31T22:30:15.123Z');

  it.each<[BsonValue, BsonValue]>([
    [{ $year: '$at' }, 2024],
    [{ $month: ['$at'] }, 3],
    [{ $dayOfMonth: { date: '$at', timezone: 'Europe/Berlin' } }, 1],
    [{ $hour: { date: '$at', timezone: '+02:00' } }, 0],
    [{ $minute: '$at' }, 30],
    [{ $second: '$at' }, 15],
    [{ $millisecond: '$at' }, 123],
    [{ $dayOfWeek: '$at' }, 1],
    [{ $isoDayOfWeek: '$at' }, 7],
    [{ $dayOfYear: '$at' }, 91],
    [{ $week: '$at' }, 13],
    [{ $isoWeek: '$at' }, 13],
    [{ $isoWeekYear: new Date('2021-01-03') }, 2020],
    [{ $year: null }, null],
    [{ $year: { date: '$at', timezone: null } }, null],
    [{ $dateToString: { date: '$at' } }, '2024-03-31T22:30:15.123Z'],
    [{ $dateToString: { date: '$at', timezone: 'Europe/Berlin' } }, '2024-04-01T00:30:15.123'],
    [
      { $dateToString: { date: '$at', format: '%H:%M:%S.%L %z %Z %%', timezone: '-03:30' } },
      '19:00:15.123 -0330 -210 %',
    ],
    [
      { $dateToString: { date: '$at', format: '%j %G-W%V-%u %U %w %b %B' } },
      '091 2024-W13-7 13 1 Mar March',
    ],
    [{ $dateToString: { date: '$no', onNull: 'none' } }, 'none'],
    [{ $dateTrunc: { date: '$at', unit: 'week', startOfWeek: 'monday' } }, new Date('2024-03-25')],
    [{ $dateTrunc: { date: '$at', unit: 'week' } }, new Date('2024-03-31')],
    [
      { $dateTrunc: { date: '$at', unit: 'month', timezone: 'Europe/Berlin' } },
      new Date('2024-03-31T22:00:00Z'),
    ],
    [{ $dateTrunc: { date: '$at', unit: 'quarter' } }, new Date('2024-01-01')],
    [{ $dateTrunc: { date: '$at', unit: 'year' } }, new Date('2024-01-01')],
    [
      { $dateTrunc: { date: '$at', unit: 'minute', binSize: 20 } },
      new Date('2024-03-31T22:20:00Z'),
    ],
    [
      { $dateTrunc: { date: '$at', unit: 'hour', timezone: 'Asia/Kathmandu' } },
      new Date('2024-03-31T22:15:00Z'),
    ],
    [
      { $dateAdd: { startDate: new Date('2024-01-31'), unit: 'month', amount: 1 } },
      new Date('2024-02-29'),
    ],
    [
      { $dateSubtract: { startDate: new Date('2024-03-31'), unit: 'month', amount: 1 } },
      new Date('2024-02-29'),
    ],
    [
      { $dateAdd: { startDate: '$at', unit: 'second', amount: 1 } },
      new Date('2024-03-31T22:30:16.123Z'),
    ],
    [{ $dateAdd: { startDate: '$no', unit: 'second', amount: 1 } }, null],
    [
      {
        $dateDiff: {
          startDate: new Date('2023-12-31T23:59:59Z'),
          endDate: new Date('2024-01-01'),
          unit: 'year',
        },
      },
      1,
    ],
    [{ $dateDiff: { startDate: new Date('2024-01-01'), endDate: '$at', unit: 'day' } }, 90],
    [{ $dateDiff: { startDate: new Date('2024-03-30'), endDate: '$at', unit: 'week' } }, 1],
    [
      {
        $dateDiff: {
          startDate: new Date('2024-03-30'),
          endDate: '$at',
          unit: 'week',
          startOfWeek: 'mon',
        },
      },
      0,
    ],
    [
      {
        $dateDiff: {
          startDate: new Date('2024-03-31T00:00:00Z'),
          endDate: new Date('2024-03-31T03:00:00Z'),
          unit: 'hour',
          timezone: 'Europe/Berlin',
        },
      },
      3,
    ],
    [{ $dateFromParts: { year: 2024, month: 14, day: 1 } }, new Date('2025-02-01')],
    [
      { $dateFromParts: { year: 2024, month: 7, day: 1, hour: 12, timezone: 'Europe/Berlin' } },
      new Date('2024-07-01T10:00:00Z'),
    ],
    [
      { $dateFromParts: { isoWeekYear: 2024, isoWeek: 13, isoDayOfWeek: 7 } },
      new Date('2024-03-31'),
    ],
    [
      { $dateToParts: { date: '$at', iso8601: true } },
      {
        isoWeekYear: 2024,
        isoWeek: 13,
        isoDayOfWeek: 7,
        hour: 22,
        minute: 30,
        second: 15,
        millisecond: 123,
      },
    ],
    [{ $dateFromString: { dateString: '2024-03-31T22:30:15.123Z' } }, at],
    [
      { $dateFromString: { dateString: '2024-03-31 22:30', timezone: 'America/New_York' } },
      new Date('2024-04-01T02:30:00Z'),
    ],
    [
      { $dateFromString: { dateString: '2024-03-31T22:30:00+02:00' } },
      new Date('2024-03-31T20:30:00Z'),
    ],
    [{ $dateFromString: { dateString: '31/12/2023', format: '%d/%m/%Y' } }, new Date('2023-12-31')],
    [{ $dateFromString: { dateString: 'Feb 8, 2017' } }, new Date('2017-02-08')],
    [{ $dateFromString: { dateString: 'rubbish', onError: 'bad' } }, 'bad'],
    [{ $dateFromString: { dateString: null, onNull: 'none' } }, 'none'],
  ])('%j', (expression, expected) => {
    expect(evaluate(expression, { at })).toEqual(expected);
  });

  it.each<[BsonValue, number]>([
    [{ $year: 'x' }, 16006],
    [{ $year: { date: new Date(), timezone: 'Nowhere/Land' } }, 40485],
    [{ $dateToString: { date: new Date(), format: '%Q' } }, 18536],
    [{ $dateTrunc: { date: 5, unit: 'day' } }, 5439012],
    [{ $dateTrunc: { date: new Date(), unit: 'century' } }, 9],
    [{ $dateTrunc: { date: new Date(), unit: 'day', binSize: 0 } }, 5439018],
    [{ $dateAdd: { startDate: 1, unit: 'day', amount: 1 } }, 5166403],
    [{ $dateFromString: { dateString: '2024-02-30' } }, 241],
    [{ $dateFromString: { dateString: '2024-01-01T00:00:00Z', timezone: 'Europe/Berlin' } }, 241],
  ])('%j fails with %p', (expression, code) => {
    expect(codeOf(() => evaluate(expression))).toBe(code);
  });

  it('knows its calendar', () => {
    expect(isoWeek(localTime(2020, 12, 31))).toEqual({ week: 53, year: 2020 });
    expect(isoWeekDay(2020, 53, 4)).toBe(localTime(2020, 12, 31));
    expect(addMonths(localTime(2024, 1, 31, 5), -11)).toBe(localTime(2023, 2, 28, 5));
    expect(new Date(localTime(50, 1, 1)).getUTCFullYear()).toBe(50);
  });
});
