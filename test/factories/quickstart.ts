import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { scaled } from '../setup/scale';
import { throwAwayFolder } from './environment';

/** How many orders the sample shop has. */
export const ORDERS = scaled(500, 20_000);

const SCRIPT = join(__dirname, '../../scripts/quickstart.mjs');

/** `npm run quickstart` as a user starts it. */
export class Quickstart {
  output = '';
  readonly exit: Promise<number | null>;

  private constructor(readonly child: ChildProcess) {
    this.exit = once(child, 'close').then(([code]) => code as number | null);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
  }

  static start(args: string[], environment: Record<string, string> = {}): Quickstart {
    const child = spawn(process.execPath, [SCRIPT, `--orders=${ORDERS}`, ...args], {
      env: {
        PATH: process.env.PATH,
        TMPDIR: tmpdir(),
        DATA_DIR: throwAwayFolder(),
        PORT: '0',
        // One that was killed is waited for by the next one in its folder.
        RUN_LEASE_SECONDS: '5',
        RECONCILE_SECONDS: '1',
        DISPATCH_CHECK_SECONDS: '4',
        ...environment,
      },
    });
    return new Quickstart(child);
  }

  async says(text: string): Promise<void> {
    for (let tries = 0; !this.output.includes(text); tries += 1) {
      if (tries > 15_000 || this.child.exitCode !== null) {
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

/** Waits until processes are gone. */
export async function allGone(pids: number[]): Promise<void> {
  const isRunning = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  for (let tries = 0; pids.some(isRunning); tries += 1) {
    if (tries > 15_000) throw new Error(`Still running: ${pids.filter(isRunning).join()}`);
    await delay(20);
  }
}
