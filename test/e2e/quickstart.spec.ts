import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { throwAwayFolder } from '../factories/environment';

// Whole processes start here, on machines that may be busy.
jest.setTimeout(120_000);

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
      if (tries > 1000) throw new Error(`It never said "${text}":\n${this.output}`);
      await delay(20);
    }
  }

  /** The processes that it started: redis-server, api and worker. */
  get pids(): number[] {
    const found = this.output.matchAll(/(?:redis-server |\(process )(\d+)/g);
    return [...new Set([...found].map(([, pid]) => Number(pid)))];
  }
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
    if (tries > 500) throw new Error(`Still running: ${pids.filter(isRunning).join()}`);
    await delay(20);
  }
}

describe('npm run quickstart', () => {
  it('does the main job once, prints where to look, and leaves nothing behind', async () => {
    const quickstart = Quickstart.start(['--once']);
    expect(await quickstart.exit).toBe(0);
    expect(quickstart.output).toContain('"status":"succeeded"');
    expect(quickstart.output).toMatch(/Swagger UI {4}http:\/\/127\.0\.0\.1:\d+\/docs/);
    expect(quickstart.output).toContain('demo@tributary.example / tributary-demo');
    expect(quickstart.pids).toHaveLength(3);
    await allGone(quickstart.pids);
  });

  it('stays up until Ctrl-C; the sample login and token work meanwhile', async () => {
    const quickstart = Quickstart.start([]);
    await quickstart.says('Ctrl-C stops everything');
    const [, url, token] =
      /curl (\S+)\/api\/v1\/auth\/me -H 'Authorization: Bearer (\S+)'/.exec(quickstart.output) ??
      [];
    const response = await fetch(`${url}/api/v1/auth/me`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(await response.json()).toMatchObject({ email: 'demo@tributary.example' });
    quickstart.child.kill('SIGINT');
    expect(await quickstart.exit).toBe(0);
    await allGone(quickstart.pids);
  });

  it('takes everything with it when it is killed, and starts again in the same folder', async () => {
    const DATA_DIR = throwAwayFolder();
    const killed = Quickstart.start([], { DATA_DIR });
    await killed.says('Ctrl-C stops everything');
    killed.child.kill('SIGKILL');
    await allGone(killed.pids);
    const again = Quickstart.start(['--once'], { DATA_DIR });
    expect(await again.exit).toBe(0);
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
