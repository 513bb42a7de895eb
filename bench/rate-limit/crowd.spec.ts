import { setTimeout as delay } from 'node:timers/promises';
import { serveCrowd } from './crowd';
import { type Limiter } from './limiters/limiter';

const limiter = (run: Limiter['run']): Limiter => ({ run, close: () => Promise.resolve() });

describe('serveCrowd', () => {
  it('keeps everybody asking until the time is over', async () => {
    let waiting = 0;
    let most = 0;
    const slow = limiter(async (work) => {
      waiting += 1;
      most = Math.max(most, waiting);
      await delay(1);
      waiting -= 1;
      await work();
    });
    let worked = 0;
    const work = (): Promise<void> => Promise.resolve(void (worked += 1));
    const { perSecond, dispersed } = await serveCrowd(slow, { size: 5, forMs: 100, work });
    await dispersed;
    expect(most).toBe(5);
    expect(worked).toBeGreaterThan(5);
    expect(perSecond).toBeGreaterThan(50);
  });

  it('does no work for whoever is served too late', async () => {
    const turns: (() => void)[] = [];
    const blocked = limiter(async (work) => {
      await new Promise<void>((resolve) => turns.push(resolve));
      await work();
    });
    const work = jest.fn();
    const { perSecond, dispersed } = await serveCrowd(blocked, { size: 3, forMs: 5, work });
    for (const turn of turns) turn();
    await dispersed;
    expect(perSecond).toBe(0);
    expect(work).not.toHaveBeenCalled();
  });

  it('lets those be turned away who wait in the end', async () => {
    const turnedAway: (() => void)[] = [];
    const blocked = limiter(
      () => new Promise((_, reject) => turnedAway.push(() => reject(new Error('closed')))),
    );
    const crowd = { size: 2, forMs: 5, work: () => Promise.resolve() };
    const { dispersed } = await serveCrowd(blocked, crowd);
    for (const turn of turnedAway) turn();
    await expect(dispersed).resolves.toHaveLength(2);
  });

  it('fails at once when a limiter does', async () => {
    const broken = limiter(() => Promise.reject(new Error('no such quota')));
    const crowd = { size: 2, forMs: 60_000, work: () => Promise.resolve() };
    await expect(serveCrowd(broken, crowd)).rejects.toThrow('no such quota');
  });
});
