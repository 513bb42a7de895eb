import { Alarm } from './alarm';

describe('an alarm', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const setUp = (): { alarm: Alarm; rings: () => number } => {
    let count = 0;
    return { alarm: new Alarm(() => (count += 1)), rings: () => count };
  };

  it('rings once, at the earliest time it was set to', () => {
    const { alarm, rings } = setUp();
    alarm.setIn(500);
    alarm.setIn(100);
    alarm.setIn(300);
    jest.advanceTimersByTime(99);
    expect(rings()).toBe(0);
    jest.advanceTimersByTime(1);
    expect(rings()).toBe(1);
    jest.advanceTimersByTime(1_000);
    expect(rings()).toBe(1);
  });

  it('rings once this tick is over when it is due already', () => {
    const { alarm, rings } = setUp();
    alarm.setIn(100);
    alarm.setIn(0);
    alarm.setIn(0);
    expect(rings()).toBe(0);
    jest.advanceTimersByTime(0);
    expect(rings()).toBe(1);
  });

  it('can be set again by who it rings for, and be cleared', () => {
    const { alarm, rings } = setUp();
    alarm.setIn(10);
    jest.advanceTimersByTime(10);
    alarm.setIn(10);
    alarm.clear();
    jest.advanceTimersByTime(100);
    expect(rings()).toBe(1);
    alarm.setIn(10);
    jest.advanceTimersByTime(10);
    expect(rings()).toBe(2);
  });
});
