import { scaled } from '../../setup/scale';
import { problemsOf } from './support/problems-of';
import { SheetSite } from './support/sheet-site';

/** More than one worker works on at a time: some wait in the queue. */
const CONNECTIONS = scaled(36, 200);

describe('a Redis that is wiped in the middle of syncs', () => {
  let site: SheetSite;

  beforeAll(async () => {
    site = await SheetSite.open();
    await site.worker();
  });

  afterAll(() => site.close());

  it('costs no sync, neither those under way nor those that wait', async () => {
    const sheet = site.sheet(100);
    const ids = await site.connectMany(sheet, CONNECTIONS);
    const held = ids.map((id) => site.line.hold({ id, of: 'update sheet_raw_data' }));
    const syncs = await site.askAll(ids);
    await Promise.any(held.map((write) => write.reached()));
    const waiting = await site.runs.countDocuments({ status: 'queued' });
    expect(waiting).toBeGreaterThan(0);
    await site.redis.wipe();
    for (const write of held) write.release();
    await Promise.all(syncs.map((sync) => site.ended(sync)));
    const problems = await Promise.all(syncs.map((sync) => problemsOf(site, sync, sheet)));
    expect(problems.flat()).toEqual([]);
  });
});
