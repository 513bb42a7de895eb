import { InFlightTracker } from '@tributary/common';
import { startApp } from '../factories/app';
import { Client } from '../factories/client';

const PRODUCTION = {
  NODE_ENV: 'production',
  JWT_SECRET: 'j'.repeat(32),
  INTERNAL_API_KEY: 'k'.repeat(32),
  ENCRYPTION_KEYS: `k:${Buffer.alloc(32, 7).toString('base64')}`,
};

describe('health', () => {
  it('shows each dependency with its state and latency', async () => {
    const { server } = await startApp();
    const { body } = await new Client(server).get('/health/ready').expect(200);
    expect(body.status).toBe('ready');
    expect(body.checks).toEqual({
      mongo: {
        state: 'up',
        server: expect.stringMatching(/^(embedded|mongodb)$/),
        latency_ms: expect.any(Number),
      },
      redis: { state: 'up', server: 'redis', latency_ms: expect.any(Number) },
    });
  });

  it('answers 503 and names what is down, while the process itself is alive', async () => {
    const { server } = await startApp({ REDIS_URL: 'redis://127.0.0.1:1' });
    const client = new Client(server);
    const { body } = await client.get('/health/ready').expect(503);
    expect(body).toMatchObject({ status: 'not_ready', checks: { redis: { state: 'down' } } });
    await client.get('/health/live').expect(200, { status: 'alive' });
  });

  it('comes up without MongoDB, says so, and refuses what needs it with 503', async () => {
    const { server } = await startApp({ MONGODB_URL: 'mongodb://127.0.0.1:1/none' });
    const client = new Client(server);
    const { body } = await client.get('/health/ready').expect(503);
    expect(body.checks).toMatchObject({ mongo: { state: 'down' }, redis: { state: 'up' } });
    const credentials = { email: 'mai@shop.example', password: 'correct horse' };
    await client.post('/api/v1/auth/login', credentials).expect(503);
  });

  it('takes no more work once a shutdown has begun', async () => {
    const { app, server } = await startApp();
    await app.get(InFlightTracker).drain(0);
    const { body } = await new Client(server).get('/health/ready').expect(503);
    expect(body.status).toBe('draining');
  });
});

describe('metrics', () => {
  it('count requests by route template, with their latency', async () => {
    const { server } = await startApp();
    const client = new Client(server);
    await client.get('/api/v1/auth/me').expect(401);
    await client.get('/never/heard/of').expect(404);
    const { text, headers } = await client.get('/metrics').expect(200);
    expect(headers['content-type']).toContain('text/plain; version=0.0.4');
    expect(text).toContain(
      'http_requests_total{method="GET",route="/api/v1/auth/me",status="401"} 1',
    );
    expect(text).toContain('http_requests_total{method="GET",route="unmatched",status="404"} 1');
    expect(text).toMatch(/http_request_duration_seconds_count\{.*auth\/me.*\} 1/);
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toContain('/never/heard/of');
  });

  it('are, in production, for this machine and for those who hold the token', async () => {
    const METRICS_TOKEN = 'm'.repeat(32);
    const { url } = await startApp({ ...PRODUCTION, METRICS_TOKEN });
    const read = async (headers: Record<string, string>) =>
      (await fetch(`${url}/metrics`, { headers })).status;
    expect(await read({})).toBe(200);
    expect(await read({ 'X-Forwarded-For': '203.0.113.9' })).toBe(401);
    expect(
      await read({ 'X-Forwarded-For': '203.0.113.9', Authorization: `Bearer ${METRICS_TOKEN}` }),
    ).toBe(200);
  });
});

describe('the API description', () => {
  it('is served with Swagger UI and says how each route is opened', async () => {
    const { server } = await startApp();
    const client = new Client(server);
    const { text } = await client.get('/docs').expect(200);
    expect(text).toContain('Tributary API');
    const { body } = await client.get('/openapi.json').expect(200);
    expect(body.components.securitySchemes).toMatchObject({
      access_token: { type: 'http', scheme: 'bearer' },
      api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    });
    expect(body.paths['/api/v1/auth/me'].get.security).toEqual([{ access_token: [] }]);
    expect(body.paths['/api/v1/internal/ping'].get.security).toEqual([{ api_key: [] }]);
    expect(body.paths['/api/v1/auth/login'].post.security).toEqual([]);
  });
});
