import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchmarkContext } from '../harness/benchmark';

/** The compiled program: a benchmark runs from dist/bench. */
const PROGRAM = join(__dirname, '../../src/main.js');
const START_LIMIT_MS = 60_000;
const STOP_GRACE_MS = 40_000;

/** Tributary in one role, started as a user starts it. */
export class TributaryProcess {
  private constructor(
    private readonly child: ChildProcess,
    /** Where it answers requests, if it does. */
    readonly url: string,
  ) {}

  /** Starts it with exactly this environment, and a script before it if need be, waits until it is up, and has it ended later. */
  static async start(
    context: BenchmarkContext,
    env: Readonly<Record<string, string>>,
    preload?: string,
  ): Promise<TributaryProcess> {
    const execArgv = [
      ...process.execArgv,
      ...(preload === undefined ? [] : ['--require', preload]),
    ];
    const child = fork(PROGRAM, { cwd: context.folder, env, execArgv, silent: true });
    context.defer(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000)));
    }
    const limit = AbortSignal.timeout(START_LIMIT_MS);
    const signal = AbortSignal.any([context.signal, limit]);
    const up = once(child, 'message', { signal }) as Promise<[{ address?: string }]>;
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`Tributary ended with ${code} instead of starting:\n${output}`);
    });
    // After the start, nobody waits for the end in this way.
    ended.catch(() => undefined);
    const [{ address = '' }] = await Promise.race([up, ended]);
    return new TributaryProcess(child, address);
  }

  /** The most memory that it has ever had resident. */
  async peakBytes(): Promise<number> {
    const status = await readFile(`/proc/${this.child.pid}/status`, 'utf8');
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
    if (kilobytes === undefined) throw new Error('this system does not tell the peak of memory');
    return Number(kilobytes) * 1_024;
  }

  /** Has it finish what it does, and waits for its end. */
  async stop(): Promise<void> {
    const ended = once(this.child, 'exit', { signal: AbortSignal.timeout(STOP_GRACE_MS) });
    this.child.kill('SIGTERM');
    await ended;
  }
}
