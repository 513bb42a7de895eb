import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LmdbStore } from '../lmdb-store';

/** Runs work with a folder that is gone afterwards; for specs. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const opened: { readonly store: LmdbStore; readonly folder: string }[] = [];

/** A store in a throw-away folder, until `closeStores`; for specs. */
export function temporaryStore(): LmdbStore {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
  const store = LmdbStore.open(folder);
  opened.push({ store, folder });
  return store;
}

/** Closes all temporary stores and removes their folders. */
export async function closeStores(): Promise<void> {
  for (const { store, folder } of opened.splice(0)) {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The error that work throws; for specs. */
export function failureOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
