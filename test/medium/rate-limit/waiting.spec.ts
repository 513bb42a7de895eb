import { type Permit, type RateLimiter } from '@tributary/rate-limit';
import { eventually } from '../../factories/eventually';
import { hold, newPolicy, openLimiter, stateOf, waitersReach } from './limiters';

/** Asks for many permits and notes who is served, in this order. */
function queueUp(
  limiter: RateLimiter,
  key: string,
  names: readonly string[],
  served: string[],
  owner = '',
): void {
  for (const name of names) {
    limiter
      .acquire(key, 1, { owner })
      .then((permit) => {
        served.push(name);
        return permit.release();
      })
      .catch(() => undefined);
  }
}

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const release = (permits: Permit[]): Promise<unknown> =>
  Promise.all(permits.map((permit) => permit.release()));

describe('waiters', () => {
  it('of two owners take turns, so that a thousand of one do not hold up one of another', async () => {
    const policy = newPolicy();
    const scene = { policy, limits: 'window 2/0.05s' };
    const [many, one] = await Promise.all([openLimiter(scene), openLimiter(scene)]);
    const held = await hold(many, policy, 2);
    const served: string[] = [];
    queueUp(many, policy, numbered('many', 1_000), served, 'many');
    await waitersReach(many, policy, 1_000);
    queueUp(one, policy, ['one'], served, 'one');
    await waitersReach(one, policy, 1_001);
    expect((await stateOf(one, policy)).owners).toEqual([
      { owner: 'many', waiters: 1_000 },
      { owner: 'one', waiters: 1 },
    ]);

    await release(held);

    await eventually('the owner of one is served', () => served.includes('one'));
    expect(served.indexOf('one')).toBeLessThan(2);
    expect(served.filter((name) => name !== 'one')).toEqual(numbered('many', served.length - 1));
  });

  it('of one owner are served by arrival, whichever process they are in', async () => {
    const policy = newPolicy();
    const scene = { policy, limits: 'window 1/0.02s' };
    const limiters = await Promise.all([openLimiter(scene), openLimiter(scene)]);
    const held = await hold(limiters[0], policy, 1);
    const served: string[] = [];
    for (const [index, name] of numbered('', 8).entries()) {
      queueUp(limiters[index % 2]!, policy, [name], served);
      await waitersReach(limiters[0], policy, index + 1);
    }
    await release(held);
    await eventually('all are served', () => served.length === 8);
    expect(served).toEqual(numbered('', 8));
  });

  it('are not overtaken by who needs less', async () => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: 'window 4/0.05s' });
    const held = await hold(limiter, policy, 3);
    const order: number[] = [];
    const asked = [3, 1].map((tokens) =>
      limiter.acquire(policy, tokens, { owner: `needs ${tokens}` }).then((permit) => {
        order.push(tokens);
        return permit.release();
      }),
    );
    await waitersReach(limiter, policy, 2);
    expect((await stateOf(limiter, policy)).limits).toMatchObject([{ used: 3 }]);
    await release(held);
    await Promise.all(asked);
    expect(order).toEqual([3, 1]);
  });

  it('leave when they are aborted, and the next one is served', async () => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: 'window 2/0.02s' });
    const held = await hold(limiter, policy, 1);
    const abort = new AbortController();
    const first = limiter.acquire(policy, 2, { signal: abort.signal });
    await waitersReach(limiter, policy, 1);
    const second = limiter.acquire(policy, 1);
    await waitersReach(limiter, policy, 2);

    abort.abort(new Error('not any more'));

    await expect(first).rejects.toThrow('not any more');
    await (await second).release();
    await waitersReach(limiter, policy, 0);
    await release(held);
  });

  it('leave at once when they were aborted before', async () => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: 'window 1/60s' });
    const signal = AbortSignal.abort(new Error('before'));
    await expect(limiter.acquire(policy, 1, { signal })).rejects.toThrow('before');
    expect((await stateOf(limiter, policy)).limits).toMatchObject([{ used: 0 }]);
  });

  it('that are aborted while they are granted give their permit back', async () => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: 'window 9/60s, bucket 9@0.001/s' });
    await hold(limiter, policy, 1);
    const abort = new AbortController();
    const { signal } = abort;
    const asked = [1, 2, 3].map((tokens) => limiter.acquire(policy, tokens, { signal }));
    // The question is on its way and its answer cannot be here yet.
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort(new Error('too late'));
    for (const permit of asked) await expect(permit).rejects.toThrow('too late');
    await eventually('nobody waits, and only the first counts', async () => {
      const { limits, waiters } = await stateOf(limiter, policy);
      return waiters === 0 && limits.every(({ used }) => used === 1);
    });
  });

  it('give up after their time, and hear when it makes sense to come again', async () => {
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: 'window 1/30s' });
    const [permit] = await hold(limiter, policy, 1);
    await permit?.release();
    const error = await limiter
      .acquire(policy, 1, { timeoutMs: 200 })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'LIMIT_WAIT_TOO_LONG',
      detail: expect.stringContaining(policy),
    });
    const { retryAfterSeconds } = error as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(20);
    expect(retryAfterSeconds).toBeLessThanOrEqual(31);
    await waitersReach(limiter, policy, 0);
  });

  it('are turned away when their process shuts down, and others are served', async () => {
    const policy = newPolicy();
    const scene = { policy, limits: 'window 1/0.02s' };
    const [leaving, staying] = await Promise.all([openLimiter(scene), openLimiter(scene)]);
    const held = await hold(staying, policy, 1);
    const away = leaving.acquire(policy).catch((reason: unknown) => reason);
    await waitersReach(staying, policy, 1);
    const served = staying.acquire(policy);
    await waitersReach(staying, policy, 2);

    await leaving.close();

    expect(await away).toMatchObject({ code: 'LIMIT_WAIT_TOO_LONG' });
    await expect(leaving.acquire(policy)).rejects.toMatchObject({ code: 'LIMIT_WAIT_TOO_LONG' });
    await release(held);
    await (await served).release();
  });
});
