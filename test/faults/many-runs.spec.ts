import { scaled } from '../setup/scale';
import { withCluster, Cluster } from './support/cluster';

const RUNS = scaled(300, 5_000);
const WIPES = scaled(2, 10);
const TRIGGERED = scaled(3_000, 10_000);

describe(`${RUNS} runs over three workers`, () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.open();
    await cluster.staff(3);
  });

  afterAll(() => cluster.close());

  it('are each done exactly once', async () => {
    const batch = await cluster.trigger(RUNS, { steps: 1 });
    await batch.ended();
    expect(await batch.problems()).toEqual([]);
    const starters = [...(await batch.starters()).values()];
    expect(starters.filter(({ length }) => length !== 1)).toEqual([]);
    expect(new Set(starters.flat())).toEqual(new Set(cluster.workers.map(({ pid }) => pid)));
  });

  it(`are all done, though Redis is emptied ${WIPES} times on the way`, async () => {
    const batch = await cluster.trigger(RUNS, { steps: 1 });
    for (let wipe = 1; wipe <= WIPES; wipe += 1) {
      await batch.reaches((wipe * RUNS) / (WIPES + 2), { status: 'succeeded' });
      await cluster.redis.wipe();
    }
    await batch.ended();
    expect(await batch.problems()).toEqual([]);
  });
});

describe(`${TRIGGERED} runs that are triggered at once`, () => {
  it('are all in the ledger and on the queue', () =>
    withCluster(async (cluster) => {
      const batch = await cluster.trigger(TRIGGERED, { steps: 1 });
      expect(await batch.count({ status: 'queued' })).toBe(TRIGGERED);
      const jobs = await cluster.queueOf('faults.steps').getWaiting(0, TRIGGERED);
      expect(new Set(jobs.map(({ data }) => data.run_id))).toEqual(new Set(batch.ids));
    }));
});
