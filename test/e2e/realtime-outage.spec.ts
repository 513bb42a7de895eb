import { Redis } from 'ioredis';
import { startApp, type TestApp } from '../factories/app';
import { DistantRedis } from '../factories/distant-redis';
import { eventually } from '../factories/eventually';
import { LiveClient, newUser, tokenFor } from '../factories/live-client';
import { LIVE, Publisher } from '../factories/publisher';

describe('while Redis is away, live events', () => {
  let redis: DistantRedis;
  let api: TestApp;
  let worker: Publisher;
  let mai: string;

  beforeAll(async () => {
    redis = await DistantRedis.start();
    api = await startApp({ ...LIVE, REDIS_URL: redis.url });
    worker = await Publisher.start(redis.url);
  });

  beforeEach(() => {
    mai = newUser();
  });

  const readies = (client: LiveClient) =>
    client.received.filter(({ name }) => name === 'events:ready').length;
  const isReadyAgain = (client: LiveClient, times = 2) =>
    eventually('the client is ready again', () => readies(client) >= times || undefined);
  const published = (publish: () => Promise<void>) =>
    eventually('an event is published', () =>
      publish()
        .then(() => true)
        .catch(() => undefined),
    );

  it('are missed by nobody who stays connected, when only the api was cut off', async () => {
    const clients = await Promise.all(
      Array.from({ length: 120 }, () => LiveClient.following(api.url, newUser())),
    );
    const client = await LiveClient.following(api.url, mai);
    const beside = await Publisher.start(redis.directUrl);
    await beside.started(mai, 'before');
    await client.hearsRuns(1);
    redis.cut();
    await beside.started(mai, 'missed-1');
    await beside.started(mai, 'missed-2');
    redis.mend();
    await isReadyAgain(client);
    await beside.started(mai, 'after');
    expect(await client.hearsRuns(4)).toEqual(['before', 'missed-1', 'missed-2', 'after']);
    await Promise.all(clients.map((other) => isReadyAgain(other)));
    expect([client, ...clients].every(({ disconnected }) => !disconnected)).toBe(true);
  });

  it('stay in order while they pour in and the api is cut off again and again', async () => {
    const client = await LiveClient.following(api.url, mai);
    const beside = await Publisher.start(redis.directUrl);
    const pouring = beside.pour(mai, () => client.runs.length);
    for (let times = 1; times <= 10; times += 1) {
      redis.cut();
      redis.mend();
      await isReadyAgain(client, times + 1);
    }
    const runs = await pouring.stop();
    expect(await client.hearsRuns(runs.length)).toEqual(runs);
  });

  it('cannot be published, and say so soon', async () => {
    redis.cut();
    const failure = await worker.started(mai, 'run-1').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
    redis.mend();
    await published(() => worker.started(mai, 'run-2'));
  });

  it('cannot be published to a Redis that hangs, and come once when that is tried again', async () => {
    const client = await LiveClient.following(api.url, mai);
    redis.freeze();
    const failure = await worker
      .started(mai, 'run-1', { once: 'run-1' })
      .catch((error: unknown) => error);
    redis.thaw();
    expect(failure).toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
    await published(() => worker.started(mai, 'run-1', { once: 'run-1' }));
    await published(() => worker.started(mai, 'run-2'));
    expect(await client.hearsRuns(2)).toEqual(['run-1', 'run-2']);
  });

  it('are waited for by clients that connect, and begin when it is back', async () => {
    const before = await LiveClient.following(api.url, mai);
    before.close();
    redis.cut();
    const token = await tokenFor(mai);
    const client = new LiveClient(api.url, { token, last_event_id: before.lastEventId });
    await client.isConnected();
    const beside = await Publisher.start(redis.directUrl);
    await beside.started(mai, 'missed');
    redis.mend();
    await client.hears('events:ready');
    expect(client.runs).toEqual(['missed']);
  });

  it('go on after a restart of it, over the same connections', async () => {
    const client = await LiveClient.following(api.url, mai);
    await published(() => worker.started(mai, 'before'));
    await client.hearsRuns(1);
    await redis.restart();
    await isReadyAgain(client);
    await published(() => worker.started(mai, 'after', { once: 'after' }));
    expect(await client.hearsRuns(2)).toEqual(['before', 'after']);
    expect(client.disconnected).toBeUndefined();
  });

  it('go on when it lost all its data, and who comes back then has to reload', async () => {
    const client = await LiveClient.following(api.url, mai);
    await published(() => worker.started(mai, 'before'));
    await client.hearsRuns(1);
    const { lastEventId } = client;
    const direct = new Redis(redis.directUrl);
    await direct.flushall();
    direct.disconnect();
    const back = new LiveClient(api.url, {
      token: await tokenFor(mai),
      last_event_id: lastEventId,
    });
    await back.hears('events:reload');
    await worker.started(mai, 'after');
    expect(await back.hearsRuns(1)).toEqual(['after']);
    expect(await client.hearsRuns(2)).toEqual(['before', 'after']);
  });

  it('do not keep a process from starting and stopping', async () => {
    const away = { REDIS_URL: 'redis://127.0.0.1:1' };
    const { app, url } = await startApp(away);
    const client = new LiveClient(url, { token: await tokenFor(mai) });
    await client.isConnected();
    await app.close();
    await client.isDisconnected();
    expect(client.received).toEqual([]);
  });
});
