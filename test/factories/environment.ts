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

/** The server of the test setup, with a database that is dropped when the test file is done. */
function databaseOfItsOwn(): string {
  const { server, query } =
    /^(?<server>\w[^?/]*:\/\/[^/?]+)(?:\/[^?]*)?(?<query>\?.*)?$/.exec(
      process.env.TEST_MONGODB_URL ?? '',
    )?.groups ?? {};
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
