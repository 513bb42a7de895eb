import { listRoutes } from '../../src/bootstrap/routes';
import { startApp } from '../factories/app';
import { Client } from '../factories/client';

/**
 * Every route and who may call it. A new route is added here on purpose, or this fails. The board
 * at /queues is no route of a controller: queues-board.spec.ts knocks at it.
 */
const EXPECTED = [
  'DELETE /api/v1/review-connections/:id: user',
  'DELETE /api/v1/review-fetch/:job_id: user',
  'DELETE /api/v1/sheet-connections/:id: user',
  'GET /api/v1/analytics/:connection_id/data: user',
  'GET /api/v1/analytics/:connection_id/distribution/:field: user',
  'GET /api/v1/analytics/:connection_id/export: user',
  'GET /api/v1/analytics/:connection_id/summary: user',
  'GET /api/v1/analytics/:connection_id/time-series: user',
  'GET /api/v1/analytics/:connection_id/top/:field: user',
  'GET /api/v1/auth/me: user',
  'GET /api/v1/demo/stream/nested: user + NoTokenInUrlGuard',
  'GET /api/v1/google/callback: public',
  'GET /api/v1/google/connect: user',
  'GET /api/v1/internal/ping: internal',
  'GET /api/v1/operations/dead-letters/:id: admin',
  'GET /api/v1/operations/dead-letters/groups: admin',
  'GET /api/v1/operations/dead-letters: admin',
  'GET /api/v1/operations/kinds: admin',
  'GET /api/v1/operations/messages: admin',
  'GET /api/v1/operations/quotas: admin',
  'GET /api/v1/operations/runs/:run_id: admin',
  'GET /api/v1/operations/runs: admin',
  'GET /api/v1/pipeline-checks/:run_id: user',
  'GET /api/v1/review-connections/:id: user',
  'GET /api/v1/review-connections: user',
  'GET /api/v1/review-fetch/:job_id/nested: user',
  'GET /api/v1/review-fetch/:job_id/stream: user + NoTokenInUrlGuard',
  'GET /api/v1/review-fetch/:job_id: user',
  'GET /api/v1/review-fetch: user',
  'GET /api/v1/reviews/:id: user',
  'GET /api/v1/reviews/distribution/rating: user',
  'GET /api/v1/reviews/export: user',
  'GET /api/v1/reviews/summary: user',
  'GET /api/v1/reviews/time-series: user',
  'GET /api/v1/reviews/top/location: user',
  'GET /api/v1/reviews: user',
  'GET /api/v1/service-account: user',
  'GET /api/v1/sheet-connections/:id/data: user',
  'GET /api/v1/sheet-connections/:id/preview: user',
  'GET /api/v1/sheet-connections/:id/runs/:run_id: user',
  'GET /api/v1/sheet-connections/:id/runs: user',
  'GET /api/v1/sheet-connections/:id/sync-status: user',
  'GET /api/v1/sheet-connections/:id: user',
  'GET /api/v1/sheet-connections: user',
  'GET /api/v1/spreadsheets/:sheet_id: user',
  'GET /demo/demo.css: public',
  'GET /demo/demo.js: public',
  'GET /demo: public',
  'GET /health/live: public',
  'GET /health/ready: public',
  'GET /metrics: public + MetricsGuard',
  'PATCH /api/v1/review-connections/:id: user',
  'POST /api/v1/auth/login: public',
  'POST /api/v1/auth/register: public',
  'POST /api/v1/demo/nested: user + NoTokenInUrlGuard',
  'POST /api/v1/internal/trigger-sync: internal',
  'POST /api/v1/operations/dead-letters/:id/discard: admin',
  'POST /api/v1/operations/dead-letters/:id/replay: admin',
  'POST /api/v1/operations/dead-letters/groups/:group/discard: admin',
  'POST /api/v1/operations/dead-letters/groups/:group/replay: admin',
  'POST /api/v1/operations/kinds/:kind/pause: admin',
  'POST /api/v1/operations/kinds/:kind/resume: admin',
  'POST /api/v1/operations/messages/requeue: admin',
  'POST /api/v1/operations/runs/:run_id/cancel: admin',
  'POST /api/v1/pipeline-checks: user',
  'POST /api/v1/review-connections/:id/sync: user',
  'POST /api/v1/review-fetch/:job_id/token: user',
  'POST /api/v1/review-fetch: user',
  'POST /api/v1/sheet-connections/:id/suggest-mapping: user',
  'POST /api/v1/sheet-connections/:id/sync: user',
  'POST /api/v1/sheet-connections: user',
  'PUT /api/v1/sheet-connections/:id: user',
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
      const { status } = await knock(client, method, path);
      expect({ path, refused: status === 401 }).toEqual({ path, refused: access !== 'public' });
    }
  });
});

function knock(client: Client, method: string, path: string): Promise<{ status: number }> {
  switch (method) {
    case 'GET':
      return client.get(path).then();
    case 'PUT':
      return client.put(path, {}).then();
    case 'PATCH':
      return client.patch(path, {}).then();
    case 'DELETE':
      return client.delete(path).then();
    default:
      return client.post(path, {}).then();
  }
}
