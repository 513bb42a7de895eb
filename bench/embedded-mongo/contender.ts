import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Collection, MongoClient } from 'mongodb';
import { type BenchmarkContext } from '../harness/benchmark';

const START_LIMIT_MS = 30_000;

/** A server process with a collection of rows, and a client that talks to it. */
export class Contender {
  private constructor(
    private readonly child: ChildProcess,
    readonly client: MongoClient,
  ) {}

  /** Starts the engine on a folder, or on memory, and has it ended later. */
  static async start(context: BenchmarkContext, place: string): Promise<Contender> {
    const child = fork(join(__dirname, 'server.js'), [place], { cwd: context.folder });
    context.defer(() => void child.kill('SIGKILL'));
    const { url } = (await messageOf(child, context.signal)) as { url: string };
    const client = await new MongoClient(url).connect();
    context.defer(() => client.close());
    return new Contender(child, client);
  }

  get rows(): Collection {
    return this.client.db('bench').collection('rows');
  }

  /** The memory of the server process that is not swapped out. */
  async residentBytes(): Promise<number> {
    this.child.send('memory');
    const answer = (await messageOf(this.child)) as { residentBytes: number };
    return answer.residentBytes;
  }

  /** Ends the process without a word. */
  async kill(): Promise<void> {
    await this.client.close();
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}

async function messageOf(child: ChildProcess, signal?: AbortSignal): Promise<unknown> {
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  const [message] = (await once(child, 'message', {
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  })) as [unknown];
  return message;
}
