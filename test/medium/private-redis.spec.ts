import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import fs, { appendFile, mkdir, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { execFileSync, spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { basename, join } from 'node:path';
import {
  PrivateRedisInUseError,
  PrivateRedisStartError,
  RedisServerMissingError,
} from '../../libs/redis/src/private-server';
import {
  FolderInUseError,
  identityOf,
  OwnerLock,
  type ProcessIdentity,
  startFromPs,
} from '@tributary/process-lock';
import { ServerProcess } from '../../libs/redis/src/private-server/server-process';
import { writeState, type RedisState } from '../../libs/redis/src/private-server/state-file';
import {
  endsSoon,
  eventually,
  runs,
  watchdogOf,
  withClient,
  Workshop,
} from './private-redis/harness';

const DEAD: ProcessIdentity = { pid: process.pid, startedAt: 'another boot/1' };
const WORKING_FILES = ['owner.lock', 'state.json'];

const workshop = new Workshop();

afterEach(async () => {
  expect(await workshop.tidyUp()).toEqual([]);
});

afterAll(() => workshop.remove());

const set = (url: string, key: string, value: string): Promise<unknown> =>
  withClient(url, (client) => client.set(key, value));

const get = (url: string, key: string): Promise<string | null> =>
  withClient(url, (client) => client.get(key));

const workingFiles = (folder: string): string[] =>
  readdirSync(folder).filter((name) => WORKING_FILES.some((file) => name.startsWith(file)));

const appendOnlyFile = (folder: string): string => {
  const files = readdirSync(join(folder, 'appendonlydir'));
  return join(
    folder,
    'appendonlydir',
    files.find((name) => name.endsWith('.incr.aof'))!,
  );
};

const groupOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }));

const outcomes = async (starts: Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(starts)).map((start) =>
    start.status === 'fulfilled' ? 'started' : (start.reason as Error).name,
  );

describe('a private Redis', () => {
  it('listens on the loopback only and wants the password of its URL', async () => {
    const redis = await workshop.start({ folder: workshop.folder() });

    expect(await withClient(redis.url, (client) => client.config('GET', 'bind'))).toEqual([
      'bind',
      '127.0.0.1',
    ]);
    await expect(get(redis.url.replace(/:[^/].*@/, ''), 'key')).rejects.toThrow('NOAUTH');
  });

  it('appends to a file, takes no snapshots and evicts nothing', async () => {
    const folder = workshop.folder();
    const { url } = await workshop.start({ folder });

    const settings = await withClient(url, async (client) => ({
      appendonly: (await client.config('GET', 'appendonly')) as string[],
      appendfsync: (await client.config('GET', 'appendfsync')) as string[],
      save: (await client.config('GET', 'save')) as string[],
      policy: (await client.config('GET', 'maxmemory-policy')) as string[],
      dir: (await client.config('GET', 'dir')) as string[],
    }));

    expect(Object.values(settings).map(([, value]) => value)).toEqual([
      'yes',
      'everysec',
      '',
      'noeviction',
      folder,
    ]);
  });

  it('shows its password to no other user', async () => {
    const folder = workshop.folder();
    const { url } = await workshop.start({ folder });
    const { password } = new URL(url);

    const secret = readdirSync(folder).filter(
      (name) =>
        statSync(join(folder, name)).isFile() &&
        readFileSync(join(folder, name), 'utf8').includes(password),
    );
    expect(secret.sort()).toEqual(['redis.conf', 'state.json']);
    for (const name of secret) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(execFileSync('ps', ['-ww', '-eo', 'args='], { encoding: 'utf8' })).not.toContain(
      password,
    );
  });

  it('is gone after stop, with its watchdog and its working files, however often it is stopped', async () => {
    const folder = workshop.folder();
    const redis = await workshop.start({ folder });
    const watchdog = watchdogOf(redis.pid)!;
    const exitHooks = process.listenerCount('exit');

    await Promise.all([redis.stop(), redis.stop()]);
    await redis.stop();

    expect(await redis.exited).toEqual({ code: 0, signal: null });
    expect([await runs(redis.pid), await runs(watchdog)]).toEqual([false, false]);
    expect(workingFiles(folder)).toEqual([]);
    expect(process.listenerCount('exit')).toBe(exitHooks - 1);
  });

  it('keeps its data over a stop', async () => {
    const folder = workshop.folder();
    const first = await workshop.start({ folder });
    await set(first.url, 'key', 'kept');
    await first.stop();

    const second = await workshop.start({ folder });

    expect(await get(second.url, 'key')).toBe('kept');
    expect(second.url).not.toBe(first.url);
  });

  it('tells of its crash, and has its data when started again', async () => {
    const folder = workshop.folder();
    const first = await workshop.start({ folder });
    const watchdog = watchdogOf(first.pid)!;
    await set(first.url, 'key', 'kept');
    process.kill(first.pid, 'SIGKILL');

    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await runs(watchdog)).toBe(false);
    await first.stop();

    const second = await workshop.start({ folder });
    expect(await get(second.url, 'key')).toBe('kept');
  });

  it('loads an append-only file whose last command was cut off', async () => {
    const folder = workshop.folder();
    const first = await workshop.start({ folder });
    await set(first.url, 'first', 'kept');
    await set(first.url, 'last', 'lost');
    await first.stop();
    const file = appendOnlyFile(folder);
    await truncate(file, statSync(file).size - 3);

    const second = await workshop.start({ folder });

    expect([await get(second.url, 'first'), await get(second.url, 'last')]).toEqual(['kept', null]);
  });

  it('lives in a folder with an awkward name that does not exist yet', async () => {
    const folder = join(workshop.folder(), 'my "data" \\ dé', 'redis');
    const { url, pid } = await workshop.start({ folder });
    expect(await withClient(url, (client) => client.ping())).toBe('PONG');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(await runs(pid)).toBe(true);
  });

  it('logs to a file in its folder, emptied when it has grown too long', async () => {
    const folder = workshop.folder();
    const log = join(folder, 'redis.log');
    const lines: string[] = [];
    await writeFile(log, 'short\n');
    await (await workshop.start({ folder, log: (line) => lines.push(line) })).stop();
    expect(await readFile(log, 'utf8')).toMatch(/^short\n[^]*Ready to accept connections/);
    expect(lines).toEqual([
      expect.stringMatching(/^redis-server \d+ listens on 127\.0\.0\.1:\d+$/),
      expect.stringMatching(/^redis-server \d+ ended \(exit code 0\)$/),
    ]);

    await appendFile(log, 'x'.repeat(5 * 1024 * 1024));
    await workshop.start({ folder });
    expect(statSync(log).size).toBeLessThan(1024 * 1024);
  });

  it('is ended by force when it does not listen', async () => {
    const folder = workshop.folder();
    const deaf = workshop.script('trap "" TERM; : >"$1"; exec sleep 60');
    const ready = join(folder, 'ready');
    const output = await open('/dev/null', 'w');
    const server = await ServerProcess.hold({
      executable: deaf,
      args: [ready],
      folder,
      outputFd: output.fd,
    });
    server.open();
    expect(await eventually(() => existsSync(ready))).toBe(true);

    await server.end(100);

    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await output.close();
  });
});

describe('the owner of a private Redis', () => {
  it('may be interrupted from a terminal without Redis noticing', async () => {
    const owner = workshop.owner(workshop.folder(), 'stay');
    const redis = await owner.redis();

    process.kill(-owner.pid, 'SIGINT');

    expect(await owner.nextFact()).toEqual({ interrupted: true });
    expect(await withClient(redis.url, (client) => client.ping())).toBe('PONG');
    const watchdog = watchdogOf(redis.pid)!;
    expect([groupOf(redis.pid), groupOf(watchdog)]).toEqual([redis.pid, watchdog]);
  });

  it('ends when it has nothing left to do, and Redis with it', async () => {
    const owner = workshop.owner(workshop.folder(), 'leave');
    const redis = await owner.redis();

    await owner.closed;

    expect(owner.child.exitCode).toBe(0);
    expect(await endsSoon(redis.pid)).toBe(true);
  });

  it('sees its stop through although nothing else keeps it running', async () => {
    const folder = workshop.folder();
    const owner = workshop.owner(folder, 'stop');
    const redis = await owner.redis();

    expect(await owner.nextFact()).toEqual({ stopped: true });
    expect(await runs(redis.pid)).toBe(false);
    await owner.closed;
    expect(workingFiles(folder)).toEqual([]);
  });

  it('takes Redis along by process.exit even without a watchdog', async () => {
    const owner = workshop.owner(workshop.folder(), 'exitWhenTold');
    const redis = await owner.redis();
    process.kill(watchdogOf(redis.pid)!, 'SIGKILL');
    expect(await eventually(() => watchdogOf(redis.pid) === undefined)).toBe(true);

    owner.child.stdin!.write('exit\n');
    await owner.closed;

    expect(await endsSoon(redis.pid)).toBe(true);
  });

  it('takes Redis along when it is killed, and the data is there for the next', async () => {
    const folder = workshop.folder();
    const owner = workshop.owner(folder, 'stay');
    const redis = await owner.redis();
    await set(redis.url, 'key', 'kept');

    owner.child.kill('SIGKILL');
    await owner.closed;

    expect(await endsSoon(redis.pid)).toBe(true);
    expect(await readFile(join(folder, 'redis.log'), 'utf8')).toContain('ready to exit, bye bye');
    const next = await workshop.start({ folder });
    expect(await get(next.url, 'key')).toBe('kept');
  });

  it('can be followed at once when it is killed', async () => {
    const folder = workshop.folder();
    for (const round of ['1', '2', '3']) {
      const owner = workshop.owner(folder, 'stay');
      const redis = await owner.redis();
      await set(redis.url, round, 'kept');
      owner.child.kill('SIGKILL');
      await owner.closed;
    }

    const next = await workshop.start({ folder });

    const kept = await withClient(next.url, (client) => client.mget('1', '2', '3'));
    expect(kept).toEqual(['kept', 'kept', 'kept']);
  });

  it('leaves a Redis behind when its watchdog is killed too, which the next start ends', async () => {
    const folder = workshop.folder();
    const owner = workshop.owner(folder, 'stay');
    const redis = await owner.redis();
    await set(redis.url, 'key', 'kept');
    process.kill(watchdogOf(redis.pid)!, 'SIGKILL');
    owner.child.kill('SIGKILL');
    await owner.closed;
    expect(await withClient(redis.url, (client) => client.ping())).toBe('PONG');

    const lines: string[] = [];
    const next = await workshop.start({ folder, log: (line) => lines.push(line) });

    expect(await runs(redis.pid)).toBe(false);
    expect(await get(next.url, 'key')).toBe('kept');
    expect(lines[0]).toBe(`ending redis-server ${redis.pid}, left behind by process ${owner.pid}`);
  });

  it('leaves nothing behind when it is killed before Redis was let go', async () => {
    const owner = workshop.owner(workshop.folder(), 'hold');
    const { pid } = await owner.redis();
    expect(await runs(pid)).toBe(true);

    owner.child.kill('SIGKILL');

    expect(await endsSoon(pid)).toBe(true);
  });

  (process.platform === 'linux' ? it : it.skip)('shares its output with nobody', async () => {
    const owner = workshop.owner(workshop.folder(), 'stay');
    const redis = await owner.redis();
    const filesOf = (pid: number): string[] =>
      readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));

    for (const fd of [1, 2]) {
      const output = readlinkSync(`/proc/${owner.pid}/fd/${fd}`);
      if (output === '/dev/null') continue;
      expect(filesOf(redis.pid)).not.toContain(output);
      expect(filesOf(watchdogOf(redis.pid)!)).not.toContain(output);
    }
  });
});

describe('the folder of a private Redis', () => {
  it('has one owner at a time, even within one process', async () => {
    const folder = workshop.folder();
    const redis = await workshop.start({ folder });

    const second = workshop.start({ folder });

    await expect(second).rejects.toThrow(PrivateRedisInUseError);
    await expect(second).rejects.toMatchObject({ ownerPid: process.pid });
    expect(await withClient(redis.url, (client) => client.ping())).toBe('PONG');
  });

  it('stays with a live owner in another process, even if its lock is deleted', async () => {
    const folder = workshop.folder();
    const owner = workshop.owner(folder, 'stay');
    const redis = await owner.redis();

    await expect(workshop.start({ folder })).rejects.toMatchObject({ ownerPid: owner.pid });
    await rm(join(folder, 'owner.lock'));
    await expect(workshop.start({ folder })).rejects.toThrow(PrivateRedisInUseError);
    expect(await withClient(redis.url, (client) => client.ping())).toBe('PONG');
    expect(workingFiles(folder)).toEqual(['state.json']);
  });

  it('goes to exactly one of many who start at once', async () => {
    const folder = workshop.folder();
    const starts = Array.from({ length: 5 }, () => workshop.start({ folder }));
    const refused: string[] = Array.from({ length: 4 }, () => 'PrivateRedisInUseError');
    expect((await outcomes(starts)).sort()).toEqual([...refused, 'started']);
  });

  it('goes to exactly one of several processes, past the lock of a dead one', async () => {
    const folder = workshop.folder();
    await writeFile(join(folder, 'owner.lock'), JSON.stringify({ ...DEAD, token: 'dead' }));
    const owners = Array.from({ length: 4 }, () => workshop.owner(folder, 'stay'));

    const facts = await Promise.all(owners.map((owner) => owner.nextFact()));

    const winners = facts.filter((fact) => fact.pid !== undefined);
    expect(winners).toHaveLength(1);
    const winner = owners[facts.indexOf(winners[0]!)]!;
    for (const fact of facts.filter((other) => other !== winners[0])) {
      expect(fact).toMatchObject({ failed: 'PrivateRedisInUseError', ownerPid: winner.pid });
    }
  });

  it('is never locked twice, whatever state the lock was left in', async () => {
    const folder = workshop.folder();
    const lock = join(folder, 'owner.lock');
    const dead = (token: string): string => JSON.stringify({ ...DEAD, token });
    const leftovers: Record<string, string>[] = [
      {},
      { [lock]: '' },
      { [lock]: dead('a') },
      { [lock]: dead('a'), [`${lock}.after-a`]: dead('b') },
      { [lock]: dead('a'), [`${lock}.after-a`]: dead('b'), [`${lock}.after-a.after-b`]: '{' },
      { [lock]: '', [`${lock}.after-unreadable`]: '' },
      { [`${lock}.b1`]: dead('b1'), [`${lock}.after-old`]: dead('c') },
    ];
    for (let round = 0; round < 60; round++) {
      for (const [path, text] of Object.entries(leftovers[round % leftovers.length]!)) {
        await writeFile(path, text);
      }
      const contest = Array.from({ length: 8 }, () => OwnerLock.acquire(folder));

      expect((await outcomes(contest)).filter((outcome) => outcome === 'started')).toHaveLength(1);
      expect(workingFiles(folder)).toEqual(['owner.lock']);

      await (await Promise.any(contest)).release();
      expect(workingFiles(folder)).toEqual([]);
    }
  });

  it('is not taken by a contender who comes late to the lock of a dead one', async () => {
    const folder = workshop.folder();
    await writeFile(join(folder, 'owner.lock'), JSON.stringify({ ...DEAD, token: 'a' }));
    const realLink = fs.link;
    let quicker: OwnerLock | undefined;
    const link = jest.spyOn(fs, 'link').mockImplementation(async (from, to) => {
      if (String(to).endsWith('.after-a')) {
        link.mockImplementation(realLink);
        quicker = await OwnerLock.acquire(folder);
      }
      await realLink(from, to);
    });

    await expect(OwnerLock.acquire(folder)).rejects.toThrow(FolderInUseError);

    link.mockRestore();
    await quicker?.release();
    expect(workingFiles(folder)).toEqual([]);
  });

  it('is free when the recorded pid belongs to another process by now', async () => {
    const folder = workshop.folder();
    const stale: RedisState = { redis: DEAD, port: 1, password: 'x', owner: DEAD };
    await writeState(folder, stale);
    await writeFile(join(folder, 'owner.lock'), JSON.stringify({ ...DEAD, token: 'dead' }));

    const { url } = await workshop.start({ folder });

    expect(await withClient(url, (client) => client.ping())).toBe('PONG');
  });

  it('is free when the record makes no sense', async () => {
    const folder = workshop.folder();
    await writeFile(join(folder, 'state.json'), '{"redis":');
    const { pid } = await workshop.start({ folder });
    expect(await runs(pid)).toBe(true);
  });

  it('is not worth killing a Redis that belongs elsewhere', async () => {
    const elsewhere = await workshop.start({ folder: workshop.folder() });
    const { port, password } = new URL(elsewhere.url);
    const folder = workshop.folder();
    const redis = (await identityOf(elsewhere.pid))!;
    await writeState(folder, { redis, port: Number(port), password, owner: DEAD });

    await expect(workshop.start({ folder, startTimeoutMs: 300 })).rejects.toThrow(
      `process ${elsewhere.pid}, the redis-server of an earlier run`,
    );
    expect(await withClient(elsewhere.url, (client) => client.ping())).toBe('PONG');
  });
});

describe('a start that fails', () => {
  const failure = async (options: Parameters<Workshop['start']>[0]): Promise<Error> => {
    const error = await workshop.start(options).then(
      () => new Error('it started'),
      (reason: Error) => reason,
    );
    if (existsSync(options.folder)) expect(workingFiles(options.folder)).toEqual([]);
    return error;
  };

  it.each(['no-such-redis-server', '/no/such/redis-server'])(
    'says what to install when %s is missing',
    async (executable) => {
      const error = await failure({ folder: workshop.folder(), executable });
      expect(error).toBeInstanceOf(RedisServerMissingError);
      expect(error.message).toContain(executable);
    },
  );

  it('shows what a server that ended at once has printed', async () => {
    const executable = workshop.script('echo "bad weather" >&2; exit 3');
    const error = await failure({ folder: workshop.folder(), executable });
    expect(error).toBeInstanceOf(PrivateRedisStartError);
    expect(error).toMatchObject({ logTail: ['bad weather'] });
    expect(error.message).toContain('exit code 3');
  });

  it('ends a server that never answers', async () => {
    const folder = workshop.folder();
    const executable = workshop.script('echo $$; exec sleep 600');
    const error = await failure({ folder, executable, startTimeoutMs: 2_000 });
    expect(error).toBeInstanceOf(PrivateRedisStartError);
    const pid = Number((error as PrivateRedisStartError).logTail[0]);
    expect(pid).toBeGreaterThan(1);
    expect([await runs(pid), watchdogOf(pid)]).toEqual([false, undefined]);
  });

  it('says why the folder cannot be used', async () => {
    const file = join(workshop.folder(), 'file');
    await writeFile(file, '');
    const error = await failure({ folder: join(file, 'redis') });
    expect(error).toBeInstanceOf(PrivateRedisStartError);
    expect(error.message).toContain('ENOTDIR');
  });

  it('shows what Redis says of a corrupt append-only file', async () => {
    const folder = workshop.folder();
    const redis = await workshop.start({ folder });
    await set(redis.url, 'key', 'value');
    await redis.stop();
    const file = appendOnlyFile(folder);
    await writeFile(file, `rubbish\r\n${await readFile(file, 'utf8')}`);

    const error = await failure({ folder });

    expect(error).toBeInstanceOf(PrivateRedisStartError);
    expect(error.message).toMatch(/Bad file format reading the append only file/);
    expect(error.message).toContain(basename(file));
  });

  it('gives up when every port is taken', async () => {
    const folder = workshop.folder();
    const executable = workshop.script(
      'echo x >>tries; echo "bind: Address already in use"; exit 1',
    );
    const error = await failure({ folder, executable });
    expect(error.message).toContain('5 ports in a row');
    expect(await readFile(join(folder, 'tries'), 'utf8')).toBe('x\n'.repeat(5));
  });
});

describe('a port that is taken between choosing and binding', () => {
  let thief: Server | undefined;

  afterEach(() => thief?.close());

  it('makes Redis start on another', async () => {
    const folder = workshop.folder();
    const scene = workshop.folder('scene');
    const executable = workshop.script(`
      if mkdir "${scene}/first" 2>/dev/null; then
        sed -n 's/^port //p' "$1" >"${scene}/draft" && mv "${scene}/draft" "${scene}/port"
        while [ ! -e "${scene}/taken" ]; do sleep 0.05; done
      fi
      exec redis-server "$@"`);
    const starting = workshop.start({ folder, executable });
    expect(await eventually(() => existsSync(join(scene, 'port')))).toBe(true);
    const port = Number(await readFile(join(scene, 'port'), 'utf8'));
    await new Promise<void>((done) => {
      thief = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1', done);
    });
    await mkdir(join(scene, 'taken'));

    const redis = await starting;

    expect(new URL(redis.url).port).not.toBe(String(port));
    expect(await withClient(redis.url, (client) => client.ping())).toBe('PONG');
  });
});

describe('the identity of a process', () => {
  it('is the same each time it is asked, by whichever way', async () => {
    const identity = await identityOf(process.pid);
    expect(identity).toEqual(await identityOf(process.pid));
    expect(await startFromPs(process.pid)).toBe(await startFromPs(process.pid));
    expect(await startFromPs(process.pid)).toMatch(/^\w{3} \w{3} \d+ [\d:]+ \d{4}$/);
  });

  it("is nobody's when no such process runs", async () => {
    const { pid } = spawnSync('true');
    expect(await identityOf(pid)).toBeUndefined();
    expect(await startFromPs(pid)).toBeUndefined();
    expect(await identityOf(0)).toBeUndefined();
  });
});
