import { type QuotaSnapshot, RateLimiter } from '@tributary/rate-limit';
import { listRoutes } from '../../src/bootstrap/routes';
import { type QuotaDto } from '../../src/operations/dto/quota.dto';
import { startApp } from '../factories/app';
import { Client } from '../factories/client';
import {
  newSubject,
  type PipelineApp,
  reaches,
  startPipelineApp,
  TEST_KIND,
  trigger,
} from '../factories/pipeline-app';

describe('operations', () => {
  let test: PipelineApp;

  beforeAll(async () => {
    test = await startPipelineApp();
  });

  it('are for admins only: 401 for strangers, 403 for users', async () => {
    const routes = listRoutes(test.app).filter(({ path }) => /v1\/operations/.test(path));
    expect(routes).toHaveLength(16);
    const stranger = new Client(test.server);
    const mai = await stranger.signedUp();
    for (const { method, path } of routes) {
      const ask = (client: Client) =>
        method === 'GET' ? client.get(path) : client.post(path, { dry_run: false });
      await ask(stranger).expect(401);
      await ask(mai).expect(403, { detail: 'Your role does not allow this.' });
    }
  });

  it('show every quota as the limiter sees it', async () => {
    const { body } = await test.admin.get('/api/v1/operations/quotas').expect(200);
    const snapshot: QuotaSnapshot[] = await test.app.get(RateLimiter).snapshot();
    const quotas = body as QuotaDto[];
    const keys = (all: { key: string }[]) => all.map(({ key }) => key).sort();
    expect(keys(quotas)).toEqual(keys(snapshot));
    for (const quota of quotas) {
      expect(quota).toEqual({
        key: expect.any(String),
        limits: expect.any(Array),
        backoff: null,
        recovering_until: null,
        waiters: 0,
        owners: [],
      });
      for (const limit of quota.limits) {
        expect(limit).toEqual({
          limit: expect.any(String),
          quota: expect.any(Number),
          permitted: expect.any(Number),
          used: 0,
          room_at: null,
        });
      }
    }
  });

  it('have metrics of what the ledger holds', async () => {
    await reaches(test, await trigger(test, newSubject()), 'succeeded');
    const { text } = await test.admin.get('/metrics').expect(200);
    expect(text).toContain(`tributary_runs{kind="${TEST_KIND}",status="succeeded"} 1`);
    expect(text).toContain('tributary_dead_letters_open 0');
  });

  it('answer a scrape without those metrics while the store is away', async () => {
    const { server } = await startApp({
      MONGODB_URL: 'mongodb://127.0.0.1:1/none?serverSelectionTimeoutMS=200',
    });
    const { text } = await new Client(server).get('/metrics').expect(200);
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toMatch(/^tributary_(runs|dead_letters_open)/m);
  });
});
