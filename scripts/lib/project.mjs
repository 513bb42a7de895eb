import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Loads a compiled library of this repository; the project has to be built first. */
export function compiledLib(name) {
  const require = createRequire(join(root, 'package.json'));
  return require(join(root, 'dist', 'libs', name, 'src', 'index.js'));
}
