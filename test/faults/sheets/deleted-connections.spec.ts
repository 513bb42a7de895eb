import { Types } from 'mongoose';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../factories/eventually';
import { LIMIT_MS, PATIENCE } from '../support/scale';
import { type WorkerProcess } from '../support/worker-process';
import { SheetSite } from './support/sheet-site';
import { type HeldWrite } from './support/store-line';

jest.setTimeout(LIMIT_MS);

/** Two chunks. */
const ORDERS = 1_200;
/** Whoever was late has come to its end by then. */
const LATER_MS = 3_000;

describe('a connection that is deleted while it is synced', () => {
  let site: SheetSite;
  let worker: WorkerProcess;

  beforeAll(async () => {
    site = await SheetSite.open();
    worker = await site.worker();
  });

  afterAll(() => site.close());

  /** What is left of connections, by collection. */
  const leftOf = async (ids: readonly string[]): Promise<Record<string, number>> => {
    const left: Record<string, number> = {};
    for (const { name } of await site.store.listCollections()) {
      const count = await site.store.collection(name).countDocuments({
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

  const expectNothingLeft = async (ids: readonly string[]): Promise<void> => {
    expect(await leftOf(ids)).toEqual({});
    await delay(LATER_MS);
    expect(await leftOf(ids)).toEqual({});
  };

  /** Brings the sync of each connection to another of its writes. */
  const bringToEachWrite = async (): Promise<[string, HeldWrite][]> => {
    const sheet = site.sheet(ORDERS);
    const calm = await site.connect(sheet);
    site.line.watch(calm);
    await site.sync(calm);
    const ids = await site.connectMany(sheet, site.line.writesOf(calm).length);
    const held = ids.map((id, nth): [string, HeldWrite] => [id, site.line.hold({ id, nth })]);
    await site.askAll(ids);
    await Promise.all(held.map(([, write]) => write.reached()));
    return held;
  };

  const remove = (id: string): Promise<number> =>
    site.client.delete(`/api/v1/sheet-connections/${id}`).then(({ status }) => status);

  const isGone = (id: string): Promise<true> =>
    eventually(
      'the connection is gone',
      async () => ((await site.states.countDocuments({ connection_id: id })) ? undefined : true),
      PATIENCE,
    );

  it('leaves nothing, at whichever write its sync is', async () => {
    const held = await bringToEachWrite();
    const removals = held.map(async ([id, write]) => {
      const removal = remove(id);
      await isGone(id);
      write.release();
      return removal;
    });
    expect(new Set(await Promise.all(removals))).toEqual(new Set([204]));
    await expectNothingLeft(held.map(([id]) => id));
  });

  it('leaves nothing when a write comes to the store after the deletion', async () => {
    const held = await bringToEachWrite();
    const removals = await Promise.all(held.map(([id]) => remove(id)));
    expect(new Set(removals)).toEqual(new Set([204]));
    for (const [, write] of held) write.release();
    await delay(LATER_MS);
    await expectNothingLeft(held.map(([id]) => id));
  });

  it('leaves nothing when its worker stands still meanwhile and another is there', async () => {
    const held = await bringToEachWrite();
    worker.signal('SIGSTOP');
    const other = await site.worker();
    const removals = Promise.all(held.map(([id]) => remove(id)));
    await Promise.all(held.map(([id]) => isGone(id)));
    await site.leaseIsOver(worker);
    expect(new Set(await removals)).toEqual(new Set([204]));
    for (const [, write] of held) write.release();
    worker.signal('SIGCONT');
    await delay(LATER_MS);
    await expectNothingLeft(held.map(([id]) => id));
    await other.kill();
  });

  it('leaves nothing when the only worker stands still meanwhile', async () => {
    const held = await bringToEachWrite();
    worker.signal('SIGSTOP');
    const removals = await Promise.all(held.map(([id]) => remove(id)));
    expect(new Set(removals)).toEqual(new Set([204]));
    for (const [, write] of held) write.release();
    worker.signal('SIGCONT');
    await delay(2 * LATER_MS);
    await expectNothingLeft(held.map(([id]) => id));
  });
});
