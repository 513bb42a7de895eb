import { setTimeout as delay } from 'node:timers/promises';
import { hold, newPolicy, openLimiter, stateOf, waitersReach } from './limiters';
import { MemoryUsageJournal } from './memory-usage-journal';

describe('limits', () => {
  it('are taken from all of a key at once, or from none', async () => {
    const policy = newPolicy();
    const limits = 'window 5/60s, window 3/60s per account, bucket 5@0.001/s';
    const limiter = await openLimiter({ policy, limits });
    const used = async (key: string): Promise<number[]> =>
      (await stateOf(limiter, key)).limits.map((limit) => limit.used);

    await hold(limiter, `${policy}/a`, 3);
    await expect(limiter.acquire(`${policy}/a`, 1, { timeoutMs: 100 })).rejects.toThrow();
    expect(await used(`${policy}/a`)).toEqual([3, 3, 3]);

    await hold(limiter, `${policy}/b`, 2);
    await expect(limiter.acquire(`${policy}/b`, 1, { timeoutMs: 100 })).rejects.toThrow();
    expect(await used(`${policy}/b`)).toEqual([5, 2, 5]);
    expect(await used(`${policy}/a`)).toEqual([5, 3, 5]);
  });

  it('let another account go on while one has no room', async () => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: 'window 9/60s, window 2/60s per account' });
    await hold(limiter, `${policy}/a`, 2);
    const stuck = limiter.acquire(`${policy}/a`, 1, { timeoutMs: 30_000 }).catch(() => 'closed');
    await waitersReach(limiter, `${policy}/a`, 1);
    expect(await hold(limiter, `${policy}/b`, 2)).toHaveLength(2);
    await limiter.close();
    expect(await stuck).toBe('closed');
  });

  it('count every token of a request', async () => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: 'window 10/60s, bucket 20@0.001/s' });
    await limiter.acquire(policy, 4);
    await limiter.acquire(policy, 5);
    await expect(limiter.acquire(policy, 2, { timeoutMs: 100 })).rejects.toThrow();
    await limiter.acquire(policy, 1);
    expect((await stateOf(limiter, policy)).limits).toMatchObject([{ used: 10 }, { used: 10 }]);
  });

  it('are scaled by the safety factor, windows to whole requests but at least one', async () => {
    const policy = newPolicy();
    const limits = 'window 7/60s, window 1/60s per account, bucket 10@1/s';
    const limiter = await openLimiter({ policy, limits, safetyFactor: 0.8 });
    expect((await stateOf(limiter, policy)).limits).toMatchObject([
      { limit: 'window 7/60s', quota: 7, permitted: 5 },
      { limit: 'window 1/60s per account', quota: 1, permitted: 1 },
      { limit: 'bucket 10@1/s', quota: 10, permitted: 8 },
    ]);
  });

  it('fill a bucket steadily', async () => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: 'bucket 5@20/s' });
    const begin = performance.now();
    const permits = await hold(limiter, policy, 15);
    // Five were there, ten had to come at twenty a second.
    expect(performance.now() - begin).toBeGreaterThanOrEqual(499);
    await Promise.all(permits.map((permit) => permit.release()));
  });

  it('know a policy in two processes with different windows by the longer one', async () => {
    const policy = newPolicy();
    const journal = new MemoryUsageJournal();
    const short = await openLimiter({ policy, limits: 'window 3/0.02s', journal });
    // By the last of them the first are forgotten, as far as the short window is concerned.
    for (let used = 0; used < 9; used += 1) await (await short.acquire(policy)).release();
    await delay(30);
    await short.acquire(policy);
    const long = await openLimiter({ policy, limits: 'window 3/60s', journal });
    await expect(long.acquire(policy, 1, { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'LIMIT_WAIT_TOO_LONG',
    });
  });
});

describe('asking for a permit', () => {
  it('says how to name a quota that there is not', async () => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: 'window 1/1s' });
    await expect(limiter.acquire('google:docs/a')).rejects.toMatchObject({
      code: 'UNKNOWN_QUOTA',
      detail: expect.stringContaining(`there are ${policy}`),
    });
  });

  it.each([0, -1, 1.5, 4, Number.NaN])(
    'refuses %p tokens of a quota of 3 at once',
    async (tokens) => {
      const policy = newPolicy();
      const limiter = await openLimiter({ policy, limits: 'window 9/1s, bucket 3@1/s' });
      await expect(limiter.acquire(policy, tokens)).rejects.toMatchObject({
        code: 'QUOTA_TOO_SMALL',
      });
    },
  );

  it('runs work under a permit and releases it, however the work ends', async () => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: 'window 1/0.05s' });
    await expect(limiter.run(policy, 1, {}, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(await limiter.run(policy, 1, {}, (permit) => Promise.resolve(permit.key))).toBe(policy);
  });

  it.each(['\ud800', '\u0000', ' {}:* ', 'Đơn hàng/🧺'])(
    'takes %j for a scope and an owner',
    async (name) => {
      const policy = newPolicy();
      const limiter = await openLimiter({ policy, limits: 'window 1/0.02s per account' });
      const key = `${policy}/${name}`;
      const permits = [1, 2].map(() => limiter.acquire(key, 1, { owner: name }));
      for (const permit of permits) await (await permit).release();
    },
  );

  it.each([
    ['any policy', () => ({ maxFlightMs: 100 })],
    ['its policy', (policy: string) => ({ maxFlightMs: 60_000, flights: { [policy]: 100 } })],
  ])('gives a permit that says when it is too old for %s', async (_, settings) => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: 'window 1/1s', ...settings(policy) });
    const { signal } = await limiter.acquire(policy);
    expect(signal.aborted).toBe(false);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
});
