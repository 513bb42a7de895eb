import { rangeParameters, toQueryRange } from './query-range';

const HCM = 'Asia/Ho_Chi_Minh';

describe('toQueryRange', () => {
  it('takes the zone that the request names, or else the usual one, or else UTC', () => {
    expect(toQueryRange({ timezone: 'Europe/Paris' }, HCM).clock.name).toBe('Europe/Paris');
    expect(toQueryRange({}, HCM).clock.name).toBe(HCM);
    expect(toQueryRange({}, 'Nowhere/At_All').clock.name).toBe('UTC');
  });

  it('leaves an end open that is not given', () => {
    const { range } = toQueryRange({ date_to: '2026-11-18' }, HCM);
    expect(range).toEqual({ from: null, to: '2026-11-18' });
  });

  it('refuses a range that ends before it begins', () => {
    const reversed = { date_from: '2026-11-18', date_to: '2026-11-17' };
    expect(() => toQueryRange(reversed, HCM)).toThrow('Invalid date range');
  });
});

describe('rangeParameters', () => {
  it('names the days and the zone', () => {
    const asked = toQueryRange({ date_from: '2026-11-18' }, HCM);
    expect(rangeParameters(asked)).toEqual({
      date_from: '2026-11-18',
      date_to: null,
      timezone: HCM,
    });
  });
});
