import { listRoutes } from '../../src/bootstrap/routes';
import { startApp } from '../factories/app';
import { Client } from '../factories/client';

/** Every route and who may call it. A new route is added here on purpose, or this fails. */
const EXPECTED = [
  'GET /api/v1/auth/me: user',
  'GET /api/v1/internal/ping: internal',
  'GET /health/live: public',
  'GET /health/ready: public',
  'GET /metrics: public + MetricsGuard',
  'POST /api/v1/auth/login: public',
  'POST /api/v1/auth/register: public',
];

describe('the routes', () => {
  it('are open to exactly those whom this list names', async () => {
    const { app } = await startApp();
    const found = listRoutes(app).map(({ method, path, access, guards }) =>
      [`${method} ${path}: ${access}`, ...guards].join(' + '),
    );
    expect(found.sort()).toEqual(EXPECTED);
  });

  it('under /api/v1/internal are internal, and no others', async () => {
    const { app } = await startApp();
    for (const { path, access } of listRoutes(app)) {
      expect(access === 'internal').toBe(path.startsWith('/api/v1/internal'));
    }
  });

  it('answer a stranger with 401 unless they are public', async () => {
    const { app, server } = await startApp();
    for (const { method, path, access } of listRoutes(app)) {
      const client = new Client(server);
      const { status } = await (method === 'GET' ? client.get(path) : client.post(path, {}));
      expect({ path, refused: status === 401 }).toEqual({ path, refused: access !== 'public' });
    }
  });
});
