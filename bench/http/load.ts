import { Agent, get, type RequestOptions } from 'node:http';
import { percentile } from '../harness/statistics';

/** How hard to ask, and for how long at most. */
export interface Load {
  url: URL;
  headers?: Record<string, string>;
  requests: number;
  /** Connections that each have one request under way. */
  concurrency: number;
  signal: AbortSignal;
}

/** What a round of requests showed. */
export type LoadSample = Record<'requestsPerSecond' | 'p99Ms', number>;

/** Sends the requests over connections that stay open; anything but 200 ends it. */
export async function load(plan: Load): Promise<LoadSample> {
  const { url, headers = {}, requests, concurrency, signal } = plan;
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const ask = (): Promise<void> => request(url, { agent, headers });
  const latencies = new Float64Array(requests);
  let sent = 0;
  const connection = async (): Promise<void> => {
    while (sent < requests) {
      signal.throwIfAborted();
      const number = sent++;
      const begin = performance.now();
      await ask();
      latencies[number] = performance.now() - begin;
    }
  };
  const onEvery = (work: () => Promise<void>): Promise<void[]> =>
    Promise.all(Array.from({ length: concurrency }, work));

  const hangUp = (): void => agent.destroy();
  signal.addEventListener('abort', hangUp);
  try {
    // Opening the connections is not what is measured.
    await onEvery(ask);
    const begin = performance.now();
    await onEvery(connection);
    const seconds = (performance.now() - begin) / 1_000;
    return { requestsPerSecond: requests / seconds, p99Ms: percentile(latencies, 0.99) };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', hangUp);
    hangUp();
  }
}

function request(url: URL, options: RequestOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url.href} answered ${response.statusCode}`));
      });
    }).once('error', reject);
  });
}
