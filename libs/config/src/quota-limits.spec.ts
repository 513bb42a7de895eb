import fc from 'fast-check';
import { ConfigError, loadConfig, parseQuotaLimits } from '.';

describe('the text of limits', () => {
  it('reads windows and buckets, for all or per account', () => {
    expect(parseQuotaLimits('window 60/60s per account,  bucket 100@0.5/s,window 5/0.25s')).toEqual(
      [
        { kind: 'window', quota: 60, lengthMs: 60_000, perScope: true },
        { kind: 'bucket', capacity: 100, refillPerSecond: 0.5, perScope: false },
        { kind: 'window', quota: 5, lengthMs: 250, perScope: false },
      ],
    );
  });

  it.each([
    '',
    ',',
    'window 60/60s,',
    'window 60',
    'window 60/60',
    'window 60/m',
    'window 0/60s',
    'window 60/0s',
    'window 1.5/60s',
    'window -1/60s',
    'window 60/60s per user',
    'Window 60/60s',
    'bucket 100',
    'bucket 100@0/s',
    'bucket 0@1/s',
    'bucket 100@1/m',
    'window 60@60/s',
    'window 1e3/60s',
  ])('does not read "%s"', (text) => {
    expect(parseQuotaLimits(text)).toBeUndefined();
  });

  it('reads whatever numbers are written in it', () => {
    const amount = fc.integer({ min: 1, max: 999_999_999 });
    const thousandths = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(amount, thousandths, fc.boolean(), (quota, lengthMs, perScope) => {
        const text = `window ${quota}/${lengthMs / 1000}s${perScope ? ' per account' : ''}`;
        expect(parseQuotaLimits(text)).toEqual([{ kind: 'window', quota, lengthMs, perScope }]);
      }),
    );
  });

  it('stands in the environment, where a mistake is explained', () => {
    expect(loadConfig({}).RATE_LIMIT_GOOGLE_SHEETS).toEqual([
      { kind: 'window', quota: 60, lengthMs: 60_000, perScope: true },
      { kind: 'window', quota: 300, lengthMs: 60_000, perScope: false },
      { kind: 'bucket', capacity: 300, refillPerSecond: 5, perScope: false },
      { kind: 'bucket', capacity: 100, refillPerSecond: 1, perScope: true },
    ]);
    const wrong = (): unknown => loadConfig({ RATE_LIMIT_GOOGLE_SHEETS: '60 per minute' });
    expect(wrong).toThrow(ConfigError);
    expect(wrong).toThrow(/window 60\/60s per account.*got "60 per minute"/);
  });
});
