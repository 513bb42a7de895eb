import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Response } from 'supertest';
import { startApp } from '../factories/app';
import { Client, newCredentials } from '../factories/client';

/** Two windows may meet between two requests; three in one second cannot all be the first. */
async function untilRefused(client: Client): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const response = await client.get('/api/v1/auth/me');
    if (response.status === 429 || tries === 10) return response;
  }
}

describe('throttling', () => {
  it('answers 429 with Retry-After once an address has used up its requests', async () => {
    const { server } = await startApp({ THROTTLE_LIMIT: '3', THROTTLE_WINDOW_SECONDS: '60' });
    const client = new Client(server);
    for (let i = 0; i < 3; i += 1) await client.get('/api/v1/auth/me').expect(401);
    const { body, headers } = await client.get('/api/v1/auth/me').expect(429);
    expect(body).toEqual({
      detail: 'Too many requests. Try again after the time in the Retry-After header.',
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('counts over all processes and lets other addresses and probes through', async () => {
    const limits = {
      THROTTLE_LIMIT: '2',
      THROTTLE_WINDOW_SECONDS: '60',
      REDIS_PREFIX: `test-${randomUUID()}`,
    };
    const [first, second] = [await startApp(limits), await startApp(limits)];
    const client = new Client(first.server);
    await client.get('/api/v1/auth/me').expect(401);
    await client.get('/api/v1/auth/me').expect(401);
    const elsewhere = new Client(second.server);
    await elsewhere.get('/api/v1/auth/me').set('X-Forwarded-For', client.address).expect(429);
    await elsewhere.get('/api/v1/auth/me').expect(401);
    await client.get('/health/live').expect(200);
  });

  it('lets requests through again when the window is over', async () => {
    const { server } = await startApp({ THROTTLE_LIMIT: '1', THROTTLE_WINDOW_SECONDS: '1' });
    const client = new Client(server);
    const { status, headers } = await untilRefused(client);
    expect(status).toBe(429);
    await delay(Number(headers['retry-after']) * 1000);
    await client.get('/api/v1/auth/me').expect(401);
  });

  it('goes on limiting, by itself, while Redis is away', async () => {
    const { server } = await startApp({
      REDIS_URL: 'redis://127.0.0.1:1',
      THROTTLE_LIMIT: '2',
    });
    const client = new Client(server);
    await client.get('/api/v1/auth/me').expect(401);
    await client.get('/api/v1/auth/me').expect(401);
    await client.get('/api/v1/auth/me').expect(429);
  });

  it('limits sign-ins per account from wherever they come, known or not', async () => {
    const { server } = await startApp({ LOGIN_ATTEMPTS_PER_ACCOUNT: '2' });
    const known = newCredentials();
    await new Client(server).post('/api/v1/auth/register', known).expect(201);
    for (const { email } of [known, newCredentials()]) {
      const guess = () =>
        new Client(server).post('/api/v1/auth/login', { email, password: 'a wrong guess' });
      await guess().expect(401);
      await guess().expect(401);
      const { headers } = await guess().expect(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('forgives an account its wrong guesses after a right password', async () => {
    const { server } = await startApp({ LOGIN_ATTEMPTS_PER_ACCOUNT: '2' });
    const client = new Client(server);
    const right = newCredentials();
    const wrong = { ...right, password: 'a wrong guess' };
    await client.post('/api/v1/auth/register', right).expect(201);
    await client.post('/api/v1/auth/login', wrong).expect(401);
    await client.post('/api/v1/auth/login', right).expect(200);
    await client.post('/api/v1/auth/login', wrong).expect(401);
    await client.post('/api/v1/auth/login', right).expect(200);
  });

  it('limits sign-ins and registrations per address over all accounts', async () => {
    const { server } = await startApp({ LOGIN_ATTEMPTS_PER_ADDRESS: '2' });
    const client = new Client(server);
    await client.post('/api/v1/auth/login', newCredentials()).expect(401);
    await client.post('/api/v1/auth/register', newCredentials()).expect(201);
    await client.post('/api/v1/auth/login', newCredentials()).expect(429);
    await client.post('/api/v1/auth/register', newCredentials()).expect(429);
  });
});
