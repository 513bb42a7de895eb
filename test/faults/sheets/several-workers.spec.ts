import { scaled } from '../../setup/scale';
import { problemsOf } from './support/problems-of';
import { CHUNK_ROWS, SheetSite } from './support/sheet-site';

const CONNECTIONS = scaled(10, 600);
const ORDERS = 2.2 * CHUNK_ROWS;

describe('several workers', () => {
  let site: SheetSite;

  afterEach(() => site.close());

  it('sync every connection once', async () => {
    site = await SheetSite.open();
    await Promise.all([site.worker(), site.worker()]);
    const sheet = site.sheet(120);
    const ids = await site.connectMany(sheet, CONNECTIONS);
    const before = site.emulator.log.entries().at(-1)?.sequence ?? 0;
    const syncs = await site.askAll(ids);
    const runs = await Promise.all(syncs.map((sync) => site.ended(sync)));
    const problems = await Promise.all(syncs.map((sync) => problemsOf(site, sync, sheet)));
    expect(problems.flat()).toEqual([]);
    expect(new Set(runs.map(({ worker }) => worker)).size).toBe(2);
    expect(runs.filter(({ loss_count }) => loss_count > 0)).toEqual([]);
    const reads = site.emulator.log.entries({ api: 'sheets', since: before });
    expect(reads.length).toBe(CONNECTIONS);
  });

  it.each(['append', 'mirror'])('fence one that stood still too long, in mode %s', async (mode) => {
    site = await SheetSite.open({ RUN_LEASE_SECONDS: '3' });
    const stopped = await site.worker();
    const sheet = site.sheet(ORDERS);
    const id = await site.connect(sheet, { sync_mode: mode });
    // The last rows of the second chunk are on their way to the store.
    const late = site.line.hold({ id, nth: scaled(1, 3), of: 'update sheet_raw_data' });
    const sync = await site.ask(id);
    await late.reached();
    stopped.signal('SIGSTOP');

    await site.worker();
    const run = await site.ended(sync);
    expect(run.loss_count).toBeGreaterThan(0);
    expect(await problemsOf(site, sync, sheet)).toEqual([]);
    const stored = async (): Promise<unknown[]> => [
      await site.stateOf(id),
      await site.rows.find({ connection_id: id }).sort({ row_number: 1 }).toArray(),
      await site.runs.find({ subject: id }).toArray(),
    ];
    const asOther = await stored();

    late.release();
    stopped.signal('SIGCONT');
    await late.answered();
    // It has noticed when it takes up work again.
    const next = await site.sync(await site.connect(site.sheet(1)));
    expect(next.run.status).toBe('succeeded');
    expect(await stored()).toEqual(asOther);
    expect(stopped.isAlive).toBe(true);
    expect(await problemsOf(site, sync, sheet)).toEqual([]);
  });
});
