import { ModulesContainer } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { RunQueues } from '@tributary/pipeline';
import type { AdvancedSettings } from 'bull';
import { freePort } from '../../libs/redis/src/private-server/free-port';
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

/** For how long a worker that died keeps its jobs from others. */
async function jobLockMs(dispatchCheckSeconds: number): Promise<unknown> {
  const module = await Test.createTestingModule({
    imports: [
      AppModule.forRole(testEnvironment({ DISPATCH_CHECK_SECONDS: String(dispatchCheckSeconds) })),
    ],
  }).compile();
  const queue = module.get(RunQueues, { strict: false }).of('sheet.sync');
  await module.close();
  // Bull's types leave it out.
  return (queue as unknown as { settings: AdvancedSettings }).settings.lockDuration;
}

describe('the job lock of Bull', () => {
  it.each([
    [4, 2_000],
    [30, 15_000],
    [60, 30_000],
    [600, 30_000],
  ])('with checks of the queue every %i s lasts %i ms', async (seconds, lockMs) => {
    expect(await jobLockMs(seconds)).toBe(lockMs);
  });
});

describe('roles', () => {
  it('have controllers of the product in api and all, and in a worker only its own health', async () => {
    const everything = [
      'AnalyticsController',
      'AnalyticsExportController',
      'AuthController',
      'DeadLetterGroupController',
      'DeadLetterOperationsController',
      'DemoController',
      'DemoPageController',
      'GoogleConsentController',
      'HealthController',
      'InternalController',
      'KindOperationsController',
      'MessageOperationsController',
      'MetricsController',
      'NestedReviewsController',
      'PipelineCheckController',
      'QuotaController',
      'ReviewConnectionController',
      'ReviewFiguresController',
      'ReviewJobController',
      'ReviewStreamController',
      'ReviewsController',
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

  /** The address of a worker; a port that another program took meanwhile is given up for another. */
  async function workerWithPort(): Promise<string | undefined> {
    for (;;) {
      const worker = ProcessUnderTest.spawn(
        rawEnvironment({
          ROLE: 'worker',
          WORKER_PORT: String(await freePort()),
          LOG_LEVEL: 'fatal',
        }),
        throwAwayFolder(),
      );
      try {
        return await worker.up();
      } catch (error) {
        if (!worker.output.includes('is in use')) throw error;
      }
    }
  }

  it('show the health of a worker, and nothing else, on WORKER_PORT', async () => {
    const address = await workerWithPort();
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
