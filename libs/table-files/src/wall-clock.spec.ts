import fc from 'fast-check';
import { shownClock } from './testing/shown-clock';
import { WallClock } from './wall-clock';

const text = (moment: string, timeZone: string): string =>
  new WallClock(timeZone).text(new Date(moment));

describe('a clock on the wall', () => {
  it.each([
    ['2024-10-31T17:00:00Z', 'Asia/Ho_Chi_Minh', '2024-11-01'],
    ['2024-11-01T03:30:00Z', 'Asia/Ho_Chi_Minh', '2024-11-01 10:30:00'],
    ['2024-11-01T00:00:00.001Z', 'UTC', '2024-11-01 00:00:00'],
    ['2024-11-01T00:00:00Z', 'GMT-07:00', '2024-10-31 17:00:00'],
    ['0000-01-01T00:00:00Z', 'UTC', '0000-01-01'],
    ['1899-12-31T00:00:00Z', 'UTC', '1899-12-31'],
    ['9999-12-31T23:59:59Z', 'UTC', '9999-12-31 23:59:59'],
    ['9999-12-31T23:59:59Z', '+01:00', '9999-12-31T23:59:59.000Z'],
    ['+275760-09-13T00:00:00Z', '+07:00', '+275760-09-13T00:00:00.000Z'],
    ['-271821-04-20T00:00:00Z', '-07:00', '-271821-04-20T00:00:00.000Z'],
  ])('at %s in %s shows %s', (moment, timeZone, shown) => {
    expect(text(moment, timeZone)).toBe(shown);
  });

  it('goes on an hour further in spring, and an hour back in autumn', () => {
    expect(text('2026-03-29T00:59:59Z', 'Europe/Berlin')).toBe('2026-03-29 01:59:59');
    expect(text('2026-03-29T01:00:00Z', 'Europe/Berlin')).toBe('2026-03-29 03:00:00');
    expect(text('2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('2026-10-25 02:30:00');
    expect(text('2026-10-25T01:30:00Z', 'Europe/Berlin')).toBe('2026-10-25 02:30:00');
  });

  it('agrees with Intl, around changes too', () => {
    const timeZones = [
      'UTC',
      'Asia/Ho_Chi_Minh',
      'Asia/Kolkata',
      'Europe/Berlin',
      'America/New_York',
      'America/Caracas',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'Pacific/Apia',
    ];
    const clocks = new Map(timeZones.map((timeZone) => [timeZone, new WallClock(timeZone)]));
    const anyTime = fc.date({
      min: new Date('1950-01-01'),
      max: new Date('2120-01-01'),
      noInvalidDate: true,
    });
    // Days on which some of these clocks are set.
    const changing = fc
      .tuple(
        fc.constantFrom('2024-03-31', '2024-11-03', '2016-05-01', '2011-12-30', '2024-10-05'),
        fc.integer({ min: -86_400_000, max: 2 * 86_400_000 }),
      )
      .map(([day, ms]) => new Date(Date.parse(day) + ms));
    fc.assert(
      fc.property(
        fc.oneof(anyTime, changing),
        fc.constantFrom(...timeZones),
        (moment, timeZone) => {
          const wallMs = clocks.get(timeZone)!.read(moment);
          expect(new Date(wallMs!)).toEqual(shownClock(moment, timeZone));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('shows nothing for a date that is none', () => {
    expect(text('nonsense', 'UTC')).toBe('');
  });

  it('knows only time zones that there are', () => {
    expect(() => new WallClock('Mars/Base')).toThrow(RangeError);
  });
});
