import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { PrivateRedis, type PrivateRedisOptions } from '../../../libs/redis/src/private-server';
import { identityOf, isRunning, type ProcessIdentity } from '@tributary/process-lock';
import { Deadline, poll } from '../../../libs/redis/src/private-server/waiting';

/** Compiled by the global setup, since an owner is a plain node process. */
const LIBRARY = resolve(__dirname, '../../../dist/libs/redis/src/private-server');
const PATIENCE_MS = 240_000;

/** What an owner process prints, a line each. */
export interface Fact {
  pid?: number;
  url?: string;
  stopped?: boolean;
  interrupted?: boolean;
  failed?: string;
  ownerPid?: number;
  message?: string;
}

/** A node process that runs owner.cjs. */
export class Owner {
  private readonly lines: AsyncIterator<string>;
  /** Resolves when it has ended and nobody holds its output any more. */
  readonly closed: Promise<unknown>;

  constructor(
    readonly child: ChildProcess,
    private readonly watch: (redisPid: number) => void,
  ) {
    this.lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    this.closed = once(child, 'close');
  }

  get pid(): number {
    return this.child.pid!;
  }

  async nextFact(): Promise<Fact> {
    const line = await this.lines.next();
    if (line.done) throw new Error('the owner ended without another word');
    const fact = JSON.parse(line.value) as Fact;
    if (fact.pid !== undefined) this.watch(fact.pid);
    return fact;
  }

  async redis(): Promise<{ pid: number; url: string }> {
    const fact = await this.nextFact();
    if (fact.pid === undefined || fact.url === undefined) throw new Error(JSON.stringify(fact));
    return { pid: fact.pid, url: fact.url };
  }
}

/** Throw-away folders and processes; everything started here is gone after `tidyUp`. */
export class Workshop {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'private-redis-')));
  private readonly started: PrivateRedis[] = [];
  private readonly owners: Owner[] = [];
  private readonly watched: Promise<ProcessIdentity | undefined>[] = [];
  private folders = 0;

  folder(name = 'redis'): string {
    const path = join(this.root, String(++this.folders), name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  script(text: string): string {
    const path = join(this.folder('bin'), 'program');
    writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return path;
  }

  async start(options: PrivateRedisOptions): Promise<PrivateRedis> {
    const redis = await PrivateRedis.start(options);
    this.started.push(redis);
    this.watch(redis.pid);
    return redis;
  }

  owner(folder: string, role: 'stay' | 'leave' | 'exitWhenTold' | 'stop' | 'hold'): Owner {
    const script = join(__dirname, 'owner.cjs');
    const owner = new Owner(
      spawn(process.execPath, [script, LIBRARY, folder, role], {
        detached: true,
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
      (pid) => this.watch(pid),
    );
    this.owners.push(owner);
    return owner;
  }

  /** Ends what the test left running and gives the processes that did not go by themselves. */
  async tidyUp(): Promise<ProcessIdentity[]> {
    await Promise.allSettled(this.started.splice(0).map((redis) => redis.stop()));
    for (const owner of this.owners.splice(0)) {
      owner.child.kill('SIGKILL');
      await owner.closed;
    }
    const left: ProcessIdentity[] = [];
    for (const identity of await Promise.all(this.watched.splice(0))) {
      if (!identity || (await eventually(async () => !(await isRunning(identity))))) continue;
      left.push(identity);
      process.kill(identity.pid, 'SIGKILL');
    }
    return left;
  }

  private watch(redisPid: number): void {
    const watchdog = watchdogOf(redisPid);
    this.watched.push(identityOf(redisPid), identityOf(watchdog ?? 0));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Whether the process with this pid runs. */
export async function runs(pid: number): Promise<boolean> {
  return (await identityOf(pid)) !== undefined;
}

/** Waits for the end of a process. */
export async function endsSoon(pid: number): Promise<boolean> {
  return eventually(async () => !(await runs(pid)));
}

/** Waits until something is true; false when it did not become so. */
export async function eventually(check: () => boolean | Promise<boolean>): Promise<boolean> {
  const attempt = async (): Promise<true | undefined> => ((await check()) ? true : undefined);
  return (await poll(attempt, new Deadline(PATIENCE_MS))) ?? false;
}

/** The pid of the watchdog that guards a redis-server. */
export function watchdogOf(redisPid: number): number | undefined {
  const table = execFileSync('ps', ['-ww', '-eo', 'pid=,args='], { encoding: 'utf8' });
  const row = new RegExp(`^\\s*(\\d+) .*private-redis-watchdog ${redisPid}$`);
  const pids = table.split('\n').map((line) => row.exec(line.trimEnd())?.[1]);
  const pid = pids.find((found) => found !== undefined);
  return pid === undefined ? undefined : Number(pid);
}

/** Runs a piece of work with a client that is closed afterwards. */
export async function withClient<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on('error', () => undefined);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}
