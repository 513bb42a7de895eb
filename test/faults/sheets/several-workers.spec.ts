import { scaled } from '../../setup/scale';
import { problemsOf } from './support/problems-of';
import { CHUNK_ROWS, SheetCluster } from './support/sheet-cluster';

const CONNECTIONS = scaled(10, 600);
const ORDERS = 2.2 * CHUNK_ROWS;

describe('several workers', () => {
  let cluster: SheetCluster;

  afterEach(() => cluster.close());

  it('sync every connection once', async () => {
    cluster = await SheetCluster.open();
    await Promise.all([cluster.worker(), cluster.worker()]);
    const sheet = cluster.sheet(120);
    const ids = await cluster.connectMany(sheet, CONNECTIONS);
    const before = cluster.emulator.log.entries().at(-1)?.sequence ?? 0;
    const syncs = await cluster.askAll(ids);
    const runs = await Promise.all(syncs.map((sync) => cluster.ended(sync)));
    const problems = await Promise.all(syncs.map((sync) => problemsOf(cluster, sync, sheet)));
    expect(problems.flat()).toEqual([]);
    expect(new Set(runs.map(({ worker }) => worker)).size).toBe(2);
    expect(runs.filter(({ loss_count }) => loss_count > 0)).toEqual([]);
    const reads = cluster.emulator.log.entries({ api: 'sheets', since: before });
    expect(reads.length).toBe(CONNECTIONS);
  });

  it.each(['append', 'mirror'])('fence one that stood still too long, in mode %s', async (mode) => {
    cluster = await SheetCluster.open({ RUN_LEASE_SECONDS: '3' });
    const stopped = await cluster.worker();
    const sheet = cluster.sheet(ORDERS);
    const id = await cluster.connect(sheet, { sync_mode: mode });
    // The last rows of the second chunk are on their way to the store.
    const late = cluster.proxy.hold({ id, nth: scaled(1, 3), of: 'update sheet_raw_data' });
    const sync = await cluster.ask(id);
    await late.reached();
    stopped.signal('SIGSTOP');

    await cluster.worker();
    const run = await cluster.ended(sync);
    expect(run.loss_count).toBeGreaterThan(0);
    expect(await problemsOf(cluster, sync, sheet)).toEqual([]);
    const stored = async (): Promise<unknown[]> => [
      await cluster.stateOf(id),
      await cluster.rows.find({ connection_id: id }).sort({ row_number: 1 }).toArray(),
      await cluster.runs.find({ subject: id }).toArray(),
    ];
    const asOther = await stored();

    late.release();
    stopped.signal('SIGCONT');
    await late.answered();
    // It has noticed when it takes up work again.
    const next = await cluster.sync(await cluster.connect(cluster.sheet(1)));
    expect(next.run.status).toBe('succeeded');
    expect(await stored()).toEqual(asOther);
    expect(stopped.isAlive).toBe(true);
    expect(await problemsOf(cluster, sync, sheet)).toEqual([]);
  });
});
