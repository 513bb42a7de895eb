import { scaled } from '../../setup/scale';
import { problemsOf } from './support/problems-of';
import { SheetCluster } from './support/sheet-cluster';

/** More than one worker works on at a time: some wait in the queue. */
const CONNECTIONS = scaled(36, 200);

describe('a Redis that is wiped in the middle of syncs', () => {
  let cluster: SheetCluster;

  beforeAll(async () => {
    cluster = await SheetCluster.open();
    await cluster.worker();
  });

  afterAll(() => cluster.close());

  it('costs no sync, neither those under way nor those that wait', async () => {
    const sheet = cluster.sheet(100);
    const ids = await cluster.connectMany(sheet, CONNECTIONS);
    const held = ids.map((id) => cluster.proxy.hold({ id, of: 'update sheet_raw_data' }));
    const syncs = await cluster.askAll(ids);
    await Promise.any(held.map((write) => write.reached()));
    const waiting = await cluster.runs.countDocuments({ status: 'queued' });
    expect(waiting).toBeGreaterThan(0);
    await cluster.redis.wipe();
    for (const write of held) write.release();
    await Promise.all(syncs.map((sync) => cluster.ended(sync)));
    const problems = await Promise.all(syncs.map((sync) => problemsOf(cluster, sync, sheet)));
    expect(problems.flat()).toEqual([]);
  });
});
