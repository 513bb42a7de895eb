import { mkdir, realpath } from 'node:fs/promises';
import { PrivateRedisInUseError, PrivateRedisStartError, RedisServerMissingError } from './errors';
import { launchRedis, type LaunchedRedis } from './launch';
import { endLeftoverRedis } from './leftover-redis';
import { FolderInUseError, OwnerLock } from '@tributary/process-lock';
import { type ProcessExit } from './server-process';

/** Where and how to run a private Redis. */
export interface PrivateRedisOptions {
  /** Its data, configuration, log and state live here; created when missing. */
  folder: string;
  /** Called with a log line about a start, an end and a leftover that had to be stopped. */
  log?: (line: string) => void;
  /** How long Redis may take until it responds with its data loaded; 10 seconds by default. */
  startTimeoutMs?: number;
  /** `redis-server` as found on the PATH by default. */
  executable?: string;
}

const START_TIMEOUT_MS = 10_000;
const STOP_GRACE_MS = 10_000;

/**
 * A redis-server of our own on a loopback port, which keeps its data in a folder and does not
 * outlive this process.
 */
export class PrivateRedis {
  /** Address and password as one URL. */
  readonly url: string;
  /** The process id of redis-server. */
  readonly pid: number;
  /**
   * Resolves when Redis has ended, for whatever reason, and the folder is free again; never
   * rejects.
   */
  readonly exited: Promise<ProcessExit>;

  private constructor(
    private readonly redis: LaunchedRedis,
    lock: OwnerLock,
    log: (line: string) => void,
  ) {
    const { port, password } = redis.access;
    this.url = `redis://:${password}@127.0.0.1:${port}`;
    this.pid = redis.server.pid;
    this.exited = redis.exited.then(async (exit) => {
      await lock.release().catch(() => undefined);
      log(`redis-server ${this.pid} ended (${exit.signal ?? `exit code ${exit.code}`})`);
      return exit;
    });
    log(`redis-server ${this.pid} listens on 127.0.0.1:${port}`);
  }

  /** Takes the folder, ends what an earlier owner left running there, and starts Redis. */
  static async start(options: PrivateRedisOptions): Promise<PrivateRedis> {
    const { executable = 'redis-server', startTimeoutMs: timeoutMs = START_TIMEOUT_MS } = options;
    const log = options.log ?? (() => undefined);
    let lock: OwnerLock | undefined;
    try {
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
      // As Redis will report it, so that the two can be compared.
      const folder = await realpath(options.folder);
      lock = await OwnerLock.acquire(folder);
      await endLeftoverRedis(folder, timeoutMs, log);
      const redis = await launchRedis({ folder, owner: lock.owner, executable, timeoutMs });
      return new PrivateRedis(redis, lock, log);
    } catch (error) {
      await lock?.release().catch(() => undefined);
      throw asStartError(error);
    }
  }

  /** Ends Redis and waits until it is gone; a second call waits for the same end. */
  async stop(): Promise<void> {
    await this.redis.server.end(STOP_GRACE_MS);
    await this.exited;
  }
}

function asStartError(error: unknown): unknown {
  if (error instanceof FolderInUseError) {
    return new PrivateRedisInUseError(error.ownerPid, error.folder);
  }
  const named = [PrivateRedisStartError, PrivateRedisInUseError, RedisServerMissingError];
  if (named.some((type) => error instanceof type)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new PrivateRedisStartError(reason, [], { cause: error });
}
