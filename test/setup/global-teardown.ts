import { rm } from 'node:fs/promises';
import { type TestBackends } from './test-backends';

/** Stops what the global setup started. */
export default async function globalTeardown(): Promise<void> {
  const started = (globalThis as TestBackends).tributaryTestRedis;
  await started?.redis.stop();
  if (started) await rm(started.folder, { recursive: true, force: true });
}
