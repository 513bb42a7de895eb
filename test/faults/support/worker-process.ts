import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const PROGRAM = join(__dirname, '../../../dist/test/faults/program/main.js');
const START_DEADLINE_MS = 300_000;

/** A real Tributary process with the kinds of the fault tests, to be ended in whatever way. */
export class WorkerProcess {
  /** Resolves with its address, if it listens, when it is up. */
  readonly up: Promise<string | undefined>;
  readonly exit: Promise<number | null>;
  isUp = false;
  output = '';

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    this.exit = once(child, 'exit').then(([code]) => code as number | null);
    this.up = this.started();
    this.up.catch(() => undefined);
  }

  /** Starts one with exactly this environment; does not wait for it. */
  static spawn(environment: Record<string, string>): WorkerProcess {
    const cwd = environment.DATA_DIR;
    return new WorkerProcess(fork(PROGRAM, { cwd, env: environment, silent: true }));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Reaches only a process that was not seen to end: its number may be another's by then. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends it without a chance to clean up, and waits until it is gone. */
  async kill(): Promise<void> {
    if (this.isAlive) this.signal('SIGKILL');
    await this.exit;
  }

  /** Asks it to end and gives its exit code. */
  async terminate(): Promise<number | null> {
    this.signal('SIGTERM');
    return this.exit;
  }

  private async started(): Promise<string | undefined> {
    const deadline = AbortSignal.timeout(START_DEADLINE_MS);
    const ended = this.exit.then((code) => {
      throw new Error(`It ended with ${code} instead of starting:\n${this.output}`);
    });
    const message = once(this.child, 'message', { signal: deadline });
    message.catch(() => undefined);
    const [{ address }] = (await Promise.race([message, ended])) as [{ address?: string }];
    this.isUp = true;
    return address;
  }
}
