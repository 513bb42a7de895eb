import { loadConfig } from '@tributary/config';
import { setTimeout as delay } from 'node:timers/promises';
import { type Benchmark, type BenchmarkContext, figure } from '../harness/benchmark';
import { SyncCompletionFeed } from './sync-completion-feed';
import { CONNECTIONS, Fleet } from './fleet';
import { leastTimeMs } from './least-time';
import { type Service, Stage } from './stage';

const ACCOUNTS = [1, 2, 3, 4, 5].map((number) => `bench-${number}@shop.example`);
const NEW_ROWS = 10;
/** After that, nothing that was asked for before counts any more. */
const FRESH_WINDOW_MS = 61_000;

/** Every sheet has new rows, and the quota is Google's own. */
export const quotaRush: Benchmark = {
  name: 'sync-quota-rush',
  title: 'New rows in every sheet, within the quota',

  async run(context) {
    const stage = await Stage.set(context, ACCOUNTS);
    const fleet = await connectAtLeisure(context, stage);
    context.progress('waiting for a fresh window of the quota');
    await delay(FRESH_WINDOW_MS, undefined, { signal: context.signal });
    const service = await stage.start('real');
    const completions = new SyncCompletionFeed(context.signal);
    await fleet.follow(context, service, completions);
    await fleet.append(NEW_ROWS);
    await stage.google.switchQuotasOn();
    await stage.google.forgetRequests();

    const ms = await rush(context, stage, service, completions);

    const { RATE_LIMIT_GOOGLE_SHEETS: limits, RATE_LIMIT_SAFETY_FACTOR: safetyFactor } = loadConfig(
      { NODE_ENV: 'test' },
    );
    const least = leastTimeMs({ requests: fleet.sheetsOfAccounts, limits, safetyFactor });
    const sheets = CONNECTIONS.toLocaleString('en-US');
    return [
      figure({
        name: `${sheets} sheets with ${NEW_ROWS} new rows each, within the quota`,
        value: ms / 1_000,
        unit: 's',
        baseline: 'least that the quota allows',
        baselineValue: least / 1_000,
        target: { atMost: 1.1 },
      }),
      figure({
        name: 'requests for them',
        value: await stage.google.countRequests({ api: 'sheets' }),
        unit: 'requests',
        baseline: 'one a sheet',
        baselineValue: CONNECTIONS,
        target: { atMost: 1 },
      }),
      figure({
        name: 'of them refused with 429',
        value: await stage.google.countRequests({ status: '429' }),
        unit: 'requests',
        baseline: 'one a sheet',
        baselineValue: CONNECTIONS,
        target: { atMost: 0 },
      }),
    ];
  },
};

/** Connects and syncs all sheets without a quota, and ends what did that. */
async function connectAtLeisure(context: BenchmarkContext, stage: Stage): Promise<Fleet> {
  const service = await stage.start('none');
  const fleet = await Fleet.connect(context, stage, service);
  await Promise.all([service.api.stop(), service.worker.stop()]);
  return fleet;
}

/** How many milliseconds it takes from the trigger until the last owner has heard of the end. */
async function rush(
  context: BenchmarkContext,
  stage: Stage,
  service: Service,
  completions: SyncCompletionFeed,
): Promise<number> {
  const watch = setInterval(
    () => context.progress(`${completions.count} of ${CONNECTIONS} sheets synced`),
    1_000,
  );
  try {
    const begin = performance.now();
    await stage.triggerCycle(service);
    const { at } = await completions.completed(CONNECTIONS, CONNECTIONS * NEW_ROWS);
    return at - begin;
  } finally {
    clearInterval(watch);
  }
}
