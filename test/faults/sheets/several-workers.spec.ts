import { setTimeout as delay } from 'node:timers/promises';
import { LIMIT_MS, scaled } from '../support/scale';
import { problemsOf } from './support/problems-of';
import { SheetSite } from './support/sheet-site';

jest.setTimeout(LIMIT_MS);

const CONNECTIONS = scaled(40, 600);
const ORDERS = 2_200;

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
    // Half of the second thousand of rows is on its way to the store.
    const late = site.line.hold({ id, nth: 3, of: 'update sheet_raw_data' });
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
    await delay(2_000);
    expect(await stored()).toEqual(asOther);
    expect(stopped.isAlive).toBe(true);
    expect(await problemsOf(site, sync, sheet)).toEqual([]);
  });
});
