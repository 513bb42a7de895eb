import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type * as RedisLibrary from '../../libs/redis/src/private-server';
import type * as MongoPackage from '../../packages/embedded-mongo/src';
import { temporaryRoot } from '../../scripts/lib/temporary-root.cjs';
import { type TestBackends } from './test-backends';

const PROJECT = resolve(__dirname, '../..');

/** Compiles what the process tests run, and starts the stores that are not given: one MongoDB a worker of jest. */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  execFileSync(process.execPath, [join(PROJECT, 'scripts/build.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const folder = await mkdtemp(join(await temporaryRoot(), 'tributary-tests-'));
  const stops = [() => rm(folder, { recursive: true, force: true })];
  (globalThis as TestBackends).tributaryTestBackends = stops;

  if (!process.env.REDIS_URL) {
    const { PrivateRedis } = compiled<typeof RedisLibrary>('libs/redis/src/private-server');
    const redis = await PrivateRedis.start({ folder: join(folder, 'redis') });
    process.env.REDIS_URL = redis.url;
    stops.unshift(() => redis.stop());
  }
  // Under a name of its own: the suites of the embedded MongoDB take MONGODB_URL for a real one.
  if (process.env.MONGODB_URL) process.env.TEST_MONGODB_URLS = process.env.MONGODB_URL;
  else {
    const { EmbeddedMongo } = compiled<typeof MongoPackage>('packages/embedded-mongo/src');
    const stores = await Promise.all(
      Array.from({ length: maxWorkers }, (_, worker) =>
        EmbeddedMongo.start({ folder: join(folder, `mongo-${worker + 1}`) }),
      ),
    );
    process.env.TEST_MONGODB_URLS = stores.map(({ url }) => url).join(' ');
    stops.unshift(...stores.map((mongo) => () => mongo.stop()));
  }
}

/** Aliases are not resolved in a global setup, so it takes what was compiled. */
function compiled<T>(path: string): T {
  return createRequire(__filename)(join(PROJECT, 'dist', path)) as T;
}
