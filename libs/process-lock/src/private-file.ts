import { readFile, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file that only its owner may read; a reader sees the old or the new text, never half.
 * For one writer at a time.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
}

/** The text of a file, or undefined when there is none. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Whether an error is a system error with one of the given codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(String((error as NodeJS.ErrnoException | undefined)?.code));
}
