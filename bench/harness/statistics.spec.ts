import { median, percentile } from './statistics';

describe('median', () => {
  it('is the middle value, or the mean of the middle two', () => {
    expect(median([30, 1, 2])).toBe(2);
    expect(median([4, 1, 30, 2])).toBe(3);
  });

  it('refuses to be asked about nothing', () => {
    expect(() => median([])).toThrow('nothing was measured');
  });
});

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it.each([
    [0, 1],
    [0.5, 50],
    [0.99, 99],
    [1, 100],
  ])('at %d of 1 to 100 is %d', (share, expected) => {
    expect(percentile(hundred, share)).toBe(expected);
  });

  it('does not change what it is given', () => {
    percentile(hundred, 0.5);
    expect(hundred[0]).toBe(100);
  });
});
