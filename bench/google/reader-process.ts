import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BenchmarkContext } from '../harness/benchmark';
import { type Access, type Answer, type Effort, type Order } from './reader';

/** Those who read; each has a program in readers/. */
export type ReaderName = 'tributary' | 'googleapis-sheets' | 'google-spreadsheet';

/** No order takes longer. */
const ORDER_LIMIT_MS = 180_000;

/** A reader in a process of its own, so that what it takes is its own. */
export class ReaderProcess {
  private constructor(
    private readonly name: ReaderName,
    private readonly child: ChildProcess,
    private readonly signal: AbortSignal,
  ) {}

  static async start(
    context: BenchmarkContext,
    name: ReaderName,
    access: Access,
  ): Promise<ReaderProcess> {
    const program = join(__dirname, 'readers', `${name}.js`);
    const child = fork(program, { cwd: context.folder, env: {} });
    const ended = new AbortController();
    child.once('exit', () => ended.abort(new Error('its process has ended')));
    context.defer(() => void child.kill('SIGKILL'));
    const signal = AbortSignal.any([context.signal, ended.signal]);
    const reader = new ReaderProcess(name, child, signal);
    await reader.obey({ task: 'open', access });
    return reader;
  }

  /** Resolves when it is done, to what that took. */
  async obey(order: Order): Promise<Effort> {
    this.signal.throwIfAborted();
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(ORDER_LIMIT_MS)]);
    const answered = once(this.child, 'message', { signal }) as Promise<[Answer]>;
    this.child.send(order);
    const [answer] = await answered.catch(() => {
      throw new Error(`${this.name} could not ${order.task}: ${String(signal.reason)}`);
    });
    if ('error' in answer) throw new Error(`${this.name}, ${order.task}: ${answer.error}`);
    return answer.effort;
  }

  /** Ends it, so that it is in nobody's way. */
  async stop(): Promise<void> {
    await this.obey({ task: 'close' });
    this.child.disconnect();
    await once(this.child, 'exit');
  }
}
