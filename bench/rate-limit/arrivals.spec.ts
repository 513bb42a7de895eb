import fc from 'fast-check';
import { averageWindow, busiestWindow } from './arrivals';

const times = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 60 });

describe('busiestWindow', () => {
  it('finds nothing in nothing', () => {
    expect(busiestWindow([], 1_000)).toBe(0);
  });

  it('sees what straddles a boundary', () => {
    expect(busiestWindow([0, 900, 950, 1_050, 1_100, 2_000], 1_000)).toBe(4);
  });

  it('parts two that are a whole length apart, and no less', () => {
    expect(busiestWindow([0, 1_000], 1_000)).toBe(1);
    expect(busiestWindow([0, 999.9], 1_000)).toBe(2);
  });

  it('counts as somebody does who tries the window that begins at every arrival', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 200 }), (arrivals, length) => {
        const counts = arrivals.map(
          (begin) => arrivals.filter((at) => at >= begin && at < begin + length).length,
        );
        expect(busiestWindow(arrivals, length)).toBe(Math.max(0, ...counts));
      }),
    );
  });
});

describe('averageWindow', () => {
  it('does not depend on where in a burst it begins', () => {
    const bursts = [0, 100, 200, 300, 400].flatMap((at) => Array<number>(7).fill(at));
    for (const from of [0, 50, 99, 130]) expect(averageWindow(bursts, from, 100)).toBeCloseTo(7);
  });

  it('shows when bursts come later than they could', () => {
    const late = [0, 110, 220, 330, 440].flatMap((at) => Array<number>(100).fill(at));
    expect(averageWindow(late, 60, 100)).toBeCloseTo(90);
  });

  it('counts as somebody does who tries every window', () => {
    const length = 100;
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 200 }), (arrivals, from) => {
        // Windows begin between whole numbers, where the arrivals are.
        const begins = Array.from({ length }, (_, index) => from + index + 0.5);
        const counts = begins.map(
          (begin) => arrivals.filter((at) => at >= begin && at < begin + length).length,
        );
        const average = counts.reduce((sum, count) => sum + count, 0) / length;
        expect(averageWindow(arrivals, from, length)).toBeCloseTo(average, 6);
      }),
    );
  });
});
