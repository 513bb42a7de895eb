import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { hasCode, readIfPresent } from './private-file';

/** Identifies a process, also from a later one with the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque: only to be compared with another one taken on the same machine. */
  readonly startedAt: string;
}

/** The identity of a running process, or undefined when no such process runs (a zombie does not). */
export async function identityOf(pid: number): Promise<ProcessIdentity | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  const startedAt =
    process.platform === 'linux' ? await startFromProc(pid) : await startFromPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** Whether exactly this process still runs. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  return (await identityOf(identity.pid))?.startedAt === identity.startedAt;
}

/** Whether a value read from a file has the shape of an identity. */
export function isProcessIdentity(value: unknown): value is ProcessIdentity {
  const { pid, startedAt } = (value ?? {}) as Partial<ProcessIdentity>;
  return Number.isSafeInteger(pid) && typeof startedAt === 'string';
}

async function startFromProc(pid: number): Promise<string | undefined> {
  const stat = await readIfPresent(`/proc/${pid}/stat`).catch(notOurs);
  const ticks = stat === undefined ? undefined : parseProcStat(stat);
  if (ticks === undefined) return undefined;
  // Ticks count from the boot, so the same number can come again after the next one.
  const boot = (await readIfPresent('/proc/sys/kernel/random/boot_id')) ?? '';
  return `${boot.trim()}/${ticks}`;
}

/** Asks `ps`, which every system other than Linux has to be asked. */
export async function startFromPs(pid: number): Promise<string | undefined> {
  // The time is printed in words: fixed language and zone make it comparable between callers.
  const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' };
  const args = ['-o', 'state=', '-o', 'lstart=', '-p', String(pid)];
  try {
    return parsePs((await promisify(execFile)('ps', args, { env, timeout: 5_000 })).stdout);
  } catch (error) {
    if ((error as { code?: unknown }).code === 1) return undefined;
    throw error;
  }
}

/** The start time (field 22) in the text of /proc/<pid>/stat, or undefined for a dead process. */
export function parseProcStat(stat: string): string | undefined {
  // The second field is the program's name in parentheses and may itself contain both.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return isDead(fields[0]) ? undefined : fields[19];
}

/** The start time in a line of `ps -o state= -o lstart=`, or undefined for a dead process. */
export function parsePs(line: string): string | undefined {
  const [state, ...startedAt] = line.trim().split(/\s+/);
  return isDead(state) || startedAt.length === 0 ? undefined : startedAt.join(' ');
}

function isDead(state: string | undefined): boolean {
  return !state || 'ZX'.includes(state.charAt(0));
}

function notOurs(error: unknown): undefined {
  // It ended meanwhile, or is hidden (hidepid): a process of another user never owned a file of
  // ours.
  if (!hasCode(error, 'ESRCH', 'EACCES', 'EPERM')) throw error;
  return undefined;
}
