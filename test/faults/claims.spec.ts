import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../factories/eventually';
import { type Batch } from './support/batch';
import { withCluster, type Cluster } from './support/cluster';
import { type WorkerProcess } from './support/worker-process';

const LEASE_SECONDS = 4;
const BEYOND_SECONDS = 10;

/** Waits until a worker has started every run of a batch. */
const isTaken = (batch: Batch, { pid }: WorkerProcess): Promise<true> =>
  eventually('the other worker takes every run over', async () => {
    const starters = [...(await batch.starters()).values()];
    return starters.every((pids) => pids.includes(pid)) || undefined;
  });

/** What a worker noted at the end of its attempts, when it did so for every run of a batch. */
const refusalsOf = async (cluster: Cluster, batch: Batch, worker: WorkerProcess) => {
  const notes = await cluster.effects.notesOf(batch.subjects);
  const ends = notes.filter(({ what, pid }) => what !== 'started' && pid === worker.pid);
  return batch.ids.every((id) => ends.some(({ run_id }) => run_id === id)) ? ends : undefined;
};

describe('a worker', () => {
  it.concurrent('that stood still beyond its lease has its late writes refused', () =>
    withCluster(
      async (cluster) => {
        const late = cluster.spawn();
        await late.up;
        const batches = await Promise.all([
          cluster.trigger(2, { steps: 3, gate: 'late', ignores: 'signal' }),
          cluster.trigger(2, { steps: 3, gate: 'late', ignores: 'signal and clock' }),
        ]);
        await Promise.all(batches.map((batch) => batch.reachStep(2)));
        late.signal('SIGSTOP');
        const stoppedAt = performance.now();

        const second = cluster.spawn();
        await Promise.all(batches.map((batch) => isTaken(batch, second)));
        await cluster.effects.open('late');
        await Promise.all(batches.map((batch) => batch.ended()));
        const longEnough = stoppedAt + (LEASE_SECONDS + BEYOND_SECONDS) * 1_000;
        await delay(Math.max(0, longEnough - performance.now()));
        late.signal('SIGCONT');

        for (const batch of batches) {
          const refusals = await eventually('the late worker notices', () =>
            refusalsOf(cluster, batch, late),
          );
          expect(new Set(refusals.map(({ what }) => what))).toEqual(new Set(['CLAIM_LOST']));
          expect(await batch.problems()).toEqual([]);
          const last = (await cluster.effects.rowsOf(batch.subjects)).filter(
            ({ step }) => step === 3,
          );
          expect(last.map(({ pid }) => pid)).toEqual([second.pid, second.pid]);
          for (const { fence, loss_count } of await batch.records()) {
            expect(loss_count).toBeGreaterThanOrEqual(1);
            expect(refusals.every((refusal) => refusal.fence < fence)).toBe(true);
          }
        }

        // From here on it is a worker like any other.
        expect(await second.terminate()).toBe(0);
        const next = await cluster.trigger(3, { steps: 2 });
        await next.ended();
        expect(await next.problems()).toEqual([]);
        expect(new Set([...(await next.starters()).values()].flat())).toEqual(new Set([late.pid]));
      },
      { RUN_LEASE_SECONDS: String(LEASE_SECONDS) },
    ));

  it.concurrent('that gets SIGTERM finishes short runs and hands long ones to another', () =>
    withCluster(
      async (cluster) => {
        const leaving = cluster.spawn();
        await leaving.up;
        const short = await cluster.trigger(2, { steps: 3, gate: 'in time' });
        const long = await cluster.trigger(2, { steps: 3, gate: 'too late' });
        await Promise.all([short.reachStep(2), long.reachStep(2)]);
        const staying = cluster.spawn();
        const left = leaving.terminate();
        await cluster.effects.open('in time');
        expect(await left).toBe(0);

        await short.ended();
        expect(await short.problems()).toEqual([]);
        expect([...(await short.starters()).values()]).toEqual([[leaving.pid], [leaving.pid]]);

        await isTaken(long, staying);
        await cluster.effects.open('too late');
        const records = await long.ended();
        expect(await long.problems()).toEqual([]);
        for (const record of records) {
          expect(record).toMatchObject({ attempt: 1, retry_count: 0, loss_count: 0 });
          expect(record.history?.map(({ what }) => what)).toEqual([
            'created',
            'started',
            'handed_back',
            'started',
            'succeeded',
          ]);
        }
        const starters = [leaving.pid, staying.pid];
        expect([...(await long.starters()).values()]).toEqual([starters, starters]);
      },
      { SHUTDOWN_GRACE_SECONDS: '6' },
    ));
});
