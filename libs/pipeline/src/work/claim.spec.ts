import { Claim } from './claim';

describe('a claim', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is held until its lease is over, by the clock of its worker', () => {
    const claim = new Claim(7, 1_000, performance.now());
    jest.advanceTimersByTime(999);
    expect(() => claim.assertHeld()).not.toThrow();
    expect(claim.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(() => claim.assertHeld()).toThrow('Another worker has taken the run over');
    expect(claim.broken).toBe('lost');
    expect(claim.signal.aborted).toBe(true);
  });

  it('counts from when it was asked for, not from when the answer came', () => {
    const sentAt = performance.now();
    jest.advanceTimersByTime(600);
    const claim = new Claim(7, 1_000, sentAt);
    jest.advanceTimersByTime(400);
    expect(claim.broken).toBe('lost');
  });

  it('lives on with every renewal', () => {
    const claim = new Claim(7, 1_000, performance.now());
    for (let beat = 0; beat < 10; beat += 1) {
      jest.advanceTimersByTime(900);
      claim.renewed(performance.now());
    }
    expect(() => claim.assertHeld()).not.toThrow();
    jest.advanceTimersByTime(1_000);
    expect(claim.broken).toBe('lost');
  });

  it('is lost for a process that was stopped, before any timer has fired', () => {
    const stoppedAt = performance.now();
    const claim = new Claim(7, 1_000, stoppedAt);
    // The clock goes on while the process stands still; nothing in it has run.
    const now = jest.spyOn(performance, 'now').mockReturnValue(stoppedAt + 10_000);
    expect(() => claim.assertHeld()).toThrow('Another worker has taken the run over');
    now.mockRestore();
  });

  it('is broken once: what broke it first is why', () => {
    const claim = new Claim(7, 1_000, performance.now());
    claim.break('cancelled');
    claim.break('lost');
    claim.renewed(performance.now());
    jest.advanceTimersByTime(5_000);
    expect(claim.broken).toBe('cancelled');
    expect(() => claim.assertHeld()).toThrow('The run was cancelled.');
  });

  it('leaves no timer behind when it is done', () => {
    new Claim(7, 1_000, performance.now()).end();
    expect(jest.getTimerCount()).toBe(0);
  });
});
