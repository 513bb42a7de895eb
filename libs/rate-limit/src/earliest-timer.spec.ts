import { EarliestTimer } from './earliest-timer';

describe('an alarm', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const setUp = (): { timer: EarliestTimer; rings: () => number } => {
    let count = 0;
    return { timer: new EarliestTimer(() => (count += 1)), rings: () => count };
  };

  it('rings once, at the earliest time it was set to', () => {
    const { timer, rings } = setUp();
    timer.setIn(500);
    timer.setIn(100);
    timer.setIn(300);
    jest.advanceTimersByTime(99);
    expect(rings()).toBe(0);
    jest.advanceTimersByTime(1);
    expect(rings()).toBe(1);
    jest.advanceTimersByTime(1_000);
    expect(rings()).toBe(1);
  });

  it('rings once this tick is over when it is due already', () => {
    const { timer, rings } = setUp();
    timer.setIn(100);
    timer.setIn(0);
    timer.setIn(0);
    expect(rings()).toBe(0);
    jest.advanceTimersByTime(0);
    expect(rings()).toBe(1);
  });

  it('can be set again by who it rings for, and be cleared', () => {
    const { timer, rings } = setUp();
    timer.setIn(10);
    jest.advanceTimersByTime(10);
    timer.setIn(10);
    timer.clear();
    jest.advanceTimersByTime(100);
    expect(rings()).toBe(1);
    timer.setIn(10);
    jest.advanceTimersByTime(10);
    expect(rings()).toBe(2);
  });
});
