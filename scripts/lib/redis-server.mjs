import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { compiledLib } from './project.mjs';
import { run } from './run.mjs';
import { step, Trouble } from './say.mjs';

/** Makes sure that a private redis-server can be started, unless REDIS_URL is set. */
export async function ensureRedisServer() {
  const { readEnvironment } = compiledLib('config');
  if (readEnvironment().REDIS_URL || isInstalled()) return;
  const { RedisServerMissingError } = compiledLib('redis');
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/etc/debian_version')) {
    throw new Trouble(new RedisServerMissingError('redis-server').message);
  }
  await step("Installing Debian's redis-server (apt-get)", async () => {
    await run('apt-get', ['update', '-q'], { quiet: true });
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'redis-server'], {
      quiet: true,
    });
  });
}

function isInstalled() {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
}
