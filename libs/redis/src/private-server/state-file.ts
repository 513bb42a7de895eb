import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfPresent, writePrivateFile } from '@tributary/process-lock';
import { isProcessIdentity, type ProcessIdentity } from '@tributary/process-lock';

/** What a later start has to know about a Redis that outlived its owner. */
export interface RedisState {
  readonly redis: ProcessIdentity;
  readonly port: number;
  readonly password: string;
  readonly owner: ProcessIdentity;
}

const pathIn = (folder: string): string => join(folder, 'state.json');

/** Records the Redis that is about to run in the folder. */
export async function writeState(folder: string, state: RedisState): Promise<void> {
  await writePrivateFile(pathIn(folder), `${JSON.stringify(state, null, 2)}\n`);
}

/** The recorded Redis, or undefined when there is none or the record makes no sense. */
export async function readState(folder: string): Promise<RedisState | undefined> {
  const text = await readIfPresent(pathIn(folder));
  return text === undefined ? undefined : parseState(text);
}

/** Forgets the recorded Redis. */
export async function removeState(folder: string): Promise<void> {
  await rm(pathIn(folder), { force: true });
}

/** Reads the text of a state file. */
export function parseState(text: string): RedisState | undefined {
  try {
    const state = JSON.parse(text) as Partial<RedisState> | null;
    const complete =
      isProcessIdentity(state?.redis) &&
      isProcessIdentity(state.owner) &&
      Number.isSafeInteger(state.port) &&
      typeof state.password === 'string';
    return complete ? (state as RedisState) : undefined;
  } catch {
    return undefined;
  }
}
