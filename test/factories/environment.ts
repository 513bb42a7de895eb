import { loadConfig, type RawEnvironment } from '@tributary/config';
import mongoose from 'mongoose';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppEnvironment } from '../../src/app.module';

const folders: string[] = [];

/** A folder that is gone when the test file is done. */
export function throwAwayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-test-'));
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const databases: string[] = [];

/** The server that this worker of jest has, or shares where one was given. */
function serverOfThisWorker(): string {
  const urls = (process.env.TEST_MONGODB_URLS ?? '').split(' ');
  return urls[Number(process.env.JEST_WORKER_ID ?? 1) % urls.length] ?? '';
}

/** A database there, which is dropped when the test file is done. */
function databaseOfItsOwn(): string {
  const { server, query } =
    /^(?<server>\w[^?/]*:\/\/[^/?]+)(?:\/[^?]*)?(?<query>\?.*)?$/.exec(serverOfThisWorker())
      ?.groups ?? {};
  const url = `${server}/tributary-test-${randomUUID()}${query ?? ''}`;
  databases.push(url);
  return url;
}

afterAll(async () => {
  for (const url of databases.splice(0)) {
    const connection = await mongoose.createConnection(url).asPromise();
    await connection.dropDatabase();
    await connection.close();
  }
});

/** The raw environment of a process under test: real backends, a folder and a port of its own. */
export function rawEnvironment(overrides: RawEnvironment = {}): Record<string, string> {
  const raw = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    // What waits for the next beat or round need not wait as long as in production.
    RUN_HEARTBEAT_MS: '250',
    RUN_RETRY_FIRST_MS: '200',
    // A busy machine is no outage; the specs that bring a Redis of their own take it away.
    REDIS_DEADLINE_MS: overrides.REDIS_URL === undefined ? '30000' : '1000',
    RECONCILE_SECONDS: '1',
    DISPATCH_CHECK_SECONDS: '4',
    DATA_DIR: throwAwayFolder(),
    REDIS_URL: process.env.REDIS_URL,
    REDIS_PREFIX: `test-${randomUUID()}`,
    MONGODB_URL: databaseOfItsOwn(),
    ...overrides,
  };
  return Object.fromEntries(
    Object.entries(raw).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** The same, checked and typed, for an application inside the test. */
export function testEnvironment(overrides: RawEnvironment = {}): AppEnvironment {
  const environment = loadConfig(rawEnvironment(overrides));
  const { MONGODB_URL, REDIS_URL } = environment;
  if (!MONGODB_URL || !REDIS_URL) throw new Error('The test setup gives no MONGODB_URL, REDIS_URL');
  return { ...environment, MONGODB_URL, REDIS_URL };
}
