import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type * as RedisLibrary from '../../libs/redis/src/private-server';
import { type TestBackends } from './test-backends';

const PROJECT = resolve(__dirname, '../..');

/** Compiles what the process tests run, and starts a Redis unless one is given. */
export default async function globalSetup(): Promise<void> {
  execFileSync(process.execPath, [join(PROJECT, 'scripts/build.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (process.env.REDIS_URL) return;
  // Aliases are not resolved in a global setup, so it takes what was compiled.
  const { PrivateRedis } = createRequire(__filename)(
    join(PROJECT, 'dist/libs/redis/src/private-server'),
  ) as typeof RedisLibrary;
  const folder = await mkdtemp(join(tmpdir(), 'tributary-tests-'));
  const redis = await PrivateRedis.start({ folder });
  process.env.REDIS_URL = redis.url;
  (globalThis as TestBackends).tributaryTestRedis = { redis, folder };
}
