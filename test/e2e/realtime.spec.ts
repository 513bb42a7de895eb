import { Test } from '@nestjs/testing';
import { DomainError, LiveEvents } from '@tributary/common';
import { Redis } from 'ioredis';
import { SignJWT } from 'jose';
import { AppModule } from '../../src/app.module';
import { RealtimeGateway } from '../../src/realtime/realtime.gateway';
import { startApp, type TestApp } from '../factories/app';
import { Client } from '../factories/client';
import { testEnvironment } from '../factories/environment';
import { eventually } from '../factories/eventually';
import { LiveClient, newUser, tokenFor } from '../factories/live-client';
import { LIVE, Publisher } from '../factories/publisher';

const ORIGIN = 'https://shop.example';
const MOST_SOCKETS = 50;

describe('live events', () => {
  let first: TestApp;
  let second: TestApp;
  let worker: Publisher;
  let mai: string;

  beforeAll(async () => {
    [first, second, worker] = await Promise.all([
      startApp({ ...LIVE, CORS_ORIGINS: ORIGIN }),
      startApp(LIVE),
      Publisher.start(),
    ]);
  });

  beforeEach(() => {
    mai = newUser();
  });

  describe('published by a worker', () => {
    it('reach all sockets of the user, on every api process, and nobody else', async () => {
      const tan = newUser();
      const somebodyElse = await LiveClient.following(first.url, tan);
      const atFirst = await LiveClient.following(first.url, mai);
      const atSecond = await LiveClient.following(second.url, mai);
      await worker.started(mai, 'run-1');
      const event = await atFirst.hears('run:started');
      expect(event).toEqual({
        run_id: 'run-1',
        kind: 'check',
        subject: 'shop-1',
        attempt: 1,
        event_id: expect.stringMatching(/^[0-9a-f]{12}\.\d+-\d+$/),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      });
      expect(await atSecond.hears('run:started')).toEqual(event);
      await worker.started(tan, 'run-2');
      expect(await somebodyElse.hearsRuns(1)).toEqual(['run-2']);
    });

    it('arrive in the order in which they were published', async () => {
      const client = await LiveClient.following(first.url, mai);
      const runs = Array.from({ length: 200 }, (_, index) => `run-${index}`);
      await Promise.all(runs.map((run) => worker.started(mai, run)));
      expect(await client.hearsRuns(runs.length)).toEqual(runs);
      const ids = client.events.map(({ message }) => message.event_id);
      expect(new Set(ids).size).toBe(runs.length);
    });

    it('are published by api processes just as well', async () => {
      const client = await LiveClient.following(first.url, mai);
      const finished_at = new Date().toISOString();
      await second.app.get(LiveEvents).publish(mai, 'run:succeeded', {
        run_id: 'r',
        kind: 'k',
        subject: 's',
        result: {},
        finished_at,
      });
      expect(await client.hears('run:succeeded')).toMatchObject({ run_id: 'r', finished_at });
    });

    it('come once under one name, however many publish it at the same time', async () => {
      const other = await Publisher.start();
      const client = await LiveClient.following(first.url, mai);
      const both = Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? worker : other).started(mai, `try-${index}`, { once: 'run-1:ended' }),
      );
      await Promise.all(both);
      await worker.started(mai, 'last', { once: 'run-2:ended' });
      expect(await client.hearsRuns(2)).toEqual([expect.stringMatching(/^try-/), 'last']);
    });

    it('keep the names of one user apart from those of another', async () => {
      const tan = newUser();
      const clients = await Promise.all([
        LiveClient.following(first.url, mai),
        LiveClient.following(first.url, tan),
      ]);
      await worker.started(mai, 'hers', { once: 'welcome' });
      await worker.started(tan, 'his', { once: 'welcome' });
      expect(await Promise.all(clients.map((client) => client.hearsRuns(1)))).toEqual([
        ['hers'],
        ['his'],
      ]);
    });

    it('carry any text, for users with any id', async () => {
      const odd = `auth0|ä#*?[x]\n"${newUser()}"`;
      const text =
        'quote " backslash \\ percent %d %% newline \n emoji 🧵 null \u0000 separator \u2028';
      const client = await LiveClient.following(first.url, odd);
      await worker.started(odd, text);
      expect(await client.hearsRuns(1)).toEqual([text]);
    });

    it('are refused when they are larger than 64 kB', async () => {
      const client = await LiveClient.following(first.url, mai);
      const tooLarge = worker.started(mai, 'x'.repeat(64 * 1024));
      await expect(tooLarge).rejects.toThrow(DomainError);
      await expect(tooLarge).rejects.toMatchObject({ code: 'EVENT_TOO_LARGE' });
      await worker.started(mai, 'x'.repeat(60 * 1024));
      expect(await client.hearsRuns(1)).toEqual(['x'.repeat(60 * 1024)]);
    });
  });

  describe('a connection', () => {
    it('is opened with the token of a signed-in user', async () => {
      const credentials = { email: `${newUser()}@shop.example`, password: 'correct horse battery' };
      await new Client(first.server).signedUp(credentials);
      const { body } = await new Client(first.server).post('/api/v1/auth/login', credentials);
      const client = new LiveClient(first.url, { token: body.access_token });
      expect(await client.hears('events:ready')).toEqual({ event_id: expect.any(String) });
    });

    it('is opened with a bearer header by programs that are no browser', async () => {
      const extraHeaders = { Authorization: `Bearer ${await tokenFor(mai)}` };
      const client = new LiveClient(first.url, { extraHeaders });
      await client.hears('events:ready');
      await worker.started(mai, 'run-1');
      expect(await client.hearsRuns(1)).toEqual(['run-1']);
    });

    it('works over long polling too', async () => {
      const client = await LiveClient.following(first.url, mai, { transports: ['polling'] });
      await worker.started(mai, 'run-1');
      expect(await client.hearsRuns(1)).toEqual(['run-1']);
    });

    it.each([
      ['there is no token', () => undefined],
      ['the token is no text', () => ({ $ne: '' }) as unknown as string],
    ])('is refused when %s', async (_, token) => {
      const client = new LiveClient(first.url, { token: token() as string });
      const { message, data } = await client.isRefused();
      expect(message).toBe('Not authenticated. Connect with auth: { token: <access token> }.');
      expect(data).toEqual({ code: 'NOT_AUTHENTICATED' });
    });

    it.each([
      ['is nonsense', () => Promise.resolve('nonsense')],
      ['has expired', () => tokenFor(newUser(), -60)],
      ['is signed by somebody else', () => forged()],
    ])('is refused when the token %s', async (_, token) => {
      const client = new LiveClient(first.url, { token: await token() });
      const { message, data } = await client.isRefused();
      expect(message).toBe('The access token is not valid or has expired. Sign in again.');
      expect(data).toEqual({ code: 'INVALID_TOKEN' });
      expect(client.received).toEqual([]);
    });

    it('ends when its token does, and says so', async () => {
      // Clocks that are a little off are forgiven, so this one is good for some seconds more.
      const client = new LiveClient(first.url, { token: await tokenFor(mai, 0) });
      await client.isConnected();
      expect(await client.hears('events:expired')).toEqual({});
      expect(await client.isDisconnected()).toBe('io server disconnect');
    });

    it('lives on with a token that is good for longer than a timer can wait', async () => {
      const client = await LiveClient.following(first.url, mai, {
        token: await tokenFor(mai, 60 * 24 * 3600),
      });
      await worker.started(mai, 'run-1');
      await client.hearsRuns(1);
      expect(client.disconnected).toBeUndefined();
    });

    it('cannot be brought into the room of another user by anything a client says', async () => {
      const tan = newUser();
      const thief = await LiveClient.following(first.url, mai);
      const room = `user:${tan}`;
      for (const word of ['join', 'subscribe', 'room', 'socketsJoin', 'error', 'events:ready']) {
        thief.socket.emit(word, room);
        thief.socket.emit(word, { room, rooms: [room], user_id: tan }, () => undefined);
      }
      const elsewhere = new LiveClient(`${first.url}/${room}`, { token: await tokenFor(mai) });
      expect((await elsewhere.isRefused()).message).toBe('Invalid namespace');
      const victim = await LiveClient.following(first.url, tan);
      await worker.started(tan, 'secret');
      await victim.hearsRuns(1);
      await worker.started(mai, 'own');
      expect(await thief.hearsRuns(1)).toEqual(['own']);
      expect(elsewhere.received).toEqual([]);
    });

    it('is closed when a client sends more than 64 kB', async () => {
      const client = await LiveClient.following(first.url, mai);
      client.socket.emit('anything', 'x'.repeat(65 * 1024));
      expect(await client.isDisconnected()).toMatch(/^transport/);
    });

    it('is refused to a user who has too many, until one of them is closed', async () => {
      const token = await tokenFor(mai);
      const many = Array.from(
        { length: MOST_SOCKETS + 5 },
        () => new LiveClient(first.url, { token }),
      );
      const isDecided = (client: LiveClient) => client.socket.connected || client.refusal;
      await eventually('all are decided', () => many.every(isDecided) || undefined);
      const refused = many.filter(({ refusal }) => refusal);
      expect(refused.map(({ refusal }) => refusal?.data)).toEqual(
        Array(5).fill({ code: 'TOO_MANY_REQUESTS' }),
      );
      expect(refused[0]?.refusal?.message).toContain('50 live connections');
      await LiveClient.following(first.url, newUser());

      many.find(({ socket }) => socket.connected)?.close();
      await eventually('there is room again', async () => {
        const next = new LiveClient(first.url, { token });
        await eventually('it is decided', () => isDecided(next) || undefined);
        return next.socket.connected || undefined;
      });
    });
  });

  describe('pages of an origin', () => {
    const connectFrom = (app: TestApp, origin: string, transport: string, token: string) =>
      new LiveClient(app.url, {
        token,
        transports: [transport],
        extraHeaders: { Origin: origin },
      });

    it.each(['websocket', 'polling'])('that is listed may connect by %s', async (transport) => {
      const client = connectFrom(first, ORIGIN, transport, await tokenFor(mai));
      await client.hears('events:ready');
    });

    it.each(['websocket', 'polling'])('that serves itself may connect by %s', async (transport) => {
      const client = connectFrom(second, second.url, transport, await tokenFor(mai));
      await client.hears('events:ready');
    });

    it.each([
      ['websocket', 'https://elsewhere.example'],
      ['polling', 'https://elsewhere.example'],
      ['websocket', 'null'],
      ['websocket', `${ORIGIN}.elsewhere.example`],
    ])('may not connect by %s when it is %s', async (transport, origin) => {
      const client = connectFrom(first, origin, transport, await tokenFor(mai));
      await client.isRefused();
      expect(client.socket.connected).toBe(false);
    });

    it('see the same CORS headers as in front of REST', async () => {
      const allowed = async (path: string, origin: string) => {
        const { headers } = await fetch(`${first.url}${path}`, { headers: { Origin: origin } });
        return headers.get('access-control-allow-origin');
      };
      for (const origin of [ORIGIN, 'https://elsewhere.example']) {
        const socketPath = '/socket.io/?EIO=4&transport=polling';
        expect(await allowed(socketPath, origin)).toBe(await allowed('/health/live', origin));
      }
      expect(await allowed('/health/live', ORIGIN)).toBe(ORIGIN);
    });
  });

  it('are published by a worker, which has no sockets of its own', async () => {
    const environment = testEnvironment({ ...LIVE, ROLE: 'worker' });
    const module = await Test.createTestingModule({
      imports: [AppModule.forRole(environment)],
    }).compile();
    expect(() => module.get(RealtimeGateway, { strict: false })).toThrow();
    const client = await LiveClient.following(first.url, mai);
    const reference = { run_id: 'run-1', kind: 'check', subject: 'shop-1' };
    const progress = { done: 5, total: null, note: 'reading' };
    await module.get(LiveEvents).publish(mai, 'run:progress', { ...reference, ...progress });
    expect(await client.hears('run:progress')).toMatchObject({ ...reference, ...progress });
    await module.close();
  });

  it('show in the metrics how many listen', async () => {
    await LiveClient.following(second.url, mai);
    const metrics = await (await fetch(`${second.url}/metrics`)).text();
    expect(Number(/^tributary_live_sockets (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
  });

  it('pass over messages on their channel that are not theirs', async () => {
    const client = await LiveClient.following(first.url, mai);
    const redis = new Redis(testEnvironment().REDIS_URL);
    for (const message of ['nonsense', 'null', '[]', '{"a":1}', '["x",{"nsp":"/"}]']) {
      await redis.publish(`${LIVE.REDIS_PREFIX}:live:0#/#user:${mai}#`, message);
    }
    redis.disconnect();
    await worker.started(mai, 'run-1');
    expect(await client.hearsRuns(1)).toEqual(['run-1']);
  });
});

function forged(): Promise<string> {
  return new SignJWT({ role: 'admin' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('somebody')
    .setIssuer('tributary')
    .setAudience('tributary')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode('another secret of 32 characters!'));
}
