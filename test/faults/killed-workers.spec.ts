import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../factories/eventually';
import { FAULTS_POISON } from './program/fault-kinds';
import { type Batch } from './support/batch';
import { randomFrom, SEED, trialsOf, tryWith } from '../setup/seed';
import { scaled } from '../setup/scale';
import { Cluster } from './support/cluster';
import { type WorkerProcess } from './support/worker-process';

const KILLS_A_SEED = 6;
const TRIALS = trialsOf(__filename, scaled(1, 33));
const RUNS_A_KILL = 4;

describe('workers that are killed', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.open({ RUN_LEASE_SECONDS: '2' });
    await cluster.staff(3);
  });

  afterAll(() => cluster.close());

  /** Runs say who holds them. */
  const heldBy = (worker: WorkerProcess, batch: Batch): Promise<number> =>
    batch.count({ status: 'running', worker: new RegExp(`:${worker.pid}:`) });

  /** Kills a worker in the middle of runs of the batch: it is stopped first, to see what it holds. */
  const killInTheMiddle = (batch: Batch, random: () => number): Promise<void> =>
    eventually('a worker holds a run', async () => {
      const present = cluster.workers.filter(({ isUp, isAlive }) => isUp && isAlive);
      const victim = present[Math.floor(random() * present.length)];
      if (!victim || (await heldBy(victim, batch)) === 0) return undefined;
      await delay(random() * 200);
      victim.signal('SIGSTOP');
      if ((await heldBy(victim, batch)) > 0) return victim.kill().then(() => true);
      victim.signal('SIGCONT');
      return undefined;
    }).then(() => undefined);

  const killSeveral = async (seed: number): Promise<void> => {
    const random = randomFrom(seed);
    const batches: Batch[] = [];
    for (let kill = 0; kill < KILLS_A_SEED; kill += 1) {
      // The gate keeps them from their end before the kill, however late that comes.
      const gate = `seed ${seed}, kill ${kill}`;
      const batch = await cluster.trigger(RUNS_A_KILL, { steps: 8, pause_ms: 60, gate });
      batches.push(batch);
      await killInTheMiddle(batch, random);
      await cluster.effects.open(gate);
    }
    const records = (await Promise.all(batches.map((batch) => batch.ended()))).flat();
    const problems = (await Promise.all(batches.map((batch) => batch.problems()))).flat();
    expect(problems).toEqual([]);
    const losses = records.reduce((sum, { loss_count }) => sum + loss_count, 0);
    expect(losses).toBeGreaterThanOrEqual(KILLS_A_SEED);
  };

  it.concurrent(`lose nothing and double nothing, killed ${KILLS_A_SEED} times a seed`, async () => {
    for (const trial of TRIALS) await tryWith(trial, () => killSeveral(trial.seed));
  });

  it.concurrent('do not keep a run from its end, killed twice on the same one', async () => {
    const batch = await cluster.trigger(1, { steps: 3, gate: 'twice' });
    const random = randomFrom(SEED);
    await batch.reachStep(2);
    await killInTheMiddle(batch, random);
    await batch.reaches(1, { loss_count: { $gte: 1 } });
    await killInTheMiddle(batch, random);
    await batch.reaches(1, { loss_count: { $gte: 2 } });
    await cluster.effects.open('twice');
    await batch.ended();
    expect(await batch.problems()).toEqual([]);
  });

  it.concurrent('are not lost for other runs by one that kills them each time', async () => {
    const poison = await cluster.trigger(1, { steps: 3, dies_at: 2 }, FAULTS_POISON);
    const others = await cluster.trigger(10, { steps: 5, pause_ms: 50 });
    const [dead] = await poison.ended();
    expect(dead).toMatchObject({
      status: 'failed',
      loss_count: 2,
      error: { code: 'WORKER_LOST', retryable: false },
    });
    const [letters] = await cluster.letters.list({ owner: poison.owner }, 0, 10);
    expect(letters).toMatchObject([{ state: 'open', error: { code: 'WORKER_LOST' } }]);
    const events = await cluster.events.of(poison.owner);
    expect(events.get(poison.ids[0] ?? '')).toEqual(['run:failed']);
    await others.ended();
    expect(await others.problems()).toEqual([]);
  });
});
