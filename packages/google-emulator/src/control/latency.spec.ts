import { Latency } from './latency';

describe('Latency', () => {
  it('is none unless it is set, for all or for one API', () => {
    const latency = new Latency();
    expect(latency.next('sheets')).toBe(0);
    latency.set(20);
    latency.set(50, 'drive');
    expect([latency.next('sheets'), latency.next('drive'), latency.next(undefined)]).toEqual([
      20, 50, 20,
    ]);
    latency.clear();
    expect(latency.next('drive')).toBe(0);
  });

  it('is anything between two numbers, the same for the same seed', () => {
    const drawn = (): number[] => {
      const latency = new Latency();
      latency.set({ min: 10, max: 20 });
      return Array.from({ length: 100 }, () => latency.next('sheets'));
    };
    expect(Math.min(...drawn())).toBeGreaterThanOrEqual(10);
    expect(Math.max(...drawn())).toBeLessThan(20);
    expect(new Set(drawn()).size).toBeGreaterThan(90);
    expect(drawn()).toEqual(drawn());
  });

  it.each([-1, NaN, Infinity, { min: 5, max: 4 }])('refuses %p', (value) => {
    expect(() => new Latency().set(value)).toThrow('Give a latency of 0 ms or more');
  });
});
