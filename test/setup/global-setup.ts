import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrivateRedis } from '../../libs/redis/src/private-server';
import { type TestBackends } from './test-backends';

/** Compiles what the process tests run, and starts a Redis unless one is given. */
export default async function globalSetup(): Promise<void> {
  execFileSync(process.execPath, [join(__dirname, '../../scripts/build.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (process.env.REDIS_URL) return;
  const folder = await mkdtemp(join(tmpdir(), 'tributary-tests-'));
  const redis = await PrivateRedis.start({ folder });
  process.env.REDIS_URL = redis.url;
  (globalThis as TestBackends).tributaryTestRedis = { redis, folder };
}
