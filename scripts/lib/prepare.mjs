import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { root } from './project.mjs';
import { ensureRedisServer } from './redis-server.mjs';
import { run, runTool } from './run.mjs';
import { step, Trouble } from './say.mjs';

const OLDEST_NODE = [20, 19];

/** Prepares a fresh clone so that everything can run. Skips what is done already. */
export async function prepare() {
  requireNode();
  await install();
  await build();
  await ensureRedisServer();
}

/** Fails with instructions if Node is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Trouble(
    `Tributary needs Node ${OLDEST_NODE.join('.')} or later; this is ${process.versions.node}. Install one from https://nodejs.org or with your version manager.`,
  );
}

/** Installs the npm packages, unless they are there. */
export async function install() {
  if (isInstalled()) return;
  await step('Installing the npm packages of package-lock.json (npm ci)', async () => {
    // No dependency needs its install script, and some would download or report things.
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['ci', ...flags], { quiet: true });
  });
}

/**
 * npm keeps a record of what it installed; it has to name every package of the lock file. Our own packages are
 * links without a version: those have to be there.
 */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readJson(record).packages;
  return Object.entries(readJson(join(root, 'package-lock.json')).packages).every(
    ([path, { version, optional, link }]) =>
      path === '' ||
      optional ||
      (link ? existsSync(join(root, path)) : installed[path]?.version === version),
  );
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Compiles to dist/ if a source changed since the last build. */
export async function build() {
  const stamp = join(root, 'dist', '.tributary-built');
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  await step('Compiling to dist/ (nest build)', async () => {
    rmSync(join(root, 'dist'), { recursive: true, force: true });
    await runTool('@nestjs/cli', 'nest', ['build'], { quiet: true });
    writeFileSync(stamp, wanted);
  });
}
