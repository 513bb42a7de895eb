import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { temporaryRoot } from './temporary-root.cjs';

const GUARD = fileURLToPath(new URL('../workplace-guard.mjs', import.meta.url));
const LOOK_MS = 50;

/**
 * A temporary folder and the processes that use it. Both are removed at the end, even when this process
 * is killed: then a guard process cleans up instead.
 */
export class Workplace {
  #guard;

  constructor(folder) {
    this.folder = folder;
  }

  static async open(prefix) {
    const workplace = new Workplace(join(await temporaryRoot(), `${prefix}${randomUUID()}`));
    // Before there is a folder, so that at no moment one is without a guard.
    workplace.#guard = spawn(process.execPath, [GUARD, workplace.folder], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await mkdir(workplace.folder, { mode: 0o700 });
    return workplace;
  }

  /** Kills remaining processes and ends the guard; returns those that did not end within `patienceMs`. */
  async clear(patienceMs = 0) {
    const left = await clearWorkplace(this.folder, { patienceMs, except: [this.#guard.pid] });
    this.#guard.stdin.end();
    await once(this.#guard, 'exit');
    return left;
  }
}

/** Kills the processes of a folder and deletes it; returns those that did not end in time. */
export async function clearWorkplace(folder, { patienceMs = 0, except = [] } = {}) {
  const others = async () =>
    (await processesOf(folder)).filter(({ pid }) => pid !== process.pid && !except.includes(pid));
  const deadline = Date.now() + patienceMs;
  let left = await others();
  while (left.length > 0 && Date.now() < deadline) {
    await delay(LOOK_MS);
    left = await others();
  }
  // A process that is just being started shows in the next round.
  for (let rounds = 0, found = left; rounds < 2 || found.length > 0; rounds += 1) {
    for (const { pid } of found) end(pid);
    await delay(LOOK_MS);
    found = await others();
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: LOOK_MS });
  return left.map(({ pid, command }) => `${pid} ${command}`);
}

/** Processes that name the folder in their environment or arguments, or run in it. Only Linux has /proc. */
async function processesOf(folder) {
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const [command, environment, place] = await Promise.all([
          readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''),
          readFile(`/proc/${name}/environ`, 'utf8').catch(() => ''),
          readlink(`/proc/${name}/cwd`).catch(() => ''),
        ]);
        const isThere = [command, environment, place].some((text) => text.includes(folder));
        return isThere ? [{ pid: Number(name), command: command.replaceAll('\0', ' ') }] : [];
      }),
  );
  return found.flat();
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}
