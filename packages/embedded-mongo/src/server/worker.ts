import { parentPort, workerData } from 'node:worker_threads';
import { LmdbStore } from '../engine';
import { EmbeddedServer } from './embedded-server';
import { STOP, type WorkerMessage, type WorkerOptions } from './worker-messages';

/**
 * The entry of the worker thread: a server that lives until it is told to stop. The folder's lock
 * is held by the thread that started it, which also outlives a crash of this one.
 */
async function main(): Promise<void> {
  const tell = (message: WorkerMessage): void => parentPort?.postMessage(message);
  const describe = (error: unknown): string =>
    error instanceof Error ? (error.stack ?? error.message) : String(error);
  try {
    const { folder, ...options } = workerData as WorkerOptions;
    const server = await EmbeddedServer.start(LmdbStore.open(folder), {
      ...options,
      onInternalError: (error) => tell({ kind: 'internal-error', message: describe(error) }),
    });
    parentPort?.on('message', (message) => {
      if (message !== STOP) return;
      // Without the port nothing keeps the thread alive, so it ends by itself.
      void server.stop().then(() => parentPort?.close());
    });
    tell({ kind: 'listening', url: server.url, port: server.port });
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    parentPort?.close();
  }
}

void main();
