import { appRoutes } from '@bull-board/api/dist/routes.js';
import { RunQueues } from '@tributary/pipeline';
import { PrivateRedis } from '@tributary/redis';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import request from 'supertest';
import { startApp, type TestApp } from '../factories/app';
import { Client, type Credentials, newCredentials } from '../factories/client';
import { testEnvironment, throwAwayFolder } from '../factories/environment';

const ADMIN = { email: `${randomUUID()}@shop.example`, password: 'the first admin: hier' };
const COOKIE = 'tributary_queues';
const CHALLENGE = /^Basic realm="Tributary"/;

/** The page, its data, a file, a job's page, and a spelling that Express takes for the same. */
const PATHS = [
  '/queues',
  '/queues/',
  '/queues/api/queues',
  '/queues/api/redis/stats',
  '/queues/static/favicon.ico',
  '/queues/queue/pipeline_checks/1',
  '/QUEUES/api/queues',
  '/queues/not-there',
];

const basic = ({ email, password }: Credentials): string =>
  `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;

/** A token as the service itself would issue it. */
function tokenOf(role: string, expires = '1h'): Promise<string> {
  const { JWT_SECRET, JWT_ISSUER, JWT_AUDIENCE } = testEnvironment();
  return new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('a'.repeat(24))
    .setIssuer(JWT_ISSUER)
    .setAudience(JWT_AUDIENCE)
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(JWT_SECRET));
}

function cookieOf(response: request.Response): string | undefined {
  const [cookie] = (response.headers['set-cookie'] ?? []) as unknown as string[];
  return cookie;
}

describe('the board of the queues', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startApp({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    new Client(test.server).get(path).set(headers);
  const withCookie = (token: string) => ({ Cookie: `theme=dark; ${COOKIE}=${token}` });

  describe('is closed', () => {
    it.each(PATHS)('to strangers: %s', async (path) => {
      const { headers, body } = await get(path).expect(401);
      expect(headers['www-authenticate']).toMatch(CHALLENGE);
      expect(headers['set-cookie']).toBeUndefined();
      expect(body).toEqual({ detail: expect.stringContaining('for admins') });
    });

    it.each(PATHS)('to users who are no admins: %s', async (path) => {
      const token = await tokenOf('user');
      const refused = { detail: 'Your role does not allow this.' };
      await get(path, { Authorization: `Bearer ${token}` }).expect(403, refused);
      await get(path, withCookie(token)).expect(403, refused);
    });

    it('to users who sign in with their own password', async () => {
      const mai = newCredentials();
      await new Client(test.server).post('/api/v1/auth/register', mai).expect(201);
      const response = await get('/queues', { Authorization: basic(mai) }).expect(403);
      expect(cookieOf(response)).toBeUndefined();
    });

    it.each([
      ['a wrong password', () => ({ Authorization: basic({ ...ADMIN, password: 'wrong' }) })],
      ['an unknown account', () => ({ Authorization: basic(newCredentials()) })],
      ['no password', () => ({ Authorization: 'Basic bm90aGluZw==' })],
      ['an invalid token', () => ({ Authorization: 'Bearer nonsense' })],
      ['an invalid cookie', () => ({ Cookie: `${COOKIE}=nonsense` })],
      ['an API key', () => ({ 'X-API-Key': testEnvironment().INTERNAL_API_KEY })],
    ])('to %s', async (_, headers) => {
      const response = await get('/queues/api/queues', headers()).expect(401);
      expect(response.headers['www-authenticate']).toMatch(CHALLENGE);
      expect(cookieOf(response)).toBeUndefined();
    });

    it('to an admin whose cookie has expired', async () => {
      await get('/queues', withCookie(await tokenOf('admin', '-1m'))).expect(401);
    });

    it('for a while to an address that guesses', async () => {
      const { server } = await startApp({ LOGIN_ATTEMPTS_PER_ADDRESS: '2' });
      const guesser = new Client(server);
      const guess = () => guesser.get('/queues').set({ Authorization: basic(newCredentials()) });
      await guess().expect(401);
      await guess().expect(401);
      const { headers } = await guess().expect(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    });
  });

  describe('opens', () => {
    it('for the email and password of an admin, which a cookie then stands for', async () => {
      const email = ADMIN.email.toUpperCase();
      const page = await get('/queues', { Authorization: basic({ ...ADMIN, email }) }).expect(200);
      expect(page.text).toContain('<title>Tributary</title>');
      const cookie = cookieOf(page) ?? '';
      expect(cookie).toMatch(/^tributary_queues=[\w.-]+; Max-Age=36\d\d; Path=\/queues; /);
      expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);

      const [Cookie = ''] = cookie.split(';');
      const { body, headers } = await get('/queues/api/queues', { Cookie }).expect(200);
      expect(body.queues).toMatchObject([
        { name: 'pipeline_checks', readOnlyMode: true },
        { name: 'review_sync_cycles', readOnlyMode: true },
        { name: 'review_fetch_tasks', readOnlyMode: true },
        { name: 'review_listing_tasks', readOnlyMode: true },
        { name: 'review_locations_tasks', readOnlyMode: true },
        { name: 'review_rollups', readOnlyMode: true },
        { name: 'review_sync_tasks', readOnlyMode: true },
        { name: 'sheet_sync_cycles', readOnlyMode: true },
        { name: 'sheet_deletions', readOnlyMode: true },
        { name: 'sheet_sync_tasks', readOnlyMode: true },
      ]);
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['cache-control']).toContain('private');
      await get('/queues/static/favicon.ico', { Cookie }).expect(200);
      await get('/api/v1/operations/runs', { Cookie }).expect(401);
    });

    it('for the access token of an admin, whatever an old cookie says', async () => {
      const Authorization = `Bearer ${await tokenOf('admin')}`;
      for (const old of ['nonsense', await tokenOf('user'), await tokenOf('admin', '-1m')]) {
        const response = await get('/queues', { Authorization, ...withCookie(old) }).expect(200);
        expect(cookieOf(response)).toContain(COOKIE);
      }
    });

    it('over https with a cookie that is never sent in the clear', async () => {
      const Authorization = `Bearer ${await tokenOf('admin')}`;
      const response = await get('/queues', { Authorization, 'X-Forwarded-Proto': 'https' });
      expect(cookieOf(response)).toContain('; Secure;');
    });

    it('without a password being hashed for what a cookie stands for', async () => {
      const Cookie = `${COOKIE}=${await tokenOf('admin')}`;
      const Authorization = basic({ ...ADMIN, password: 'wrong, had anybody looked' });
      await get('/queues/api/queues', { Cookie, Authorization }).expect(200);
    });
  });

  it('may load only what it serves itself', async () => {
    const { headers } = await get('/queues', withCookie(await tokenOf('admin'))).expect(200);
    const policy = headers['content-security-policy'];
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('https:');
    expect(headers['x-powered-by']).toBeUndefined();
    const elsewhere = await get('/docs').expect(200);
    expect(elsewhere.headers['content-security-policy']).not.toBe(policy);
  });

  it('says that there is nothing where there is nothing', async () => {
    const cookie = withCookie(await tokenOf('admin'));
    await get('/queues/not-there', cookie).expect(404, { detail: 'Not found' });
  });

  it('changes nothing, whichever of its routes is asked to', async () => {
    const queue = test.app.get(RunQueues).of('pipeline.check');
    const job = await queue.add('pipeline.check', runJob(), { delay: 3_600_000 });
    const headers = { ...withCookie(await tokenOf('admin')), 'X-Forwarded-For': '10.0.0.1' };
    const changing = appRoutes.api.flatMap(({ method, route }) =>
      [method].flat().flatMap((verb) => [route].flat().map((path) => ({ verb, path }))),
    );
    const asked = changing.filter(({ verb }) => verb !== 'get');
    expect(asked.length).toBeGreaterThan(15);
    for (const { verb, path } of asked) {
      const url = `/queues${path}`
        .replace(':queueName', queue.name)
        .replace(':jobId', String(job.id))
        .replace(':queueStatus', 'delayed');
      const response = await request(test.server)[verb](url).set(headers).send({});
      const board = await get(`/queues/api/queues/${queue.name}/${job.id}`, headers).expect(200);
      expect({ url, answer: response.status, status: board.body.status }).toMatchObject({
        url,
        status: 'delayed',
      });
      // All queues at once: those that may be changed, which are none.
      const isForAll = /queues\/(pause|resume)$/.test(url);
      expect({ url, refused: response.status >= 400 }).toEqual({ url, refused: !isForAll });
    }
    expect(await queue.isPaused()).toBe(false);
    expect(await job.getState()).toBe('delayed');
    await job.remove();
  });

  it('answers in time while Redis is away', async () => {
    const redis = await PrivateRedis.start({ folder: throwAwayFolder() });
    const { server } = await startApp({ REDIS_URL: redis.url });
    const headers = withCookie(await tokenOf('admin'));
    await new Client(server).get('/queues/api/queues').set(headers).expect(200);
    await redis.stop();
    await new Client(server).get('/queues').set(headers).expect(200);
    const { body } = await new Client(server).get('/queues/api/queues').set(headers).expect(503);
    expect(body.message).toContain('not reachable');
  });

  describe('with an outside issuer', () => {
    let issuer: Server;
    let outside: TestApp;
    let sign: (claims: object) => Promise<string>;

    beforeAll(async () => {
      const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
      const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] });
      issuer = createServer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(keys);
      });
      await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
      const { port } = issuer.address() as AddressInfo;
      outside = await startApp({ JWT_JWKS_URL: `http://127.0.0.1:${port}/keys` });
      sign = (claims) =>
        new SignJWT({ ...claims })
          .setProtectedHeader({ alg: 'ES256' })
          .setSubject('google-oauth2|77')
          .setIssuer('tributary')
          .setAudience('tributary')
          .setExpirationTime('5m')
          .sign(privateKey);
    });
    afterAll(() => {
      issuer.close();
      issuer.closeAllConnections();
    });

    it('opens for its tokens, and asks nobody for a password', async () => {
      const client = new Client(outside.server);
      for (const headers of [{}, { Authorization: basic(ADMIN) }]) {
        const response = await client.get('/queues').set(headers).expect(401);
        expect(response.headers['www-authenticate']).toBe('Bearer');
      }
      const Authorization = `Bearer ${await sign({ role: 'admin' })}`;
      const response = await client.get('/queues').set({ Authorization }).expect(200);
      const [Cookie = ''] = (cookieOf(response) ?? '').split(';');
      await client.get('/queues/api/queues').set({ Cookie }).expect(200);
      const users = { Authorization: `Bearer ${await sign({ role: 'user' })}` };
      await client.get('/queues').set(users).expect(403);
    });
  });
});

function runJob() {
  return {
    run_id: 'f'.repeat(24),
    connection_id: 'shop-1',
    user_id: 'mai',
    queued_at: new Date().toISOString(),
    retry_count: 0,
  };
}
