import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/**
 * The compiled entry of the worker thread. A worker cannot load TypeScript, so from sources (under
 * jest) it is taken from the build.
 */
export function workerFile(): string {
  const beside = join(__dirname, 'worker.js');
  if (existsSync(beside)) return beside;
  const root = resolve(__dirname, '../../../..');
  const built = join(root, 'dist', relative(root, __dirname), 'worker.js');
  if (existsSync(built)) return built;
  throw new Error(`The embedded MongoDB is not built: ${built} is missing. Run npm run build.`);
}
