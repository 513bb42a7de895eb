import { type OrderSheet } from './support/order-sheet';
import { problemsOf } from './support/problems-of';
import { ACCOUNTS, type AskedSync, SheetCluster } from './support/sheet-cluster';

const [READER] = ACCOUNTS;
/** Two answers: the second is asked for when the first thousand rows are stored. */
const ORDERS = 2_700;
const LAST_OF_FIRST_ANSWER = 2_001;

describe('what happens to a sheet while it is synced', () => {
  let cluster: SheetCluster;

  beforeAll(async () => {
    cluster = await SheetCluster.open();
    await cluster.worker();
  });

  afterAll(() => cluster.close());

  /** Has a sheet synced, and something happen to it before the cursor moves for the first time. */
  const syncWhile = async (
    sheet: OrderSheet,
    options: object,
    happens: () => unknown,
  ): Promise<AskedSync> => {
    const id = await cluster.connect(sheet, options);
    const first = cluster.proxy.hold({ id, of: 'update sheet_raw_data' });
    const sync = await cluster.ask(id);
    await first.reached();
    await happens();
    first.release();
    await cluster.ended(sync);
    return sync;
  };

  it.each(['append', 'mirror'])('access revoked: %s says whom to share with', async (sync_mode) => {
    const sheet = cluster.sheet(ORDERS);
    const sync = await syncWhile(sheet, { sync_mode }, () =>
      cluster.emulator.files.unshare(sheet.id, READER),
    );
    const end = { succeeded: false, upTo: LAST_OF_FIRST_ANSWER };
    expect(await problemsOf(cluster, sync, sheet, end)).toEqual([]);
    expect(await cluster.stateOf(sync.id)).toMatchObject({
      error_code: 'SHEET_NOT_SHARED',
      error_message: `Cannot access sheet. Please share with ${READER}`,
    });

    cluster.emulator.files.share(sheet.id, READER);
    const next = await cluster.sync(sync.id);
    expect(await problemsOf(cluster, next, sheet)).toEqual([]);
    const report = await cluster.reports.findOne({ run_id: next.runId });
    const read = sync_mode === 'append' ? sheet.lastRow - LAST_OF_FIRST_ANSWER : ORDERS;
    expect(report?.counts.rows_read).toBe(read);
  });

  it.each(['append', 'mirror'])('tab renamed: %s follows it', async (sync_mode) => {
    const sheet = cluster.sheet(ORDERS);
    const sync = await syncWhile(sheet, { sync_mode }, () =>
      sheet.handle.renameTab('Orders', 'Orders 2026').addTab({ title: 'Newer' }),
    );
    expect(await problemsOf(cluster, sync, sheet)).toEqual([]);
    const { body } = await cluster.client.get(`/api/v1/sheet-connections/${sync.id}`);
    expect(body).toMatchObject({ sheet_name: 'Orders 2026' });
  });

  it('tab deleted: it fails and says which tabs there are', async () => {
    const sheet = cluster.sheet(ORDERS);
    const sync = await syncWhile(sheet, {}, () => sheet.handle.deleteTab('Orders'));
    const end = { succeeded: false, upTo: LAST_OF_FIRST_ANSWER };
    expect(await problemsOf(cluster, sync, sheet, end)).toEqual([]);
    expect(await cluster.stateOf(sync.id)).toMatchObject({
      error_code: 'TAB_NOT_FOUND',
      error_message: expect.stringMatching(/no tab "Orders" any more; it has "Other"/),
    });
  });

  it('tokens expired: it goes on with a new one', async () => {
    const sheet = cluster.sheet(ORDERS);
    const sync = await syncWhile(sheet, {}, () => cluster.emulator.accounts.expireTokens(READER));
    expect(await problemsOf(cluster, sync, sheet)).toEqual([]);
    const refused = cluster.emulator.log.entries({ status: 401, path: new RegExp(sheet.id) });
    expect(refused).toHaveLength(1);
    expect(await cluster.ended(sync)).toMatchObject({ attempt: 1, retry_count: 0 });
  });

  it('rows appended: it ends at the last row that there is', async () => {
    const sheet = cluster.sheet(ORDERS);
    const sync = await syncWhile(sheet, {}, () => sheet.append(400));
    expect(await problemsOf(cluster, sync, sheet)).toEqual([]);
  });
});
