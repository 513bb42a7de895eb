import { eventually } from '../../factories/eventually';
import { hold, newPolicy, openLimiter, stateOf } from './limiters';

const LIMITS = 'window 100/60s, window 50/60s per account';
const backoff = { firstMs: 100, capMs: 400 };

describe("a provider's 429", () => {
  it('is one step for all requests of a wave, in whichever process', async () => {
    const policy = newPolicy();
    const scene = { policy, limits: LIMITS, backoff };
    const limiters = await Promise.all([openLimiter(scene), openLimiter(scene)]);
    const permits = (
      await Promise.all(limiters.map((limiter) => hold(limiter, policy, 10)))
    ).flat();
    for (const permit of permits) await permit.throttled();
    expect((await stateOf(limiters[0], policy)).backoff).toMatchObject({ step: 1 });

    // Granted only when the backoff is over, so its 429 is a new wave.
    const [next] = await hold(limiters[1], policy, 1);
    await next?.throttled();
    expect((await stateOf(limiters[0], policy)).backoff).toMatchObject({ step: 2 });
  });

  it('holds back its key and no other', async () => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: LIMITS, backoff });
    const [permit] = await hold(limiter, `${policy}/a`, 1);
    await permit?.throttled(60);
    await expect(limiter.acquire(`${policy}/a`, 1, { timeoutMs: 200 })).rejects.toMatchObject({
      code: 'LIMIT_WAIT_TOO_LONG',
    });
    await hold(limiter, `${policy}/b`, 1);
    expect((await stateOf(limiter, `${policy}/b`)).backoff).toBeNull();
  });

  it('is waited out for as long as the provider says, the longest of a wave', async () => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: LIMITS, backoff });
    const [first, second, third] = await hold(limiter, policy, 3);
    const until = async (): Promise<number> =>
      (await stateOf(limiter, policy)).backoff?.until.getTime() ?? 0;
    const begin = Date.now();
    await first?.throttled(10);
    const atFirst = await until();
    expect(atFirst).toBeGreaterThanOrEqual(begin + 10_000);
    await second?.throttled(1);
    expect(await until()).toBe(atFirst);
    await third?.throttled(20);
    expect(await until()).toBeGreaterThanOrEqual(begin + 20_000);
    expect((await stateOf(limiter, policy)).backoff?.step).toBe(1);
  });

  it('is forgotten after a request that was answered well', async () => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: LIMITS, backoff });
    const [early, throttled] = await hold(limiter, policy, 2);
    await throttled?.throttled();
    await early?.release();
    // It was sent before the 429, so it says nothing about now.
    expect((await stateOf(limiter, policy)).backoff).toMatchObject({ step: 1 });
    const [late] = await hold(limiter, policy, 1);
    await late?.release();
    expect((await stateOf(limiter, policy)).backoff).toBeNull();
  });

  it.each([Number.NaN, -5, Infinity])(
    'is understood when it asks for %p seconds',
    async (seconds) => {
      const policy = newPolicy();
      const limiter = await openLimiter({ policy, limits: LIMITS, backoff });
      const [permit] = await hold(limiter, policy, 1);
      await permit?.throttled(seconds);
      expect((await stateOf(limiter, policy)).backoff).toMatchObject({ step: 1 });
    },
  );

  it('grows the pause up to its cap, and settles a permit only once', async () => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: LIMITS, backoff });
    for (let step = 1; step <= 5; step += 1) {
      const [permit] = await hold(limiter, policy, 1);
      const before = Date.now();
      await permit?.throttled();
      await permit?.release();
      const state = (await stateOf(limiter, policy)).backoff;
      expect(state?.step).toBe(step);
      const pause = (state?.until.getTime() ?? 0) - before;
      expect(pause).toBeGreaterThanOrEqual(Math.min(400, 100 * 2 ** (step - 1)) / 2);
    }
    await eventually('the backoff is over', async () => {
      const until = (await stateOf(limiter, policy)).backoff?.until.getTime() ?? 0;
      return until < Date.now();
    });
  });
});
