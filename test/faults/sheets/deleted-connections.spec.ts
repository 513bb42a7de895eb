import { Types } from 'mongoose';
import { eventually } from '../../factories/eventually';
import { scaled } from '../../setup/scale';
import { type WorkerProcess } from '../support/worker-process';
import { type OrderSheet } from './support/order-sheet';
import { CHUNK_ROWS, SheetCluster } from './support/sheet-cluster';
import { type HeldWrite } from '../support/mongo-proxy';

/** Two chunks. */
const ORDERS = 1.2 * CHUNK_ROWS;
/** Every test takes all writes in the long series, and every other one otherwise. */
const TURNS = scaled(2, 1);

describe('a connection that is deleted while it is synced', () => {
  let cluster: SheetCluster;
  let worker: WorkerProcess;

  beforeAll(async () => {
    cluster = await SheetCluster.open();
    worker = await cluster.worker();
  });

  afterAll(() => cluster.close());

  /** What is left of connections, by collection. */
  const leftOf = async (ids: readonly string[]): Promise<Record<string, number>> => {
    const left: Record<string, number> = {};
    for (const { name } of await cluster.store.listCollections()) {
      const count = await cluster.store.collection(name).countDocuments({
        $or: [
          { connection_id: { $in: ids } },
          { subject: { $in: ids } },
          { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } },
        ],
      });
      if (count > 0) left[name] = count;
    }
    return left;
  };

  /** The deletion comes to its end, and nothing is left of it either. */
  const expectNothingLeft = async (ids: readonly string[]): Promise<void> => {
    const left = await eventually('nothing is left', async () => {
      const found = await leftOf(ids);
      return Object.keys(found).length === 0 ? found : undefined;
    }).catch(() => leftOf(ids));
    expect(left).toEqual({});
  };

  /** Lets held writes go on, and waits until the store has done them. */
  const releaseAll = async (held: readonly [string, HeldWrite][]): Promise<void> => {
    for (const [, write] of held) write.release();
    await Promise.all(held.map(([, write]) => write.answered()));
  };

  /** How many writes a sync has that nothing happens to. */
  const countWrites = async (sheet: OrderSheet): Promise<number> => {
    const calm = await cluster.connect(sheet);
    cluster.proxy.watch(calm);
    await cluster.sync(calm);
    return cluster.proxy.writesOf(calm).length;
  };

  /** Brings the sync of each connection to another of its writes: to all of them, or to some in turn. */
  const bringToWrites = async (turn: number): Promise<[string, HeldWrite][]> => {
    const sheet = cluster.sheet(ORDERS);
    const all = Array.from({ length: await countWrites(sheet) }, (_, nth) => nth);
    const some = all.filter((nth) => nth % TURNS === turn % TURNS);
    const ids = await cluster.connectMany(sheet, some.length);
    const held = ids.map((id, at): [string, HeldWrite] => [
      id,
      cluster.proxy.hold({ id, nth: some[at] ?? 0 }),
    ]);
    await cluster.askAll(ids);
    await Promise.all(held.map(([, write]) => write.reached()));
    return held;
  };

  const remove = (id: string): Promise<number> =>
    cluster.client.delete(`/api/v1/sheet-connections/${id}`).then(({ status }) => status);

  const removeAll = async (held: readonly [string, HeldWrite][]): Promise<void> => {
    const statuses = await Promise.all(held.map(([id]) => remove(id)));
    expect(new Set(statuses)).toEqual(new Set([204]));
  };

  /** Its sync was stopped, whether its worker noticed or not, and its rows are being deleted. */
  const isSwept = (id: string): Promise<true> =>
    eventually('the connection is gone', async () =>
      (await cluster.store
        .collection('sheet_connections')
        .countDocuments({ _id: new Types.ObjectId(id) }))
        ? undefined
        : true,
    );

  it('is found by nobody from then on, though all of it is still there', async () => {
    const id = await cluster.connect(cluster.sheet(ORDERS));
    await cluster.sync(id);
    const held = cluster.proxy.hold({ id, of: 'delete sheet_sync_states' });
    expect(await remove(id)).toBe(204);
    await held.reached();
    const path = `/api/v1/sheet-connections/${id}`;
    const analytics = `/api/v1/analytics/${id}`;
    for (const asked of [path, `${path}/data`, `${path}/runs`, `${analytics}/summary`]) {
      await cluster.client.get(asked).expect(404);
    }
    await cluster.client.post(`${path}/sync`).expect(404);
    await cluster.client.put(path, { sync_enabled: true }).expect(404);
    expect(await remove(id)).toBe(404);
    const { body } = await cluster.client.get('/api/v1/sheet-connections').expect(200);
    expect((body as { id: string }[]).map((one) => one.id)).not.toContain(id);
    expect(await cluster.rows.countDocuments({ connection_id: id })).toBeGreaterThan(0);
    held.release();
    await expectNothingLeft([id]);
  });

  it('leaves nothing, at whichever write its sync is', async () => {
    const held = await bringToWrites(0);
    await removeAll(held);
    await releaseAll(held);
    await expectNothingLeft(held.map(([id]) => id));
  });

  it('leaves nothing when a write comes to the store after the deletion', async () => {
    const held = await bringToWrites(1);
    await removeAll(held);
    await Promise.all(held.map(([id]) => isSwept(id)));
    await releaseAll(held);
    await expectNothingLeft(held.map(([id]) => id));
  });

  it('leaves nothing when its worker stands still meanwhile and another is there', async () => {
    const held = await bringToWrites(2);
    worker.signal('SIGSTOP');
    const other = await cluster.worker();
    await removeAll(held);
    await cluster.leaseIsOver(worker);
    await Promise.all(held.map(([id]) => isSwept(id)));
    worker.signal('SIGCONT');
    await releaseAll(held);
    await expectNothingLeft(held.map(([id]) => id));
    await other.kill();
  });

  it('leaves nothing when the only worker stands still meanwhile', async () => {
    const held = await bringToWrites(3);
    worker.signal('SIGSTOP');
    await removeAll(held);
    worker.signal('SIGCONT');
    await releaseAll(held);
    await expectNothingLeft(held.map(([id]) => id));
  });

  it('leaves nothing when its worker dies, whatever the deletion has done', async () => {
    const calm = await cluster.connect(cluster.sheet(ORDERS));
    await cluster.sync(calm);
    cluster.proxy.watch(calm);
    expect(await remove(calm)).toBe(204);
    await expectNothingLeft([calm]);
    const ids = await cluster.connectMany(
      cluster.sheet(ORDERS),
      cluster.proxy.writesOf(calm).length,
    );
    for (const asked of await cluster.askAll(ids)) await cluster.ended(asked);
    const held = ids.map((id, nth): [string, HeldWrite] => [id, cluster.proxy.hold({ id, nth })]);
    await removeAll(held);
    await Promise.all(held.map(([, write]) => write.reached()));
    const dead = worker;
    await dead.kill();
    for (const [, write] of held) write.release();
    worker = await cluster.worker();
    await cluster.leaseIsOver(dead);
    await expectNothingLeft(ids);
  });

  it('leaves nothing when a worker dies whose last write comes to the store after the deletion', async () => {
    const held = await bringToWrites(1);
    const dead = worker;
    dead.signal('SIGSTOP');
    worker = await cluster.worker();
    await removeAll(held);
    await cluster.leaseIsOver(dead);
    await Promise.all(held.map(([id]) => isSwept(id)));
    await releaseAll(held);
    await dead.kill();
    await cluster.cycle();
    await expectNothingLeft(held.map(([id]) => id));
  });

  it('leaves nothing of a deletion that failed once it is replayed', async () => {
    const id = await cluster.connect(cluster.sheet(ORDERS));
    const held = cluster.proxy.hold({ id, of: 'delete sheet_sync_states' });
    expect(await remove(id)).toBe(204);
    await held.reached();
    // It lost so many workers that it counts as the reason.
    await cluster.runs.updateOne({ subject: id, is_active: true }, { $set: { loss_count: 1e9 } });
    const dead = worker;
    await dead.kill();
    held.release();
    worker = await cluster.worker();
    await cluster.leaseIsOver(dead);
    const letter = await eventually('the deletion is a dead letter', async () => {
      const found = await cluster.store.collection('dead_letters').findOne({ subject: id });
      return found ?? undefined;
    });
    expect(letter).toMatchObject({ kind: 'sheet.deletion', error: { code: 'WORKER_LOST' } });
    await cluster.replay(letter._id.toHexString());
    await expectNothingLeft([id]);
  });
});
