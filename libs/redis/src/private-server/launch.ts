import { randomBytes } from 'node:crypto';
import { PrivateRedisStartError, RedisServerMissingError } from './errors';
import { freePort } from './free-port';
import { identityOf, type ProcessIdentity } from '@tributary/process-lock';
import { writeRedisConfig } from './redis-config-file';
import { RedisLog } from './redis-log';
import { askRedis, type RedisAccess } from './redis-probe';
import { NOT_FOUND, ServerProcess, type ProcessExit } from './server-process';
import { removeState, writeState, type RedisState } from './state-file';
import { Deadline, poll } from './waiting';
import { Watchdog } from './watchdog';

/** The options of a launch. */
export interface LaunchPlan {
  readonly folder: string;
  readonly owner: ProcessIdentity;
  readonly executable: string;
  readonly timeoutMs: number;
}

/** A redis-server that responds. */
export interface LaunchedRedis {
  readonly server: ServerProcess;
  readonly access: RedisAccess;
  /** Resolves when the server has ended and its watchdog and state file are gone too. */
  readonly exited: Promise<ProcessExit>;
}

const MAX_PORTS = 5;
const PROBE_TIMEOUT_MS = 1_000;
const FAILED_START_GRACE_MS = 2_000;

/**
 * Runs redis-server on a free port, and retries on another one when the port was taken meanwhile.
 */
export async function launchRedis(plan: LaunchPlan): Promise<LaunchedRedis> {
  const deadline = new Deadline(plan.timeoutMs);
  for (let tries = 0; tries < MAX_PORTS; tries++) {
    const launched = await launchOnce(plan, deadline);
    if (launched) return launched;
  }
  throw new PrivateRedisStartError(`${MAX_PORTS} ports in a row were taken by other programs`);
}

/** Undefined when the port was taken. */
async function launchOnce(
  plan: LaunchPlan,
  deadline: Deadline,
): Promise<LaunchedRedis | undefined> {
  const { folder, executable } = plan;
  const access = { port: await freePort(), password: randomBytes(24).toString('hex') };
  const args = [await writeRedisConfig({ folder, ...access })];
  const log = await RedisLog.open(folder);
  try {
    const server = await ServerProcess.hold({ executable, args, folder, outputFd: log.fd });
    const watchdog = Watchdog.over(server.pid);
    const exited = server.exited.then(async (exit) => {
      await watchdog.then((dog) => dog.end()).catch(() => undefined);
      await removeState(folder).catch(() => undefined);
      return exit;
    });
    try {
      await watchdog;
      await writeState(folder, await stateOf(plan, server, access));
      server.open();
      if (await answers(server, access, deadline)) {
        server.unref();
        return { server, access, exited };
      }
      return explain(plan, server.exit, await log.tail());
    } catch (error) {
      await server.end(FAILED_START_GRACE_MS);
      throw error;
    } finally {
      if (server.exit) await exited;
    }
  } finally {
    await log.close();
  }
}

async function stateOf(
  { owner }: LaunchPlan,
  { pid }: ServerProcess,
  access: RedisAccess,
): Promise<RedisState> {
  const redis = await identityOf(pid);
  if (!redis) throw new PrivateRedisStartError('its process ended at once');
  return { redis, ...access, owner };
}

async function answers(
  server: ServerProcess,
  access: RedisAccess,
  deadline: Deadline,
): Promise<boolean> {
  const ready = await poll(async () => {
    if (server.exit) return false;
    const answer = await askRedis(access, Math.max(1, Math.min(PROBE_TIMEOUT_MS, deadline.left)));
    return answer?.pid === server.pid && !answer.loading ? true : undefined;
  }, deadline);
  return ready ?? false;
}

/** Undefined when another port may help, otherwise throws the reason. */
function explain(
  { executable, timeoutMs }: LaunchPlan,
  exit: ProcessExit | undefined,
  logTail: string[],
): undefined {
  if (!exit) throw new PrivateRedisStartError(`no answer within ${timeoutMs} ms`, logTail);
  if (exit.code === NOT_FOUND) throw new RedisServerMissingError(executable);
  if (logTail.some((line) => line.includes('Address already in use'))) return undefined;
  const end = exit.signal ?? `exit code ${exit.code}`;
  throw new PrivateRedisStartError(`redis-server ended with ${end}`, logTail);
}
