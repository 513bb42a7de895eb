import { PrivateRedisInUseError, PrivateRedisStartError } from './errors';
import { isRunning, type ProcessIdentity } from '@tributary/process-lock';
import { askRedis } from './redis-probe';
import { readState, removeState, type RedisState } from './state-file';
import { Deadline, poll } from './waiting';

const PROBE_TIMEOUT_MS = 1_000;
const KILL_TIMEOUT_MS = 5_000;

/**
 * Makes sure that no Redis of an earlier owner writes to the folder any more. To be called by
 * the holder of the folder's lock.
 */
export async function endLeftoverRedis(
  folder: string,
  timeoutMs: number,
  log: (line: string) => void,
): Promise<void> {
  const state = await readState(folder);
  if (state && (await foundRunning(folder, state, new Deadline(timeoutMs)))) {
    if (await isRunning(state.owner)) throw new PrivateRedisInUseError(state.owner.pid, folder);
    log(`ending redis-server ${state.redis.pid}, left behind by process ${state.owner.pid}`);
    await endProcess(state.redis, timeoutMs);
  }
  await removeState(folder);
}

/**
 * True when it runs and proved to be ours, false when it is gone. It may be neither for a while:
 * a Redis that is shutting down no longer answers but still writes.
 */
async function foundRunning(
  folder: string,
  state: RedisState,
  deadline: Deadline,
): Promise<boolean> {
  const found = await poll(async () => {
    if (!(await isRunning(state.redis))) return false;
    const answer = await askRedis(state, PROBE_TIMEOUT_MS);
    return answer?.pid === state.redis.pid && answer.dir === folder ? true : undefined;
  }, deadline);
  if (found !== undefined) return found;
  throw new PrivateRedisStartError(
    `process ${state.redis.pid}, the redis-server of an earlier run in ${folder}, does not answer. ` +
      `End it (kill ${state.redis.pid}) and start again.`,
  );
}

async function endProcess(identity: ProcessIdentity, graceMs: number): Promise<void> {
  const gone = async (): Promise<true | undefined> =>
    (await isRunning(identity)) ? undefined : true;
  signal(identity, 'SIGTERM');
  if (await poll(gone, new Deadline(graceMs))) return;
  signal(identity, 'SIGKILL');
  if (await poll(gone, new Deadline(KILL_TIMEOUT_MS))) return;
  throw new PrivateRedisStartError(`process ${identity.pid} did not end after SIGKILL`);
}

function signal({ pid }: ProcessIdentity, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself at this moment; otherwise the following wait fails.
  }
}
