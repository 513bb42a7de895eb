import { scaled } from '../../setup/scale';
import { type WorkerProcess } from '../support/worker-process';
import { type OrderSheet } from './support/order-sheet';
import { problemsOf } from './support/problems-of';
import { type AskedSync, CHUNK_ROWS, SheetCluster } from './support/sheet-cluster';

/** Three chunks; where they are as large as in production, the last of them is from a second answer. */
const ORDERS = 2.1 * CHUNK_ROWS;
/** Rows of a chunk that are written by one message. */
const WRITTEN_AT_ONCE = 500;
const ROUNDS = scaled(1, 10);

describe('a worker that is killed at any write of a sync', () => {
  let cluster: SheetCluster;
  let worker: WorkerProcess;

  beforeAll(async () => {
    cluster = await SheetCluster.open();
    worker = await cluster.worker();
  });

  afterAll(() => cluster.close());

  /** The writes of a sync that nothing happens to. */
  const writesOf = async (id: string): Promise<readonly string[]> => {
    cluster.proxy.watch(id);
    await cluster.sync(id);
    return cluster.proxy.writesOf(id);
  };

  /** Lets each sync come to another write, and kills the worker when all of them are there. */
  const killAtEachWrite = async (ids: readonly string[]): Promise<AskedSync[]> => {
    ids.forEach((id) => cluster.proxy.watch(id));
    const held = ids.map((id, nth) => cluster.proxy.hold({ id, nth }));
    const asked = await cluster.askAll(ids);
    await Promise.all(held.map((write) => write.reached()));
    await worker.kill();
    await cluster.leaseIsOver(worker);
    worker = await cluster.worker();
    return asked;
  };

  const expectAllRight = async (asked: readonly AskedSync[], sheet: OrderSheet): Promise<void> => {
    const runs = await Promise.all(asked.map((sync) => cluster.ended(sync)));
    const problems = await Promise.all(asked.map((sync) => problemsOf(cluster, sync, sheet)));
    expect(problems.flat()).toEqual([]);
    // The last writes of a sync come when its run has ended already.
    expect(runs.filter(({ loss_count }) => loss_count === 1).length).toBeGreaterThan(
      runs.length / 2,
    );
  };

  it.each(['append', 'mirror'])('loses and doubles no row in mode %s', async (sync_mode) => {
    const sheet = cluster.sheet(ORDERS);
    const writes = await writesOf(await cluster.connect(sheet, { sync_mode }));
    // A chunk is as many writes of rows as it takes, and one of the cursor.
    const ofRows = writes.filter((write) => write === 'update sheet_raw_data');
    expect(ofRows).toHaveLength(2 * Math.ceil(CHUNK_ROWS / WRITTEN_AT_ONCE) + 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = await cluster.connectMany(sheet, writes.length, { sync_mode });
      await expectAllRight(await killAtEachWrite(ids), sheet);
    }
  });

  it('mirrors edits, deletions and moves of rows that are stored', async () => {
    const sheet = cluster.sheet(ORDERS);
    const options = { sync_mode: 'mirror' };
    const calm = await cluster.connect(sheet, options);
    await cluster.sync(calm);
    const change = (): void => {
      sheet.delete(CHUNK_ROWS / 2, CHUNK_ROWS / 10);
      sheet.edit(10, `edited at ${sheet.lastRow}`);
      sheet.edit(1.5 * CHUNK_ROWS, 'edited');
      sheet.append(CHUNK_ROWS / 10);
    };
    // One change to see what it takes, and others like it to be killed in.
    change();
    const writes = await writesOf(calm);
    const ids = await cluster.connectMany(sheet, writes.length, options);
    await Promise.all((await cluster.askAll(ids)).map((sync) => cluster.ended(sync)));
    for (let round = 0; round < ROUNDS; round += 1) {
      change();
      await expectAllRight(await killAtEachWrite(ids), sheet);
    }
  });
});
