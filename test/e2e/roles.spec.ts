import { ModulesContainer } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module';
import { rawEnvironment, testEnvironment, throwAwayFolder } from '../factories/environment';
import { ProcessUnderTest } from '../factories/process';

async function controllersOf(role: string): Promise<string[]> {
  const module = await Test.createTestingModule({
    imports: [AppModule.forRole(testEnvironment({ ROLE: role }))],
  }).compile();
  const names = [...module.get(ModulesContainer).values()].flatMap(({ controllers }) =>
    [...controllers.values()].map(({ name }) => String(name)),
  );
  await module.close();
  return names.sort();
}

describe('roles', () => {
  it('have controllers of the product in api and all, and in a worker only its own health', async () => {
    const everything = [
      'AnalyticsController',
      'AnalyticsExportController',
      'AuthController',
      'DeadLetterGroupController',
      'DeadLetterOperationsController',
      'HealthController',
      'InternalController',
      'KindOperationsController',
      'MetricsController',
      'PipelineCheckController',
      'QuotaController',
      'RunOperationsController',
      'SheetConnectionController',
      'SheetDataController',
      'SheetSyncController',
      'SpreadsheetController',
    ];
    expect(await controllersOf('api')).toEqual(everything);
    expect(await controllersOf('all')).toEqual(everything);
    expect(await controllersOf('worker')).toEqual(['HealthController', 'MetricsController']);
  });

  it('start a worker without an open port', async () => {
    const worker = ProcessUnderTest.spawn(rawEnvironment({ ROLE: 'worker' }), throwAwayFolder());
    expect(await worker.up()).toBeUndefined();
    worker.kill('SIGTERM');
    expect(await worker.exit).toBe(0);
  });

  it('show the health of a worker, and nothing else, on WORKER_PORT', async () => {
    const WORKER_PORT = String(20_000 + Math.floor(Math.random() * 10_000));
    const worker = ProcessUnderTest.spawn(
      rawEnvironment({ ROLE: 'worker', WORKER_PORT }),
      throwAwayFolder(),
    );
    const address = await worker.up();
    const status = async (path: string) => (await fetch(`${address}${path}`)).status;
    expect(await status('/health/ready')).toBe(200);
    const metrics = await fetch(`${address}/metrics`);
    expect(await metrics.text()).toContain('tributary_dead_letters_open 0');
    expect(await status('/api/v1/auth/me')).toBe(404);
    expect(await status('/api/v1/operations/runs')).toBe(404);
    expect(await status('/queues')).toBe(404);
    expect(await status('/docs')).toBe(404);
  });
});
