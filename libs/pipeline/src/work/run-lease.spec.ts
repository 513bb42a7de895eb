import { RunLease } from './run-lease';

describe('a claim', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is held until its lease is over, by the clock of its worker', () => {
    const lease = new RunLease(7, 1_000, performance.now());
    jest.advanceTimersByTime(999);
    expect(() => lease.assertHeld()).not.toThrow();
    expect(lease.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(() => lease.assertHeld()).toThrow('Another worker has taken the run over');
    expect(lease.broken).toBe('lost');
    expect(lease.signal.aborted).toBe(true);
  });

  it('counts from when it was asked for, not from when the answer came', () => {
    const sentAt = performance.now();
    jest.advanceTimersByTime(600);
    const lease = new RunLease(7, 1_000, sentAt);
    jest.advanceTimersByTime(400);
    expect(lease.broken).toBe('lost');
  });

  it('lives on with every renewal', () => {
    const lease = new RunLease(7, 1_000, performance.now());
    for (let beat = 0; beat < 10; beat += 1) {
      jest.advanceTimersByTime(900);
      lease.renewed(performance.now());
    }
    expect(() => lease.assertHeld()).not.toThrow();
    jest.advanceTimersByTime(1_000);
    expect(lease.broken).toBe('lost');
  });

  it('is lost for a process that was stopped, before any timer has fired', () => {
    const stoppedAt = performance.now();
    const lease = new RunLease(7, 1_000, stoppedAt);
    // The clock goes on while the process stands still; nothing in it has run.
    const now = jest.spyOn(performance, 'now').mockReturnValue(stoppedAt + 10_000);
    expect(() => lease.assertHeld()).toThrow('Another worker has taken the run over');
    now.mockRestore();
  });

  it('is broken once: what broke it first is why', () => {
    const lease = new RunLease(7, 1_000, performance.now());
    lease.break('cancelled');
    lease.break('lost');
    lease.renewed(performance.now());
    jest.advanceTimersByTime(5_000);
    expect(lease.broken).toBe('cancelled');
    expect(() => lease.assertHeld()).toThrow('The run was cancelled.');
  });

  it('leaves no timer behind when it is done', () => {
    new RunLease(7, 1_000, performance.now()).end();
    expect(jest.getTimerCount()).toBe(0);
  });
});
