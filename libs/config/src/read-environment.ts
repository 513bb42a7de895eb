import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type RawEnvironment } from './secret-files';

/**
 * The only place that looks at `process.env`. A `.env` file in the working folder fills in what
 * the process was not given.
 */
export function readEnvironment(folder = process.cwd()): RawEnvironment {
  const file = resolve(folder, '.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...fromFile, ...process.env };
}
