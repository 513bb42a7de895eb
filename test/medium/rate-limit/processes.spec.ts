import { Test } from '@nestjs/testing';
import { MongoModule } from '@tributary/mongo';
import { limitsOf, RateLimiter, RateLimitModule } from '@tributary/rate-limit';
import { RedisModule } from '@tributary/redis';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { testEnvironment } from '../../factories/environment';
import { eventually } from '../../factories/eventually';
import { randomFrom, SEED } from '../../setup/seed';
import { hold, newPolicy, stateOf, waitersReach } from './limiters';
import { Provider } from './provider';

/** Compiled by the global setup, since a worker is a plain node process. */
const LIBRARIES = join(__dirname, '../../../dist/libs');
const START_DEADLINE_MS = 300_000;
const WINDOW_MS = 300;
const QUOTA = 10;

describe('several processes', () => {
  const { MONGODB_URL: mongoUrl, REDIS_URL: redisUrl } = testEnvironment();
  const workers: ChildProcess[] = [];
  let provider: Provider;
  let server: Server;
  let url: string;

  beforeEach(async () => {
    provider = new Provider();
    const random = randomFrom(SEED);
    // A request counts when its provider begins to work on it, some time after it came in.
    server = createServer((_, response) => {
      void delay(random() * 20).then(() => {
        provider.arrived();
        setTimeout(() => response.end('ok'), random() * 20);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) {
      const hasEnded = worker.exitCode !== null || worker.signalCode !== null;
      if (!hasEnded && worker.kill('SIGKILL')) await once(worker, 'exit');
    }
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  const quotas = (policy: string, maxFlightMs: number) => ({
    policies: { [policy]: limitsOf(`window ${QUOTA}/${WINDOW_MS / 1000}s`) },
    safetyFactor: 1,
    maxFlightMs,
  });

  /** A limiter as the application has it, with its journal in MongoDB. */
  async function openHere(policy: string, maxFlightMs: number): Promise<RateLimiter> {
    const context = await Test.createTestingModule({
      imports: [
        RedisModule.forRoot(redisUrl),
        MongoModule.forRoot(mongoUrl),
        RateLimitModule.forPolicies(quotas(policy, maxFlightMs)),
      ],
    }).compile();
    contexts.push(context);
    return context.get(RateLimiter);
  }
  const contexts: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  async function sendHere(limiter: RateLimiter, key: string, count: number): Promise<void> {
    const one = (): Promise<string> =>
      limiter.run(key, 1, {}, () => fetch(url).then((response) => response.text()));
    await Promise.all(Array.from({ length: count }, one));
  }

  async function start(
    task: string,
    key: string,
    count: number,
    maxFlightMs: number,
  ): Promise<ChildProcess> {
    const worker = fork(join(__dirname, 'worker.cjs'), { silent: true });
    workers.push(worker);
    const order = { task, libraries: LIBRARIES, mongoUrl, redisUrl, key, count, provider: url };
    worker.send({ ...order, quotas: quotas(key, maxFlightMs) });
    await once(worker, 'message', { signal: AbortSignal.timeout(START_DEADLINE_MS) });
    return worker;
  }

  it('share a quota, and the provider sees no more than it allows', async () => {
    const policy = newPolicy();
    const limiter = await openHere(policy, 10_000);
    await Promise.all([
      start('send', policy, 20, 10_000),
      start('send', policy, 20, 10_000),
      sendHere(limiter, policy, 20),
    ]);
    expect(provider.arrivals).toHaveLength(60);
    expect(provider.busiest(WINDOW_MS)).toBeLessThanOrEqual(QUOTA);
  });

  it('count the requests of one that was killed for as long as they may be under way', async () => {
    const policy = newPolicy();
    const limiter = await openHere(policy, 1_000);
    const worker = await start('hoard', policy, QUOTA, 1_000);
    worker.kill('SIGKILL');
    await sendHere(limiter, policy, 2 * QUOTA);
    expect(provider.arrivals).toHaveLength(3 * QUOTA);
    expect(provider.busiest(WINDOW_MS)).toBeLessThanOrEqual(QUOTA);
  });

  it('grant nothing to the waiters of one that was killed', async () => {
    const policy = newPolicy();
    const limiter = await openHere(policy, 60_000);
    const held = await hold(limiter, policy, QUOTA);
    const worker = await start('wait', policy, 5, 60_000);
    await waitersReach(limiter, policy, 5);
    const mine = [1, 2, 3].map(() => limiter.acquire(policy, 1, { owner: 'test' }));
    await waitersReach(limiter, policy, 8);

    worker.kill('SIGKILL');
    await once(worker, 'exit');
    await Promise.all(held.map((permit) => permit.release()));
    await Promise.all(mine);

    await eventually('nobody waits, and three count', async () => {
      const { waiters, limits } = await stateOf(limiter, policy);
      return waiters === 0 && limits[0]?.used === 3;
    });
  });
});
