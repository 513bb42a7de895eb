import { LmdbStore, type OrderedStore } from '../engine';
import { lockFolder, type FolderLock } from '../storage/folder-lock';
import { EmbeddedServer, type ServerOptions } from './embedded-server';

/** Where the data is: a folder with an LMDB file, or a store that the caller brings. */
export type DataSource = { readonly folder: string } | { readonly store: OrderedStore };

/** A server that runs in this very thread. */
export interface InProcessServer {
  readonly url: string;
  readonly port: number;
  readonly server: EmbeddedServer;
  stop(): Promise<void>;
}

/**
 * Starts a server in the calling thread, for tests and for a process of its own. A folder is
 * locked: a second server on it is refused.
 */
export async function startInProcess(
  options: DataSource & ServerOptions,
): Promise<InProcessServer> {
  if ('store' in options) return wrap(await EmbeddedServer.start(options.store, options));
  const lock = await lockFolder(options.folder);
  try {
    const store = LmdbStore.open(options.folder);
    return wrap(await EmbeddedServer.start(store, options), lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function wrap(server: EmbeddedServer, lock?: FolderLock): InProcessServer {
  return {
    url: server.url,
    port: server.port,
    server,
    stop: async () => {
      await server.stop();
      await lock?.release();
    },
  };
}
