/** What the worker thread is started with. */
export interface WorkerOptions {
  readonly folder: string;
  readonly host: string;
  readonly port: number;
  readonly ttlIntervalMs?: number;
}

/** What the worker thread tells the thread that started it. */
export type WorkerMessage =
  | { readonly kind: 'listening'; readonly url: string; readonly port: number }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'internal-error'; readonly message: string };

/** The one thing the worker thread is told. */
export const STOP = 'stop';
