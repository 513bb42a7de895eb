import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { isDay, ZonedCalendar } from './zoned-calendar';

const ZONES = [
  'UTC',
  'Asia/Ho_Chi_Minh',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Africa/Monrovia',
  '+05:30',
];

const clockOf = (name: string): ZonedCalendar => {
  const clock = ZonedCalendar.of(name);
  if (!clock) throw new Error(name);
  return clock;
};

describe('ZonedCalendar', () => {
  it('agrees with the calendar about every moment, also where clocks change', () => {
    const moment = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moment, (zone, at) => {
        const wall = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
        expect(clockOf(zone).dayOf(at)).toBe(wall.toPlainDate().toString());
      }),
      { numRuns: 2_000 },
    );
  });

  it('begins a day where the day before ends', () => {
    const day = fc
      .date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), day, (zone, text) => {
        const clock = clockOf(zone);
        const start = clock.startOf(text);
        expect(clock.dayOf(start) >= text).toBe(true);
        expect(clock.dayOf(new Date(start.getTime() - 1)) < text).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['America/Sao_Paulo', '2018-11-04', 23],
    ['Pacific/Apia', '2011-12-30', 0],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ])('in %s %s has %d hours', (zone, day, hours) => {
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    const [start, end] = [day, next].map((text) => clockOf(zone).startOf(text).getTime());
    expect((end! - start!) / 3_600_000).toBe(hours);
  });

  it.each([
    ['GMT-07:00', '-07:00'],
    ['asia/ho_chi_minh', 'Asia/Ho_Chi_Minh'],
    ['Mars/Olympus', undefined],
    ['', undefined],
  ])('knows %p as %p', (name, zone) => {
    expect(ZonedCalendar.of(name)?.name).toBe(zone);
  });
});

describe('isDay', () => {
  it.each(['2026-11-18', '2024-02-29', '0001-01-01', '9999-12-31'])('takes %s', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '20261118', '2026-11-18T00:00', '', ' '])(
    'does not take %p',
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );
});
