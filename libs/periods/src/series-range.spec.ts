import { checkSeries } from './series-range';

describe('checkSeries', () => {
  const check = (date_from: string, date_to: string, granularity: 'day' | 'year') => () =>
    checkSeries({ date_from, date_to, granularity });

  it('accepts a single day, and as many points as are answered', () => {
    expect(check('2026-11-18', '2026-11-18', 'day')).not.toThrow();
    expect(check('0001-01-01', '5000-12-31', 'year')).not.toThrow();
  });

  it('refuses a range that ends before it begins', () => {
    expect(check('2026-11-18', '2026-11-17', 'day')).toThrow('Invalid date range');
  });

  it.each([
    ['2000-01-01', '2026-11-18', 'day', 'Ask with granularity=week.'],
    ['1000-01-01', '2026-11-18', 'day', 'Ask with granularity=year.'],
    ['0001-01-01', '9999-12-31', 'year', 'Ask for fewer days.'],
  ] as const)(
    'advises what to ask for instead: %s to %s by %s',
    (from, to, granularity, advice) => {
      expect(check(from, to, granularity)).toThrow(advice);
    },
  );
});
