import { randomUUID } from 'node:crypto';
import { rawEnvironment } from '../factories/environment';
import { scaled } from '../setup/scale';
import { type BranchPayload, FAULTS_CANCEL } from './program/fault-kinds';
import { Cluster } from './support/cluster';
import { MongoProxy } from './support/mongo-proxy';
import { Tree } from './support/trees';
import { type WorkerProcess } from './support/worker-process';

const COLLECTIONS = ['runs', 'dead_letters'];
const ROUNDS = scaled(1, 10);
const STEP = { steps: 1 };

/** Two levels, so that a parent that ended has to let its own parent go on. */
const TREE: BranchPayload = { leaves: [STEP, STEP], branches: [{ leaves: [STEP] }] };
/** Nothing of it ends by itself: two leaves are running, two parked. */
const STANDING: BranchPayload = {
  leaves: [
    { steps: 1, gate: 'never' },
    { steps: 1, parks: true },
  ],
  branches: [
    {
      leaves: [
        { steps: 1, gate: 'never' },
        { steps: 1, parks: true },
      ],
    },
  ],
};

describe('a worker that is killed at any write', () => {
  let cluster: Cluster;
  let proxy: MongoProxy;
  let worker: WorkerProcess;

  const startWorker = async (): Promise<void> => {
    worker = cluster.spawn({ MONGODB_URL: proxy.url });
    await worker.up;
  };

  /** Kills the worker, and has the time pass for which its runs wait for it. */
  const killWorker = async (): Promise<void> => {
    await worker.kill();
    await cluster.ledger.updateMany(
      { status: 'running', worker: new RegExp(`:${worker.pid}:`) },
      { $set: { lease_until: new Date(0) } },
    );
    await startWorker();
  };

  /** Asks for trees whose writes are watched from the first one on. */
  const plantWatched = async (count: number, payload: BranchPayload): Promise<Tree[]> => {
    await cluster.switches.pause('faults.branch');
    const trees: Tree[] = [];
    while (trees.length < count) trees.push(await Tree.plant(cluster, payload));
    for (const tree of trees) proxy.watch(tree.id, tree.marks());
    return trees;
  };

  /** Waits until a tree has come to the write at which it is held, or has ended before. */
  const isHeld = async (tree: Tree, nth: number): Promise<unknown> => {
    const write = proxy.hold({ id: tree.id, nth });
    return Promise.race([write.reached(), tree.ended()]);
  };

  beforeAll(async () => {
    const { MONGODB_URL = '' } = rawEnvironment();
    cluster = await Cluster.open({ MONGODB_URL, RUN_LEASE_SECONDS: '600' });
    proxy = await MongoProxy.to(MONGODB_URL, COLLECTIONS);
    await startWorker();
  });

  afterAll(async () => {
    await cluster.close();
    proxy.close();
  });

  it('of a fan-out, its children or its join loses nothing and ends the tree once', async () => {
    const [calm] = (await plantWatched(1, TREE)) as [Tree];
    await cluster.switches.resume('faults.branch');
    await calm.ended();
    expect(await calm.problems('succeeded')).toEqual([]);
    const writes = proxy.writesOf(calm.id);
    expect(writes.length).toBeGreaterThan(20);
    for (let round = 0; round < ROUNDS; round += 1) {
      const trees = await plantWatched(writes.length, TREE);
      const held = trees.map((tree, nth) => isHeld(tree, nth));
      await cluster.switches.resume('faults.branch');
      await Promise.all(held);
      await killWorker();
      await Promise.all(trees.map((tree) => tree.ended()));
      const problems = await Promise.all(trees.map((tree) => tree.problems('succeeded')));
      expect(problems.flat()).toEqual([]);
    }
  });

  it('of a cancellation leaves nothing that is not cancelled, and ends the tree once', async () => {
    const stand = async (count: number): Promise<Tree[]> => {
      const trees: Tree[] = [];
      while (trees.length < count) trees.push(await Tree.plant(cluster, STANDING));
      for (const tree of trees) {
        await Promise.all([tree.reaches(2, 'running'), tree.reaches(2, 'parked')]);
        // The running leaves beat.
        proxy.watch(
          tree.id,
          tree.marks((key) => key !== 'leaf 0'),
        );
      }
      return trees;
    };
    const cancel = async (trees: readonly Tree[]): Promise<void> => {
      const requests = trees.map(({ id }) => ({
        subject: randomUUID(),
        owner: 'somebody',
        payload: { run_id: id },
      }));
      await cluster.runs.triggerMany(FAULTS_CANCEL, requests);
    };
    const [calm] = (await stand(1)) as [Tree];
    await cancel([calm]);
    await calm.ended();
    expect(await calm.problems('cancelled')).toEqual([]);
    const writes = proxy.writesOf(calm.id);
    expect(writes.length).toBeGreaterThan(8);
    for (let round = 0; round < ROUNDS; round += 1) {
      const trees = await stand(writes.length);
      const held = trees.map((tree, nth) => isHeld(tree, nth));
      await cancel(trees);
      await Promise.all(held);
      await killWorker();
      // Where the request itself was held nothing was asked for, and whoever asked tries again.
      const unasked = await Promise.all(trees.map((tree) => tree.isUntouched()));
      expect(unasked.filter(Boolean).length).toBeLessThan(trees.length / 2);
      await cancel(trees.filter((_, index) => unasked[index]));
      await Promise.all(trees.map((tree) => tree.ended()));
      const problems = await Promise.all(trees.map((tree) => tree.problems('cancelled')));
      expect(problems.flat()).toEqual([]);
    }
  });
});
