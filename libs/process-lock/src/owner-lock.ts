import { randomBytes } from 'node:crypto';
import { link, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderInUseError } from './folder-in-use.error';
import { hasCode, readIfPresent } from './private-file';
import { identityOf, isProcessIdentity, isRunning, type ProcessIdentity } from './process-identity';

interface Holder extends ProcessIdentity {
  /** Unique to one acquisition: a lock file with this token never comes back once it is replaced. */
  readonly token: string;
}

const LOCK = 'owner.lock';
const AFTER = '.after-';
const UNREADABLE = 'unreadable';
const MAX_ROUNDS = 100;

/**
 * Lets one live process at a time own a folder.
 *
 * The lock is a file that names its holder, created complete and exclusively by `link`. A dead
 * holder's lock is never removed, for between a removal and the next creation two contenders
 * could both win. Instead there is one successor's seat to each lock, a file named after the
 * dead holder's token and taken by `link` too; who sits there renames the seat over the lock.
 * A contender that dies in the seat is succeeded in the same way.
 */
export class OwnerLock {
  private constructor(
    private readonly path: string,
    readonly owner: ProcessIdentity,
    private readonly token: string,
  ) {}

  /** Takes the folder for this process, or throws FolderInUseError naming the live owner. */
  static async acquire(folder: string): Promise<OwnerLock> {
    const path = join(folder, LOCK);
    const owner = await identityOf(process.pid);
    if (!owner) throw new Error('cannot read the start time of this process');
    const token = randomBytes(8).toString('hex');
    const draft = `${path}.${token}`;
    await writeFile(draft, JSON.stringify({ ...owner, token }), { mode: 0o600, flag: 'wx' });
    try {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        if (!(await takeOrSucceed(path, draft, folder))) continue;
        await sweep(folder);
        return new OwnerLock(path, owner, token);
      }
    } finally {
      await rm(draft, { force: true });
    }
    throw new Error(`${path} keeps changing hands`);
  }

  /** Releases the folder; harmless when the lock file was removed or replaced by hand. */
  async release(): Promise<void> {
    if ((await readHolder(this.path))?.token === this.token) await rm(this.path, { force: true });
  }
}

/** One round of the contest: true when won, false when the files changed underneath. */
async function takeOrSucceed(lock: string, draft: string, folder: string): Promise<boolean> {
  let seat = lock;
  let succeeded: string | undefined;
  while (!(await linkExclusively(draft, seat))) {
    const holder = await readHolder(seat);
    if (!holder) return false;
    if (await isRunning(holder)) throw new FolderInUseError(holder.pid, folder);
    succeeded ??= holder.token;
    seat = `${seat}${AFTER}${holder.token}`;
  }
  if (succeeded === undefined) return true;
  // A seat is vacated only by the rename that replaces the lock it succeeds. So the dead lock
  // still being there, now that the seat is ours, proves that no one has succeeded it before.
  if ((await readHolder(lock))?.token !== succeeded) {
    await rm(seat, { force: true });
    return false;
  }
  await rename(seat, lock);
  return true;
}

/** Removes the drafts and seats of contenders that died in the contest. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${LOCK}.`)) continue;
    const holder = await readHolder(join(folder, name));
    // Seats are complete from the first moment, but a draft may still be in the writing.
    const beingWritten = holder?.token === UNREADABLE && !name.includes(AFTER);
    if (!holder || beingWritten || (await isRunning(holder))) continue;
    await rm(join(folder, name), { force: true });
  }
}

async function linkExclusively(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  const text = await readIfPresent(path);
  return text === undefined ? undefined : parseHolder(text);
}

/** The holder in a lock file's text; a text that makes no sense stands for a dead one. */
export function parseHolder(text: string): Holder {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null;
    // The token becomes part of a file name.
    const { token = '' } = holder ?? {};
    if (isProcessIdentity(holder) && /^[\w-]+$/.test(token)) return { ...holder, token };
  } catch {
    // A power failure can leave a file without its content.
  }
  return { pid: 0, startedAt: '', token: UNREADABLE };
}
