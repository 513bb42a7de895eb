import { type TestBackends } from './test-backends';

/** Stops what the global setup started. */
export default async function globalTeardown(): Promise<void> {
  for (const stop of (globalThis as TestBackends).tributaryTestBackends ?? []) await stop();
}
