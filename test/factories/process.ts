import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const ENTRY = join(__dirname, '../../dist/src/main.js');
const START_DEADLINE_MS = 300_000;

/** A real Tributary process: the compiled program, started as a user starts it. */
export class ProcessUnderTest {
  output = '';

  private constructor(
    readonly child: ChildProcess,
    readonly exit: Promise<number | null>,
  ) {}

  /** Starts it with exactly this environment. */
  static spawn(environment: Record<string, string>, cwd: string): ProcessUnderTest {
    const child = fork(ENTRY, { cwd, env: environment, silent: true });
    const exit = once(child, 'exit').then(([code]) => code as number | null);
    const started = new ProcessUnderTest(child, exit);
    spawned.push(started);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (started.output += chunk.toString()));
    }
    return started;
  }

  /** Resolves with its address, if it listens, when it is up. */
  async up(): Promise<string | undefined> {
    const message = once(this.child, 'message', { signal: AbortSignal.timeout(START_DEADLINE_MS) });
    const [{ address }] = (await Promise.race([
      message,
      this.exit.then((code) => {
        throw new Error(`It ended with ${code} instead of starting:\n${this.output}`);
      }),
    ])) as [{ address?: string }];
    return address;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits for a line in its output. */
  async said(text: string): Promise<void> {
    for (let tries = 0; !this.output.includes(text); tries += 1) {
      if (tries > 15_000) throw new Error(`It never said "${text}":\n${this.output}`);
      await delay(20);
    }
  }
}

const spawned: ProcessUnderTest[] = [];

afterEach(async () => {
  for (const { child, exit } of spawned.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exit;
  }
});
