import { FolderInUseError, OwnerLock } from '@tributary/process-lock';
import { mkdir } from 'node:fs/promises';

/** A folder that nobody else may open until it is released. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes a folder for one server. LMDB itself would let a second process open the same file, and
 * two catalogs in two memories would soon disagree.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await OwnerLock.acquire(folder);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new Error(
      `The embedded MongoDB in ${folder} is in use by process ${error.ownerPid}. Stop that process, ` +
        'connect to it by its URL, or use another folder.',
      { cause: error },
    );
  }
}
