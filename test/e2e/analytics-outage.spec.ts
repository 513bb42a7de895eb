import { Logger } from '@nestjs/common';
import { SyncObserver } from '../../src/sheet-crawler/sync/sync-observer';
import { type Client } from '../factories/client';
import { Dashboard, factsOf, order, ORDERS } from '../factories/dashboard';
import { throwAwayFolder } from '../factories/environment';
import { eventually } from '../factories/eventually';
import { newUser } from '../factories/live-client';
import { RestartableRedis } from '../factories/restartable-redis';
import { SheetApp } from '../factories/sheet-app';

let redis: RestartableRedis;
let app: SheetApp;
let client: Client;
let orders: Dashboard;

beforeAll(async () => {
  redis = await RestartableRedis.start(throwAwayFolder());
  app = await SheetApp.start({ REDIS_URL: redis.url });
  client = await app.client(newUser());
  orders = await Dashboard.open(app, client, [ORDERS, order(1, '2026-01-05', 10)]);
});

// Behind the hook that closes the application, which needs it for that.
afterAll(() => redis.stop());
afterEach(() => jest.restoreAllMocks());

const QUESTIONS = [
  'summary',
  'time-series?date_from=2026-01-01&date_to=2026-01-31',
  'distribution/platform',
  'top/platform',
  'data',
];
const AWAY = 'Redis unavailable: responses are not cached';

/** The warnings of the cache from here on. */
function warnings(): () => unknown[] {
  const warn = jest.spyOn(Logger.prototype, 'warn');
  return () =>
    warn.mock.calls
      .map(([message]) => (message as { msg?: unknown }).msg)
      .filter((message) => message === AWAY);
}

async function expectBypass(): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => QUESTIONS.map((question) => orders.ask(question))).flat(),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(factsOf(answer).cache).toBe('BYPASS');
  }
  expect(answers[0]?.body).toEqual({ total_count: 1, total_amount: 10, avg_amount: 10 });
}

/** Answers are found in the cache again, which takes the time in which nobody asks it. */
async function keptAgain(): Promise<string | undefined> {
  return eventually('answers are kept again', async () => {
    const { cache } = factsOf(await orders.ask('summary').expect(200));
    return cache === 'BYPASS' ? undefined : cache;
  });
}

describe('while Redis is away, answers', () => {
  it('come from the store, and are kept again when it is back', async () => {
    expect(await keptAgain()).toBe('MISS');
    const warned = warnings();
    await redis.kill();
    await expectBypass();
    await expectBypass();
    expect(warned()).toHaveLength(1);
    await redis.start();
    expect(['MISS', 'HIT']).toContain(await keptAgain());
    expect(factsOf(await orders.ask('summary')).cache).toBe('HIT');
    expect(warned()).toHaveLength(1);
  });

  it('come from the store while it hangs, with one warning more', async () => {
    await keptAgain();
    const warned = warnings();
    await whileFrozen(async () => {
      await expectBypass();
      await expectBypass();
    });
    expect(warned()).toHaveLength(1);
    await keptAgain();
    expect(factsOf(await orders.ask('summary')).cache).toBe('HIT');
  });

  it('that could not be dropped are not found again', async () => {
    await keptAgain();
    const { version } = factsOf(await orders.ask('summary'));
    const observer = app.test.app.get(SyncObserver, { strict: false });
    await whileFrozen(() => observer.changed(orders.id));
    expect(await keptAgain()).toBe('MISS');
    expect(factsOf(await orders.ask('summary')).version).toBeGreaterThan(version);
  });
});

async function whileFrozen(work: () => Promise<void>): Promise<void> {
  redis.freeze();
  try {
    await work();
  } finally {
    redis.thaw();
  }
}
