import { figure, type Measurement } from './benchmark';

const measured = (parts: Partial<Measurement>): Measurement => ({
  name: 'throughput',
  value: 50,
  unit: 'requests/s',
  baseline: 'bare Nest',
  baselineValue: 100,
  target: { atLeast: 0.5 },
  ...parts,
});

describe('figure', () => {
  it('compares the value with its baseline', () => {
    expect(figure(measured({}))).toEqual({
      name: 'throughput',
      value: 50,
      unit: 'requests/s',
      baseline: 'bare Nest',
      ratio: 0.5,
      target: '>= 0.5',
      ok: true,
    });
  });

  it.each([
    [{ atLeast: 0.5 }, 49, false],
    [{ atLeast: 0.5 }, 51, true],
    [{ atMost: 0.5 }, 49, true],
    [{ atMost: 0.5 }, 50, true],
    [{ atMost: 0.5 }, 51, false],
  ])('holds %j against %d of 100: %s', (target, value, ok) => {
    expect(figure(measured({ target, value })).ok).toBe(ok);
  });

  it.each([
    [1, 0],
    [0, 0],
    [Number.NaN, 1],
  ])('refuses to compare %d with %d', (value, baselineValue) => {
    expect(() => figure(measured({ value, baselineValue }))).toThrow(RangeError);
  });
});
