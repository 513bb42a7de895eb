import * as fc from 'fast-check';
import { EmulatorClock } from './emulator-clock';
import { Quotas } from './quotas';

class HandClock extends EmulatorClock {
  time = 1_000_000_000_000;
  override now(): number {
    return this.time;
  }
  override monotonic(): number {
    return this.time;
  }
}

const caller = (email: string, projectNumber = '1'): Parameters<Quotas['take']>[1] => ({
  email,
  projectNumber,
  scopes: new Set<string>(),
});

function scene(): { clock: HandClock; quotas: Quotas } {
  const clock = new HandClock();
  return { clock, quotas: new Quotas(clock) };
}

describe('Quotas', () => {
  it('grants 60 a minute to a user and 300 to a project', () => {
    const { quotas } = scene();
    const users = Array.from({ length: 6 }, (_, n) => caller(`u${n}@x`));
    const refusals = users.map((user) =>
      Array.from({ length: 61 }, () => quotas.take('sheets.read', user, 1)).filter(Boolean),
    );
    expect(refusals.map((list) => list.length)).toEqual([1, 1, 1, 1, 1, 61]);
    expect(refusals[0]).toEqual([
      { metric: 'sheets.read', level: 'user', limit: 60, projectNumber: '1' },
    ]);
    expect(refusals[5]?.[0]).toMatchObject({ level: 'project', limit: 300 });
    expect(quotas.take('sheets.read', caller('u0@x', '2'), 1)).toBeUndefined();
    expect(quotas.take('sheets.write', caller('u0@x'), 1)).toBeUndefined();
  });

  it('counts the last 60 s, not the minute', () => {
    const { clock, quotas } = scene();
    quotas.set('sheets.read', { perUser: 2 });
    const take = (): boolean => quotas.take('sheets.read', caller('a@x'), 1) === undefined;
    expect(take()).toBe(true);
    clock.time += 40_000;
    expect([take(), take()]).toEqual([true, false]);
    clock.time += 19_999;
    expect(take()).toBe(false);
    clock.time += 1;
    expect([take(), take()]).toEqual([true, false]);
    clock.time += 40_000;
    expect([take(), take()]).toEqual([true, false]);
  });

  it('counts minutes when it is told so', () => {
    const { clock, quotas } = scene();
    quotas.windowKind = 'fixed';
    quotas.set('sheets.read', { perUser: 1 });
    clock.time = 60_000 * 1000 + 59_999;
    const take = (): boolean => quotas.take('sheets.read', caller('a@x'), 1) === undefined;
    expect([take(), take()]).toEqual([true, false]);
    clock.time += 1;
    expect([take(), take()]).toEqual([true, false]);
  });

  it('never grants more than the limit within any 60 s', () => {
    const steps = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 4 })),
    );
    fc.assert(
      fc.property(steps, fc.boolean(), (asked, countRefused) => {
        const { clock, quotas } = scene();
        quotas.countRefused = countRefused;
        quotas.set('drive', { perUser: 10 });
        const granted: { at: number; cost: number }[] = [];
        for (const [pause, cost] of asked) {
          clock.time += pause;
          if (!quotas.take('drive', caller('a@x'), cost)) granted.push({ at: clock.time, cost });
        }
        for (const { at } of granted) {
          const inside = granted.filter((other) => other.at > at - 60_000 && other.at <= at);
          expect(inside.reduce((sum, { cost }) => sum + cost, 0)).toBeLessThanOrEqual(10);
        }
      }),
    );
  });

  it('lets refused requests use quota only when it is told so', () => {
    const { clock, quotas } = scene();
    quotas.set('sheets.read', { perUser: 1 });
    const take = (): boolean => quotas.take('sheets.read', caller('a@x'), 1) === undefined;
    take();
    clock.time += 30_000;
    take();
    clock.time += 30_000;
    expect(take()).toBe(true);
    quotas.countRefused = true;
    clock.time += 30_000;
    take();
    clock.time += 30_000;
    expect(take()).toBe(false);
  });

  it('can be switched off, forbidden and put back', () => {
    const { quotas } = scene();
    quotas.switchOff();
    const many = Array.from({ length: 1000 }, () => quotas.take('reviews', caller('a@x'), 1));
    expect(many.filter(Boolean)).toEqual([]);
    quotas.forbid('reviews');
    expect(quotas.take('reviews', caller('a@x'), 1)).toEqual({
      metric: 'reviews',
      level: 'project',
      limit: 0,
      projectNumber: '1',
    });
    quotas.reset();
    expect(quotas.limitsOf('reviews')).toEqual({ perUser: 'unlimited', perProject: 300 });
    expect(() => quotas.set('drive', { perUser: -1 })).toThrow('A limit is a number from 0 on');
  });

  it('follows the clock of the emulator', () => {
    const clock = new EmulatorClock();
    const quotas = new Quotas(clock);
    quotas.set('sheets.read', { perUser: 1 });
    const take = (): boolean => quotas.take('sheets.read', caller('a@x'), 1) === undefined;
    expect([take(), take()]).toEqual([true, false]);
    clock.advance(60_001);
    expect([take(), take()]).toEqual([true, false]);
  });

  it('forgets users who are gone', () => {
    const { clock, quotas } = scene();
    for (let n = 0; n < 5000; n += 1) {
      quotas.take('sheets.read', caller(`u${n}@x`, String(n)), 1);
      clock.time += 1000;
    }
    const kept = (quotas as unknown as { windows: Map<string, unknown> }).windows.size;
    expect(kept).toBeLessThanOrEqual(1001);
  });
});
