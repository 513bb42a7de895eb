import fc from 'fast-check';
import { serialToInstant } from './serial-date';

/** What a wall clock in a time zone shows, as Intl knows it, in days since 1899-12-30. */
function serialOf(moment: Date, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  }).formatToParts(moment);
  const [year, month, day, hour, minute, second, ms] = shown
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => Number(value));
  const wallMs = Date.UTC(year!, month! - 1, day, hour, minute, second, ms);
  return (wallMs - Date.UTC(1899, 11, 30)) / 86_400_000;
}

const iso = (serial: number, zone: string): string | undefined =>
  serialToInstant(serial, zone)?.toISOString();

describe('a serial date', () => {
  it.each([
    [2.5, 'UTC', '1900-01-01T12:00:00.000Z'],
    [33.625, 'UTC', '1900-02-01T15:00:00.000Z'],
    [45306, 'UTC', '2024-01-15T00:00:00.000Z'],
    [46342, 'Asia/Ho_Chi_Minh', '2026-11-15T17:00:00.000Z'],
    [46342.75, 'America/New_York', '2026-11-16T23:00:00.000Z'],
    [46342, 'GMT-07:00', '2026-11-16T07:00:00.000Z'],
    [0, 'UTC', '1899-12-30T00:00:00.000Z'],
    [-1, 'UTC', '1899-12-29T00:00:00.000Z'],
  ])('%d in %s is %s', (serial, zone, moment) => {
    expect(iso(serial, zone)).toBe(moment);
  });

  it('is exact to the millisecond, though days are fractions', () => {
    expect(iso(46342 + 1 / 3, 'UTC')).toBe('2026-11-16T08:00:00.000Z');
    expect(iso(46342 + 0.123456789, 'UTC')).toBe('2026-11-16T02:57:46.667Z');
  });

  it('that the clock skips is read an hour later', () => {
    // Berlin, 29 March 2026: there is no 02:30.
    expect(iso(46110 + 2.5 / 24, 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  });

  it('that the clock shows twice is read as the first time', () => {
    // Berlin, 25 October 2026: 02:30 comes at 00:30 and at 01:30 UTC.
    expect(iso(46320 + 2.5 / 24, 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  });

  it.each([1e9, -1e9, NaN, Infinity])('%d is none', (serial) => {
    expect(serialToInstant(serial, 'UTC')).toBeUndefined();
  });

  it('in a time zone that nobody knows is none', () => {
    expect(serialToInstant(46342, 'Mars/Base')).toBeUndefined();
  });

  it('comes back from the moment that it stands for', () => {
    const zones = fc.constantFrom('UTC', 'Asia/Ho_Chi_Minh', 'Asia/Kolkata', 'Pacific/Apia');
    const moments = fc.date({
      min: new Date('1980-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        const back = serialToInstant(serialOf(moment, zone), zone);
        // A zone may repeat an hour or a day of its history; then the first one is meant.
        const lost = moment.getTime() - (back?.getTime() ?? NaN);
        expect([0, 3_600_000, 86_400_000]).toContain(lost);
      }),
    );
  });
});
