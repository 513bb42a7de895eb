import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ENTRY = join(__dirname, '../../dist/src/main.js');
const START_DEADLINE_MS = 300_000;

/** A real Tributary process: the compiled program, started as a user starts it. */
export class ProcessUnderTest {
  output = '';
  private readonly readers = new Set<() => void>();

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
      stream?.on('data', (chunk: Buffer) => {
        started.output += chunk.toString();
        for (const look of [...started.readers]) look();
      });
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

  /** Resolves as soon as a text is in its output; rejects when it ends without it. */
  async said(text: string): Promise<void> {
    const said = new Promise<void>((resolve) => {
      const look = (): void => {
        if (!this.output.includes(text)) return;
        this.readers.delete(look);
        resolve();
      };
      this.readers.add(look);
      look();
    });
    const closed = once(this.child, 'close').then(() => {
      throw new Error(`It ended without "${text}":\n${this.output}`);
    });
    await Promise.race([said, closed]);
  }
}

const spawned: ProcessUnderTest[] = [];

afterEach(async () => {
  for (const { child, exit } of spawned.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exit;
  }
});
