import { CountedPolicy } from './counted-policy';
import { limitsOf, limitText, permittedBy } from './quota-policy';

const settings = {
  safetyFactor: 0.8,
  maxFlightMs: 60_000,
  journalAheadMs: 5_000,
  redisPrefix: 'test',
  backoff: { firstMs: 1_000, capMs: 64_000 },
};

describe('a policy as it is counted', () => {
  it.each([
    ['window 60/60s', 0.8, 48],
    ['window 7/60s', 0.8, 5],
    ['window 1/60s', 0.1, 1],
    ['window 100/60s', 0.29, 29],
    ['window 60/60s', 1, 60],
    ['bucket 100@1/s', 0.8, 80],
  ])('permits of "%s" with the factor %p: %p', (text, factor, permitted) => {
    expect(limitsOf(text).map((limit) => permittedBy(limit, factor))).toEqual([permitted]);
  });

  it('refuses at once what its tightest limit never permits', () => {
    const policy = new CountedPolicy(
      'google:sheets',
      limitsOf('window 60/60s, bucket 10@1/s'),
      settings,
    );
    expect(() => policy.assertPermits(8)).not.toThrow();
    expect(() => policy.assertPermits(9)).toThrow('"bucket 10@1/s" permits 8 at once');
    for (const tokens of [0, -1, 0.5, Number.NaN]) {
      expect(() => policy.assertPermits(tokens)).toThrow('a whole number of tokens');
    }
  });

  it.each(['', 'a b', 'a/b', 'a{b}'])('cannot be named "%s"', (name) => {
    expect(() => new CountedPolicy(name, limitsOf('window 1/1s'), settings)).toThrow(
      'needs a name',
    );
  });

  it('writes a limit as configuration does', () => {
    const text = 'window 60/0.5s per account, bucket 300@5/s, bucket 2@0.25/s per account';
    expect(limitsOf(text).map(limitText).join(', ')).toBe(text);
    expect(() => limitsOf('60 a minute')).toThrow('window <requests>/<seconds>s');
  });
});
