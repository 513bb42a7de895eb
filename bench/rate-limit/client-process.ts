import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BenchmarkContext } from '../harness/benchmark';
import { type Answer, type Order } from './orders';

/** No order takes longer, with what it is told to last. */
const ORDER_LIMIT_MS = 30_000;

/** A process that shares a quota with others. */
export class ClientProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly signal: AbortSignal,
  ) {}

  static start(context: BenchmarkContext): ClientProcess {
    const child = fork(join(__dirname, 'client.js'), { cwd: context.folder });
    const ended = new AbortController();
    child.once('exit', () => ended.abort(new Error('a client process has ended')));
    context.defer(() => void child.kill('SIGKILL'));
    return new ClientProcess(child, AbortSignal.any([context.signal, ended.signal]));
  }

  /** Resolves when it is done; to how many were served a second. */
  async obey(order: Order): Promise<number> {
    this.signal.throwIfAborted();
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(ORDER_LIMIT_MS)]);
    const answered = once(this.child, 'message', { signal }) as Promise<[Answer]>;
    this.child.send(order);
    const [answer] = await answered.catch(() => {
      throw new Error(`${order.limiter} could not ${order.task}: ${String(signal.reason)}`);
    });
    if ('error' in answer) throw new Error(`${order.limiter}, ${order.task}: ${answer.error}`);
    return answer.perSecond;
  }
}

/** Has all of them do the same at the same time; resolves to what they reached together. */
export async function all(clients: readonly ClientProcess[], order: Order): Promise<number> {
  const reached = await Promise.all(clients.map((client) => client.obey(order)));
  return reached.reduce((sum, perSecond) => sum + perSecond, 0);
}
