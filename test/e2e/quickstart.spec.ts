import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { throwAwayFolder } from '../factories/environment';

// Whole processes start here and sync 70,000 rows, on machines that may be busy.
jest.setTimeout(600_000);

const ROWS = { Orders: 20_000, Order_Items: 44_538, Customers: 6_000, Products: 400 };
const SCRIPT = join(__dirname, '../../scripts/quickstart.mjs');

class Quickstart {
  output = '';
  readonly exit: Promise<number | null>;

  private constructor(readonly child: ChildProcess) {
    this.exit = once(child, 'close').then(([code]) => code as number | null);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
  }

  static start(args: string[], environment: Record<string, string> = {}): Quickstart {
    const child = spawn(process.execPath, [SCRIPT, ...args], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: throwAwayFolder(),
        PORT: '0',
        ...environment,
      },
    });
    return new Quickstart(child);
  }

  async says(text: string): Promise<void> {
    for (let tries = 0; !this.output.includes(text); tries += 1) {
      if (tries > 10_000 || this.child.exitCode !== null) {
        throw new Error(`It never said "${text}":\n${this.output}`);
      }
      await delay(20);
    }
  }

  /** The processes that it started: redis-server, api and worker. */
  get pids(): number[] {
    const found = this.output.matchAll(/(?:redis-server |\(process )(\d+)/g);
    return [...new Set([...found].map(([, pid]) => Number(pid)))];
  }
}

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

async function allGone(pids: number[]): Promise<void> {
  const isRunning = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  for (let tries = 0; pids.some(isRunning); tries += 1) {
    if (tries > 1500) throw new Error(`Still running: ${pids.filter(isRunning).join()}`);
    await delay(20);
  }
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

  it('can be stopped in a sync, and then says that the job was not done', async () => {
    const quickstart = Quickstart.start(['--once'], { SHUTDOWN_GRACE_SECONDS: '1' });
    await quickstart.says('Syncing its tabs');
    quickstart.child.kill('SIGINT');
    expect(await quickstart.exit).toBe(1);
    await allGone(quickstart.pids);
  });

  it('leaves sheets alone where Google is configured, and checks the pipeline', async () => {
    const GOOGLE_API_BASE_URL = 'http://127.0.0.1:9';
    const quickstart = Quickstart.start(['--once'], { GOOGLE_API_BASE_URL });
    expect(await quickstart.exit).toBe(0);
    expect(quickstart.output).toContain('"status":"succeeded"');
    expect(quickstart.output).toContain('To connect a sheet of your own');
  });

  it('fails with the reason when a part cannot start', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    const quickstart = Quickstart.start(['--once'], { PORT: String(port) });
    expect(await quickstart.exit).toBe(1);
    expect(quickstart.output).toContain(`Port ${port} of 127.0.0.1 is in use.`);
    await allGone(quickstart.pids);
    holder.close();
  });

  it('shows every problem of a bad environment', async () => {
    const quickstart = Quickstart.start(['--once'], { PORT: 'x', LOG_LEVEL: 'loud' });
    expect(await quickstart.exit).toBe(1);
    expect(quickstart.output).toContain('2 problems in the environment');
  });
});
