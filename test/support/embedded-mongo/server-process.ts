import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { SERVER_ENTRY } from './server-entry';

const START_DEADLINE_MS = 300_000;

/** Our server as a process of its own, to be killed at will. */
export class ServerProcess {
  output = '';
  readonly exit: Promise<number | null>;

  private constructor(readonly child: ChildProcess) {
    this.exit = once(child, 'exit').then(([code]) => code as number | null);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    running.add(this);
    void this.exit.then(() => running.delete(this));
  }

  /** Starts a server, on a free port unless told; does not wait for it. */
  static spawn(folder: string, port = 0): ServerProcess {
    const args = [SERVER_ENTRY, '--folder', folder, '--port', String(port)];
    return new ServerProcess(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  /** Resolves with its address when it is up; rejects when it ends instead. */
  async up(): Promise<string> {
    const deadline = Date.now() + START_DEADLINE_MS;
    for (;;) {
      const url = /mongodb:\/\/[\w.:[\]]+/.exec(this.output)?.[0];
      if (url) return url;
      if (this.child.exitCode !== null || this.child.signalCode !== null || Date.now() > deadline) {
        throw new Error(`the server did not start:\n${this.output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Ends it without a chance to clean up, and waits until it is gone. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exit;
  }
}

const running = new Set<ServerProcess>();

/** Ends what a failed test left behind. */
export async function killServers(): Promise<void> {
  await Promise.all([...running].map((server) => server.kill()));
}
