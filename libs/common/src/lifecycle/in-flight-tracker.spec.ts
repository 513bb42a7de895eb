import { InFlightTracker } from './in-flight-tracker';

describe('InFlightTracker', () => {
  it('drains at once when nothing is under way', async () => {
    const work = new InFlightTracker();
    expect(await work.drain(60_000)).toEqual({ finished: 0, handedBack: 0 });
    expect(work.isDraining).toBe(true);
  });

  it('waits for what is under way and lets it finish', async () => {
    const work = new InFlightTracker();
    const [first, second] = [work.begin(), work.begin()];
    let drained = false;
    const draining = work.drain(60_000).finally(() => (drained = true));
    first.end();
    await Promise.resolve();
    expect(drained).toBe(false);
    second.end();
    expect(await draining).toEqual({ finished: 2, handedBack: 0 });
    expect(second.signal.aborted).toBe(false);
  });

  it('hands back what does not finish in the grace time', async () => {
    const work = new InFlightTracker();
    const [quick, endless] = [work.begin(), work.begin()];
    endless.signal.addEventListener('abort', () => endless.end());
    const draining = work.drain(20);
    quick.end();
    expect(await draining).toEqual({ finished: 1, handedBack: 1 });
    expect(endless.signal.aborted).toBe(true);
    expect(work.count).toBe(0);
  });

  it('counts a piece once, however often it is ended', () => {
    const work = new InFlightTracker();
    const [piece] = [work.begin(), work.begin()];
    piece.end();
    piece.end();
    expect(work.count).toBe(1);
  });
});
