import { join } from 'node:path';
import { type BenchmarkContext } from '../harness/benchmark';
import { startServer } from '../harness/server';
import { ARRIVALS_PATH, READY_PATH, WORK_PATH } from './provider-paths';

const DEADLINE_MS = 5_000;

/** Somebody with a quota: a server that notes when requests arrive. */
export class Provider {
  private constructor(private readonly url: URL) {}

  static async start(context: BenchmarkContext): Promise<Provider> {
    const url = await startServer(context, {
      name: 'provider',
      script: join(__dirname, 'provider-server.js'),
      args: (port) => [String(port)],
      env: () => ({}),
      readyPath: READY_PATH,
    });
    return new Provider(url);
  }

  /** Where requests go. */
  get workUrl(): string {
    return new URL(WORK_PATH, this.url).href;
  }

  /** When requests arrived since it was asked last. */
  async takeArrivals(): Promise<number[]> {
    const url = new URL(ARRIVALS_PATH, this.url);
    const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
    return (await response.json()) as number[];
  }
}
