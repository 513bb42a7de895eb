import { Backoff } from './backoff';

describe('Backoff', () => {
  it('leaves alone what failed, twice as long with every failure, up to its longest pause', () => {
    const backoff = new Backoff(500, 1_800);
    expect(backoff.isDue('a', 0)).toBe(true);
    expect([0, 0, 0, 0].map(() => backoff.fail('a', 10_000))).toEqual([500, 1_000, 1_800, 1_800]);
    expect(backoff.isDue('a', 11_799)).toBe(false);
    expect(backoff.isDue('a', 11_800)).toBe(true);
    expect(backoff.isDue('b', 0)).toBe(true);
  });

  it('begins anew after a success', () => {
    const backoff = new Backoff(500, 10_000);
    backoff.fail('a', 0);
    backoff.fail('a', 0);
    expect(backoff.succeed('a')).toBe(true);
    expect(backoff.succeed('a')).toBe(false);
    expect(backoff.isDue('a', 0)).toBe(true);
    expect(backoff.fail('a', 0)).toBe(500);
  });
});
