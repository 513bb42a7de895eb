import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type RawEnvironment } from './secret-files';

/**
 * The only place that reads `process.env`. Variables that are not set come from a `.env` file in
 * the working folder.
 */
export function readEnvironment(folder = process.cwd()): RawEnvironment {
  const file = resolve(folder, '.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...fromFile, ...process.env };
}
