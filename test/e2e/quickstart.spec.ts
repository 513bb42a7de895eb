import { DEFAULT_SEED } from '../../packages/google-emulator/src/sample/add-sample-data';
import { SampleShop, shopSize } from '../../packages/google-emulator/src/sample/shop';
import { throwAwayFolder } from '../factories/environment';
import { allGone, ORDERS, Quickstart } from '../factories/quickstart';

const ROWS = {
  Orders: ORDERS,
  Order_Items: new SampleShop(DEFAULT_SEED, shopSize(ORDERS)).itemCount,
  Customers: (ORDERS * 3) / 10,
  Products: 400,
};

/** The numbers of a tab in the tables that were printed, table by table. */
function numbersOf(tab: string, output: string): number[][] {
  const lines = output.matchAll(new RegExp(`^  ${tab} +(\\d[\\d,. ]+)$`, 'gm'));
  return [...lines].map(([, cells = '']) => cells.replaceAll(',', '').split(/ +/).map(Number));
}

/** Four tabs were synced, an order was edited, and the sync after that changed it and nothing else. */
function expectTheMainJobDone({ output }: Quickstart): void {
  for (const [tab, rows] of Object.entries(ROWS)) {
    const [synced = [], syncedAgain = []] = numbersOf(tab, output);
    const changed = tab === 'Orders' ? 1 : 0;
    expect([tab, ...synced.slice(0, 3)]).toEqual([tab, rows, rows, 0]);
    expect([tab, ...syncedAgain.slice(0, 3)]).toEqual([tab, rows, rows - changed, changed]);
  }
  expect(output).toContain(
    'Just one row changed: order DH100001, in row 2\n  order_status: "delivered" → "returned"\n',
  );
  expectTheOrdersAddedUp(output);
}

/** The summary is that of all orders, and a chart has a bar for each month of them, in 80 columns. */
function expectTheOrdersAddedUp(output: string): void {
  const [, cells = ''] = /^ {2}total orders +total amount +average\n([\d, ]+)$/m.exec(output) ?? [];
  const [count, amount = 0, average = 0] = cells.replaceAll(',', '').trim().split(/ +/).map(Number);
  expect(count).toBe(ROWS.Orders);
  expect(amount / average / ROWS.Orders).toBeCloseTo(1, 2);
  expect(output).toContain('Amounts from 2024-11-01 to 2026-10-31, by month:');
  const lines = [...output.matchAll(/^ {2}(20\d\d-\d\d)  +([\d.]+[KMB]) {2}(█*)$/gm)];
  expect(lines.map(([, month]) => month)).toEqual(
    Array.from({ length: 24 }, (_, at) => {
      return new Date(Date.UTC(2024, 10 + at)).toISOString().slice(0, 'YYYY-MM'.length);
    }),
  );
  expect(Math.max(...lines.map(([, , , bar = '']) => bar.length))).toBe(40);
  for (const [line] of lines) expect(line.length).toBeLessThan(80);
}

/** What the curl lines would show. */
function answersToPrintedRequests(output: string): Promise<unknown[]> {
  const [, token] = /TOKEN=(\S+)/.exec(output) ?? [];
  const lines = output.matchAll(/curl -H "Authorization: Bearer \$TOKEN" '(\S+)'/g);
  return Promise.all(
    [...lines].map(async ([, url = '']) => {
      const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
      return (await response.json()) as unknown;
    }),
  );
}

describe('npm run quickstart', () => {
  const usedFolder = throwAwayFolder();

  it('takes everything with it when it is killed in a sync', async () => {
    const environment = { DATA_DIR: usedFolder, SHUTDOWN_GRACE_SECONDS: '1' };
    const killed = Quickstart.start([], environment);
    await killed.says('Syncing its tabs');
    killed.child.kill('SIGKILL');
    await allGone(killed.pids);
  });

  it('does the main job once in the folder of one that was killed, prints where to look, and leaves nothing behind', async () => {
    const quickstart = Quickstart.start(['--once'], { DATA_DIR: usedFolder });
    expect(await quickstart.exit).toBe(0);
    expectTheMainJobDone(quickstart);
    expect(quickstart.output).toMatch(/Swagger UI {4}http:\/\/127\.0\.0\.1:\d+\/docs/);
    expect(quickstart.output).toContain('demo@tributary.example / tributary-demo');
    expect(quickstart.pids).toHaveLength(3);
    await allGone(quickstart.pids);
  });

  it('does it again in the same folder, and stays up until Ctrl-C; what it printed works meanwhile', async () => {
    const quickstart = Quickstart.start([], { DATA_DIR: usedFolder });
    await quickstart.says('Ctrl-C stops everything');
    expectTheMainJobDone(quickstart);
    const [me, connections, orders, runs, platforms] = await answersToPrintedRequests(
      quickstart.output,
    );
    expect(me).toMatchObject({ email: 'demo@tributary.example' });
    expect(connections).toMatchObject(
      Object.keys(ROWS).map((sheet_name) => ({ sheet_name, status: 'success' })),
    );
    expect(orders).toMatchObject({
      total: ROWS.Orders,
      data: [{ row_number: 2, data: { order_id: 'DH100001', order_status: 'returned' } }, {}],
    });
    expect(runs).toHaveProperty('data.0.counts.rows_updated', 1);
    expect(platforms).toMatchObject({ field: 'platform', metric: 'amount' });
    quickstart.child.kill('SIGINT');
    expect(await quickstart.exit).toBe(0);
    await allGone(quickstart.pids);
  });
});
