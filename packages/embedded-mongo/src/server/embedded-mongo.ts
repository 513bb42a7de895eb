import { Worker } from 'node:worker_threads';
import { lockFolder, type FolderLock } from '../storage/folder-lock';
import { STOP, type WorkerMessage, type WorkerOptions } from './worker-messages';
import { workerFile } from './worker-file';

/** How to start an embedded MongoDB. */
export interface EmbeddedMongoOptions {
  /** Where the data lives; made when missing. */
  readonly folder: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The address to bind to; loopback unless told otherwise. */
  readonly host?: string;
  /** The only storage there is for a folder. */
  readonly storage?: 'lmdb';
  /** Milliseconds between two removals of expired documents; a minute by default. */
  readonly ttlIntervalMs?: number;
  /** Told of failures inside of the server that are no client's doing. */
  readonly onInternalError?: (error: Error) => void;
}

/**
 * A MongoDB that lives in a worker thread of this process, so that a long aggregation never stalls
 * the application's event loop. Drivers connect to it by its URL as to any other.
 */
export class EmbeddedMongo {
  /** Settles when the server has ended: with an error when nobody asked it to. */
  readonly exited: Promise<Error | undefined>;
  private stopping = false;

  private constructor(
    private readonly worker: Worker,
    private readonly lock: FolderLock,
    /** The connection string for drivers. */
    readonly url: string,
    readonly port: number,
  ) {
    this.exited = this.watch();
  }

  /** Starts the server and resolves once it takes connections; throws when it cannot start. */
  static async start(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
    const { folder, host = '127.0.0.1', port = 0, ttlIntervalMs, onInternalError } = options;
    const workerData: WorkerOptions = {
      folder,
      host,
      port,
      ...(ttlIntervalMs === undefined ? {} : { ttlIntervalMs }),
    };
    const lock = await lockFolder(folder);
    try {
      const worker = new Worker(workerFile(), { workerData, name: 'embedded-mongo' });
      const listening = await firstMessage(worker);
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'internal-error') onInternalError?.(new Error(message.message));
      });
      return new EmbeddedMongo(worker, lock, listening.url, listening.port);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Closes all connections, then the data file; resolves when the thread has ended. */
  async stop(): Promise<void> {
    if (!this.stopping) {
      this.stopping = true;
      this.worker.postMessage(STOP);
    }
    await this.exited;
  }

  private watch(): Promise<Error | undefined> {
    return new Promise((resolve) => {
      let failure: Error | undefined;
      this.worker.on('error', (error: Error) => (failure = error));
      this.worker.once('exit', (code) => {
        if (!this.stopping) failure ??= new Error(`The embedded MongoDB ended with code ${code}`);
        const settle = (): void => resolve(failure);
        this.lock.release().then(settle, settle);
      });
    });
  }
}

function firstMessage(worker: Worker): Promise<{ url: string; port: number }> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      finish();
    };
    const onMessage = (message: WorkerMessage): void => {
      if (message.kind === 'listening') settle(() => resolve(message));
      if (message.kind === 'failed') settle(() => reject(new Error(message.message)));
    };
    const onError = (error: Error): void => settle(() => reject(error));
    const onExit = (code: number): void =>
      settle(() => reject(new Error(`The embedded MongoDB ended with code ${code} at its start`)));
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
  });
}
