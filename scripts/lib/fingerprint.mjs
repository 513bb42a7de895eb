import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './project.mjs';

const SOURCES = ['src', 'libs', 'packages', 'bench', 'scripts', 'test/faults/program'];
const SETTINGS = ['package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];

/** A digest of everything that the output of the compiler depends on. */
export function fingerprint() {
  const hash = createHash('sha256');
  for (const file of [...SETTINGS.map((name) => join(root, name)), ...sources()]) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function sources() {
  return SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(root, folder, name))
      .filter((file) => /(?<!\.spec)\.ts$/.test(file) && statSync(file).isFile())
      .sort(),
  );
}
