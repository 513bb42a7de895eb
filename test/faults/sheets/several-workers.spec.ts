import { setTimeout as delay } from 'node:timers/promises';
import { LIMIT_MS, scaled } from '../support/scale';
import { problemsOf } from './support/problems-of';
import { SheetSite } from './support/sheet-site';

jest.setTimeout(LIMIT_MS);

const CONNECTIONS = scaled(60, 600);
const ORDERS = 2_200;

describe('several workers', () => {
  let site: SheetSite;

  beforeEach(async () => {
    site = await SheetSite.open({ RUN_LEASE_SECONDS: '3' });
  });

  afterEach(() => site.close());

  it('sync every connection once', async () => {
    await Promise.all([site.worker(), site.worker()]);
    const sheet = site.sheet(120);
    const ids = await site.connectMany(sheet, CONNECTIONS);
    const before = site.emulator.log.entries().at(-1)?.sequence ?? 0;
    const syncs = await site.askAll(ids);
    const runs = await Promise.all(syncs.map((sync) => site.ended(sync)));
    const problems = await Promise.all(syncs.map((sync) => problemsOf(site, sync, sheet)));
    expect(problems.flat()).toEqual([]);
    expect(new Set(runs.map(({ worker }) => worker)).size).toBe(2);
    const read = { api: 'sheets', since: before } as const;
    expect(site.emulator.log.entries(read)).toHaveLength(CONNECTIONS);
  });

  it.each(['append', 'mirror'])('fence one that stood still too long, in mode %s', async (mode) => {
    const stopped = await site.worker();
    const sheet = site.sheet(ORDERS);
    const id = await site.connect(sheet, { sync_mode: mode });
    // Half of the second thousand of rows is on its way to the store.
    const late = site.line.hold({ id, nth: 6, when: 'before' });
    const sync = await site.ask(id);
    await late.reached;
    stopped.signal('SIGSTOP');

    await site.worker();
    const run = await site.ended(sync);
    expect(run.loss_count).toBe(1);
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
