import { type RateLimiter, type Usage, UsageJournal } from '@tributary/rate-limit';
import { type Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import { throwAwayFolder } from '../../factories/environment';
import { eventually } from '../../factories/eventually';
import { hold, newPolicy, openLimiter, openRedis, stateOf, waitersReach } from './limiters';
import { Provider, send } from './provider';
import { RestartableRedis } from '../../factories/restartable-redis';
import { MemoryUsageJournal } from './memory-usage-journal';

const WINDOW_MS = 200;
const QUOTA = 10;

describe('when Redis', () => {
  let redis: RestartableRedis;
  let policy: string;
  let journal: MemoryUsageJournal;

  beforeAll(async () => {
    redis = await RestartableRedis.start(throwAwayFolder());
  });
  afterAll(() => redis.stop());
  beforeEach(() => {
    policy = newPolicy();
    journal = new MemoryUsageJournal();
  });

  const open = (overrides: { maxFlightMs?: number; limits?: string } = {}): Promise<RateLimiter> =>
    openLimiter({
      policy,
      journal,
      redisUrl: redis.url,
      limits: `window ${QUOTA}/${WINDOW_MS / 1000}s`,
      maxFlightMs: 400,
      journalAheadMs: 400,
      ...overrides,
    });

  /** Several processes send what they can for as long as the trouble goes on. */
  async function sendDuring(trouble: () => Promise<void>): Promise<Provider> {
    const provider = new Provider();
    const limiters = await Promise.all([open(), open(), open()]);
    let isOver = false;
    const sending = limiters.map(async (limiter, process) => {
      while (!isOver) {
        const way = { thereMs: process * 5, backMs: 10, owner: String(process) };
        await Promise.all(Array.from({ length: 5 }, () => send(limiter, policy, way, [provider])));
      }
    });
    await eventually('two quotas arrive', () => provider.arrivals.length > 2 * QUOTA);
    await trouble();
    const before = provider.arrivals.length;
    await eventually('three more arrive', () => provider.arrivals.length > before + 3 * QUOTA);
    isOver = true;
    await Promise.all(sending);
    return provider;
  }

  it('is wiped in the middle, the provider sees no more than it allows', async () => {
    const client = await openRedis(redis.url);
    const provider = await sendDuring(async () => {
      await client.flushall();
      await delay(50);
      await client.flushall();
    });
    expect(provider.busiest(WINDOW_MS)).toBeLessThanOrEqual(QUOTA);
  });

  it('is restarted in the middle, the provider sees no more than it allows', async () => {
    const provider = await sendDuring(async () => {
      await redis.stop();
      await redis.start();
    });
    expect(provider.busiest(WINDOW_MS)).toBeLessThanOrEqual(QUOTA);
  });

  it('has come back with less than it had, nothing is granted on the old counts', async () => {
    const limiter = await open({ maxFlightMs: 60_000 });
    await hold(limiter, policy, 1);
    await redis.stop();
    await redis.start();
    await expect(limiter.acquire(policy, 1, { timeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'LIMIT_WAIT_TOO_LONG',
      retryAfterSeconds: expect.any(Number),
    });
    expect((await stateOf(limiter, policy)).recoveringUntil?.getTime()).toBeGreaterThan(Date.now());
  });

  it('is wiped again while somebody reads the journal, what was read does not count any more', async () => {
    const slow = new GatedJournal(journal);
    const gated = { policy, redisUrl: redis.url, limits: 'window 10/0.2s', journal: slow };
    const [late, other] = await Promise.all([openLimiter(gated), open({ maxFlightMs: 60_000 })]);
    const openGate = slow.shut();
    const first = late.acquire(policy);
    await eventually('the journal is read', () => slow.reads === 1);
    const [permit] = await hold(other, policy, QUOTA - 1);
    await first;
    await (await openRedis(redis.url)).flushall();
    // The counts are cold anew, and nobody has begun them when the late reader wants to.
    await permit?.release();
    const asked = late.acquire(policy, 1, { timeoutMs: 3_000 });

    openGate();

    await expect(asked).rejects.toMatchObject({ code: 'LIMIT_WAIT_TOO_LONG' });
    expect((await stateOf(late, policy)).recoveringUntil).not.toBeNull();
  });

  it('was never used, or is wiped long after, nobody waits', async () => {
    const limiter = await open({ maxFlightMs: 50 });
    for (const permit of await hold(limiter, policy, QUOTA)) await permit.release();
    const usage = await journal.read(policy);
    await delay((usage?.answeredUntil ?? 0) + WINDOW_MS + 5 - Date.now());
    await (await openRedis(redis.url)).flushall();
    expect(await hold(limiter, policy, QUOTA)).toHaveLength(QUOTA);
    expect((await stateOf(limiter, policy)).recoveringUntil).toBeNull();
  });

  it('is wiped, a bucket starts empty', async () => {
    const limiter = await open({ limits: 'bucket 100@10/s' });
    await hold(limiter, policy, 1);
    const wipedAt = Date.now();
    await (await openRedis(redis.url)).flushall();
    await hold(limiter, policy, 1);
    const [bucket] = (await stateOf(limiter, policy)).limits;
    const refilled = (10 * (Date.now() - wipedAt)) / 1_000;
    expect(bucket?.used).toBeGreaterThanOrEqual(Math.max(0, 100 - Math.ceil(refilled)));
  });

  it('is down, a permit waits until it is back, but no longer than its time', async () => {
    const limiter = await open();
    await (await limiter.acquire(policy)).release();
    await redis.stop();
    await expect(limiter.acquire(policy, 1, { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'LIMIT_WAIT_TOO_LONG',
    });
    await expect(limiter.snapshot()).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
    const waiting = limiter.acquire(policy);
    const abort = new AbortController();
    const aborted = limiter.acquire(policy, 1, { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    await redis.start();
    await (await waiting).release();
  });

  it('has closed the connection on which a grant was to be heard, it is heard all the same', async () => {
    const [deaf, other] = await Promise.all([open(), open()]);
    const held = await hold(other, policy, QUOTA);
    const served = deaf.acquire(policy);
    await waitersReach(other, policy, 1);
    await closeSubscribers(await openRedis(redis.url));
    await Promise.all(held.map((permit) => permit.release()));
    await (await served).release();
  });
});

/** Takes its time between reading an entry and telling it. */
class GatedJournal extends UsageJournal {
  reads = 0;
  private gate: Promise<void> = Promise.resolve();

  constructor(private readonly journal: UsageJournal) {
    super();
  }

  shut(): () => void {
    let open = (): void => undefined;
    this.gate = new Promise((resolve) => (open = resolve));
    return () => open();
  }

  extend(policy: string, usage: Usage): Promise<void> {
    return this.journal.extend(policy, usage);
  }

  async read(policy: string): Promise<Usage | undefined> {
    const usage = await this.journal.read(policy);
    this.reads += 1;
    await this.gate;
    return usage;
  }
}

async function closeSubscribers(redis: Redis): Promise<void> {
  const clients = (await redis.client('LIST')) as string;
  for (const client of clients.split('\n').filter((line) => / sub=[1-9]/.test(line))) {
    await redis.client('KILL', 'ID', /\bid=(\d+)/.exec(client)?.[1] ?? '');
  }
}

describe('when the journal', () => {
  class Switchable extends MemoryUsageJournal {
    isAway = false;

    override extend(policy: string, usage: Usage): Promise<void> {
      return this.isAway ? Promise.reject(new Error('away')) : super.extend(policy, usage);
    }

    override read(policy: string): Promise<Usage | undefined> {
      return this.isAway ? Promise.reject(new Error('away')) : super.read(policy);
    }
  }

  it('cannot be read, nothing is granted until it can', async () => {
    const journal = new Switchable();
    journal.isAway = true;
    const policy = newPolicy();
    const limiter = await openLimiter({ policy, limits: 'window 10/1s', journal });
    await expect(limiter.acquire(policy, 1, { timeoutMs: 200 })).rejects.toMatchObject({
      code: 'LIMIT_WAIT_TOO_LONG',
    });
    const waiting = limiter.acquire(policy);
    journal.isAway = false;
    await (await waiting).release();
  });

  it('cannot be written, grants end with what it covers', async () => {
    const journal = new Switchable();
    const policy = newPolicy();
    const scene = { policy, limits: 'window 100000/1s', journal, journalAheadMs: 200 };
    const limiter = await openLimiter(scene);
    const more = (): Promise<unknown> => limiter.acquire(policy, 1, { timeoutMs: 1_000 });
    // On a busy machine, what the journal covers may be over before anything else is asked for.
    await eventually('something is granted while the journal is away', async () => {
      journal.isAway = false;
      await limiter.acquire(policy);
      journal.isAway = true;
      let granted = 0;
      while (await more().catch(() => false)) granted += 1;
      return granted > 0;
    });
    const waiting = limiter.acquire(policy);
    journal.isAway = false;
    await (await waiting).release();
  });
});
