import fc from 'fast-check';
import { Redis } from 'ioredis';
import { startApp, type TestApp } from '../factories/app';
import { LiveClient, newUser, tokenFor } from '../factories/live-client';
import { LIVE, Publisher } from '../factories/publisher';

const MOST_EVENTS = 500;

describe('a client that comes back', () => {
  const redis = new Redis(process.env.REDIS_URL ?? '');
  let first: TestApp;
  let second: TestApp;
  let worker: Publisher;
  let mai: string;

  beforeAll(async () => {
    [first, second, worker] = await Promise.all([
      startApp(LIVE),
      startApp(LIVE),
      Publisher.start(),
    ]);
  });

  beforeEach(() => {
    mai = newUser();
  });

  afterAll(() => redis.disconnect());

  const publish = async (...runs: string[]) => {
    for (const run of runs) await worker.started(mai, run);
  };

  /** Connects with the id of an event and waits until the server has said what it knows of it. */
  const comeBack = async (last_event_id: unknown, app = second) => {
    const client = new LiveClient(app.url, { token: await tokenFor(mai), last_event_id });
    await client.hears('events:ready', 'events:reload');
    return client;
  };

  const said = (client: LiveClient) => client.received.map(({ name }) => name);

  it('gets exactly what it missed, in order, from whatever process, and goes on live', async () => {
    const before = await LiveClient.following(first.url, mai);
    await publish('seen-1', 'seen-2');
    await before.hearsRuns(2);
    before.close();
    await publish('missed-1', 'missed-2', 'missed-3');
    const after = await comeBack(before.lastEventId);
    await publish('live');
    expect(await after.hearsRuns(4)).toEqual(['missed-1', 'missed-2', 'missed-3', 'live']);
    expect(said(after).indexOf('events:ready')).toBe(3);
    expect(said(after)).not.toContain('events:reload');
  });

  it('gets the same events as those who stayed', async () => {
    const stayed = await LiveClient.following(first.url, mai);
    const left = await LiveClient.following(first.url, mai);
    left.close();
    await publish('run-1', 'run-2');
    await stayed.hearsRuns(2);
    expect((await comeBack(left.lastEventId)).events).toEqual(stayed.events);
  });

  it('is told where it stands before it saw any event, and can come back to that', async () => {
    const fresh = await LiveClient.following(first.url, mai);
    expect(fresh.events).toEqual([]);
    fresh.close();
    await publish('missed');
    expect((await comeBack(fresh.lastEventId)).runs).toEqual(['missed']);
  });

  it('is told at once that it missed nothing', async () => {
    const before = await LiveClient.following(first.url, mai);
    await publish('seen');
    await before.hearsRuns(1);
    const after = await comeBack(before.lastEventId);
    expect(after.received).toEqual([
      { name: 'events:ready', message: { event_id: before.lastEventId } },
    ]);
  });

  it('reconnects by itself with what Socket.IO keeps of it', async () => {
    const token = await tokenFor(mai);
    let last_event_id: string | undefined;
    const client = new LiveClient(first.url, {
      reconnection: true,
      reconnectionDelay: 50,
      auth: (give: (auth: object) => void) => give({ token, last_event_id }),
    });
    client.socket.onAny((_name, { event_id }: { event_id: string }) => (last_event_id = event_id));
    await client.hears('events:ready');
    await publish('seen');
    await client.hearsRuns(1);
    client.socket.io.engine.close();
    await publish('missed-1', 'missed-2');
    expect(await client.hearsRuns(3)).toEqual(['seen', 'missed-1', 'missed-2']);
  });

  it('gets more than a page of what it missed', async () => {
    const before = await LiveClient.following(first.url, mai);
    const runs = Array.from({ length: 350 }, (_, index) => `run-${index}`);
    await Promise.all(runs.map((run) => worker.started(mai, run)));
    expect((await comeBack(before.received[0]?.message.event_id)).runs).toEqual(runs);
  });

  it.each([
    ['nonsense', 'nonsense'],
    ['a number', 12],
    ['an object', { $gt: '' }],
    ['of another Redis', '0123456789ab.1700000000000-1'],
    ['longer than any id', `0123456789ab.${'9'.repeat(40)}-1`],
    ['empty', ''],
  ])('is told to reload when its id is %s', async (_, id) => {
    await publish('old');
    const client = await comeBack(id);
    expect(client.received).toEqual([
      { name: 'events:reload', message: { event_id: expect.stringMatching(/^[0-9a-f]{12}\./) } },
    ]);
    await publish('live');
    expect(await client.hearsRuns(1)).toEqual(['live']);
  });

  it('can come back to where a reload left it', async () => {
    const reloaded = await comeBack('nonsense');
    reloaded.close();
    await publish('missed');
    const after = await comeBack(reloaded.lastEventId);
    expect(said(after)).toEqual(['run:started', 'events:ready']);
  });

  it('is told to reload when it missed more events than are kept', async () => {
    const before = await LiveClient.following(first.url, mai);
    const runs = Array.from({ length: MOST_EVENTS + 1 }, (_, index) => `run-${index}`);
    await Promise.all(runs.map((run) => worker.started(mai, run)));
    await before.hearsRuns(runs.length);
    const [ready, seenFirst] = before.received;
    expect(said(await comeBack(ready?.message.event_id))).toEqual(['events:reload']);
    // Whoever saw the one event that was dropped has missed nothing that is not there.
    const lucky = await comeBack(seenFirst?.message.event_id);
    expect(lucky.runs).toEqual(runs.slice(1));
    expect(said(lucky).at(-1)).toBe('events:ready');
  });

  it('is told to reload when what it missed is too old to be kept', async () => {
    const before = await LiveClient.following(first.url, mai);
    await publish('missed');
    await before.hearsRuns(1);
    expect(await redis.pttl(`${LIVE.REDIS_PREFIX}:live:stream:${mai}`)).toBeLessThanOrEqual(
      300_000,
    );
    await redis.del(`${LIVE.REDIS_PREFIX}:live:stream:${mai}`);
    const [ready, missed] = before.received;
    expect(said(await comeBack(ready?.message.event_id))).toEqual(['events:reload']);
    // But not when it saw all of that: nothing happened since.
    expect(said(await comeBack(missed?.message.event_id))).toEqual(['events:ready']);
  });

  it('is told to reload after a day without a sign of it', async () => {
    const before = await LiveClient.following(first.url, mai);
    expect(await redis.pttl(`${LIVE.REDIS_PREFIX}:live:newest:${mai}`)).toBeGreaterThan(
      23 * 3_600_000,
    );
    await redis.del(`${LIVE.REDIS_PREFIX}:live:newest:${mai}`);
    expect(said(await comeBack(before.lastEventId))).toEqual(['events:reload']);
  });

  it('misses nothing and gets nothing twice while events pour in', async () => {
    let client = await LiveClient.following(first.url, mai);
    const heard: string[] = [];
    let isAway = false;
    const pouring = worker.pour(mai, () => heard.length + (isAway ? 0 : client.runs.length));
    for (let times = 0; times < 40; times += 1) {
      client.close();
      isAway = true;
      heard.push(...client.runs);
      client = await comeBack(client.lastEventId, times % 2 ? first : second);
      isAway = false;
    }
    const runs = await pouring.stop();
    await client.hearsRuns(runs.length - heard.length);
    expect([...heard, ...client.runs]).toEqual(runs);
  });

  it('Feature: live events, Property 1: gets every event once and in order, whenever it goes and comes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('publish', 'burst', 'reconnect'), { minLength: 3, maxLength: 10 }),
        async (steps) => {
          mai = newUser();
          const published: string[] = [];
          const under: Promise<void>[] = [];
          const heard: string[] = [];
          let client = await LiveClient.following(first.url, mai);
          let cursor = client.lastEventId;
          for (const [index, step] of steps.entries()) {
            if (step === 'reconnect') {
              client.close();
              heard.push(...client.runs);
              cursor = client.lastEventId ?? cursor;
              // Not waited for: events are published while it catches up.
              client = new LiveClient((index % 2 ? first : second).url, {
                token: await tokenFor(mai),
                last_event_id: cursor,
              });
            }
            for (let count = step === 'burst' ? 20 : 1; count > 0; count -= 1) {
              const run = `run-${published.length}`;
              published.push(run);
              under.push(worker.started(mai, run));
            }
          }
          await Promise.all(under);
          await client.hearsRuns(published.length - heard.length);
          expect([...heard, ...client.runs]).toEqual(published);
          client.close();
        },
      ),
      { numRuns: 100 },
    );
  });
});
