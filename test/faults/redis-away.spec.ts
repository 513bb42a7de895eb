import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../factories/eventually';
import { newUser, tokenFor } from '../factories/live-client';
import { scaled } from '../setup/scale';
import { withCluster, type Cluster } from './support/cluster';

const RESTARTS = scaled(2, 20);
const REQUESTS = 4;

/** A way for Redis to be away. */
interface Absence {
  leave: (cluster: Cluster) => Promise<void> | void;
  comeBack: (cluster: Cluster) => Promise<void> | void;
}

/** Connections are refused, or nothing is answered. */
const ABSENCES: Absence[] = [
  { leave: ({ redis }) => redis.stop(), comeBack: ({ redis }) => redis.start() },
  { leave: ({ redis }) => redis.freeze(), comeBack: ({ redis }) => redis.thaw() },
];

/** Starts a check for a new user; the service has to answer, whatever Redis does. */
const startCheck = async (api: string) => {
  const token = await tokenFor(newUser());
  const response = await fetch(`${api}/api/v1/pipeline-checks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ steps: 2 }),
    signal: AbortSignal.timeout(300_000),
  });
  const body = (await response.json()) as { run_id: string };
  return { status: response.status, runId: body.run_id };
};

const isDone = (cluster: Cluster, id: string): Promise<true> =>
  eventually(
    'the check is done',
    async () => (await cluster.runs.find(id))?.status === 'succeeded' || undefined,
  );

describe('while Redis is away', () => {
  it.concurrent('for a restart in the middle of runs, none of them is lost or doubled', () =>
    withCluster(async (cluster) => {
      await cluster.staff(2);
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        const batch = await cluster.trigger(30, { steps: 5, pause_ms: 50 });
        await batch.reaches(5, { status: 'succeeded' });
        await (restart % 2 === 0 ? cluster.redis.stop() : cluster.redis.kill());
        await delay(500);
        await cluster.redis.start();
        await batch.ended();
        expect(await batch.problems()).toEqual([]);
      }
    }));

  it.concurrent('a trigger over HTTP is answered all the same, and done when it is back', () =>
    withCluster(async (cluster) => {
      const [worker, api] = [cluster.spawn(), cluster.spawn({ ROLE: 'api' })];
      const [address = ''] = await Promise.all([api.up, worker.up]);
      for (const { leave, comeBack } of ABSENCES) {
        await leave(cluster);
        const answers = [];
        for (let sent = 0; sent < REQUESTS; sent += 1) answers.push(await startCheck(address));
        await comeBack(cluster);
        expect(answers.filter(({ status }) => status !== 202)).toEqual([]);
        await Promise.all(answers.map(({ runId }) => isDone(cluster, runId)));
      }
    }));

  it.concurrent('a worker that cannot tell of an end and dies leaves it to the reconciler', () =>
    withCluster(async (cluster) => {
      for (const [index, { leave, comeBack }] of ABSENCES.entries()) {
        const worker = cluster.spawn();
        await worker.up;
        const batch = await cluster.trigger(3, { steps: 2, gate: `end-${index}` });
        await batch.reachStep(1);
        await leave(cluster);
        await cluster.effects.open(`end-${index}`);
        await batch.reaches(3, { status: 'succeeded' });
        await worker.kill();
        expect(await batch.count({ outbox: { $exists: true } })).toBe(3);
        await comeBack(cluster);
        const next = cluster.spawn();
        await batch.ended();
        expect(await batch.problems()).toEqual([]);
        await next.kill();
      }
    }));
});
