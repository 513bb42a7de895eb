// Makes the secrets of a fresh installation, one file each:
//   node generate-secrets.mjs <folder>                  writes those that are missing
//   node generate-secrets.mjs <folder> --rotate <NAME>  replaces one
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const password = () => randomBytes(32).toString('base64url');
const keyId = () => `k${new Date().toISOString().slice(0, 10)}-${randomBytes(3).toString('hex')}`;
const encryptionKey = () => `${keyId()}:${randomBytes(32).toString('base64')}`;

// RabbitMQ and MinIO are handed `services` only; the application's own secrets stay out of their reach.
const secrets = {
  'app/JWT_SECRET': password,
  'app/INTERNAL_API_KEY': password,
  'app/METRICS_TOKEN': password,
  'app/ADMIN_PASSWORD': password,
  'app/ENCRYPTION_KEYS': encryptionKey,
  'services/RABBITMQ_PASSWORD': password,
  'services/MINIO_PASSWORD': password,
};

// The passwords are not here: the accounts that they opened keep them, whatever the file says.
const rotations = {
  JWT_SECRET: password,
  INTERNAL_API_KEY: password,
  METRICS_TOKEN: password,
  // What was sealed with an older key must still open, so the older keys stay behind the new one.
  ENCRYPTION_KEYS: (current) => `${encryptionKey()},${current}`,
};

/** Puts the whole value at `path` in one step, so that nobody ever reads half a secret. */
function place(path, value, step) {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  try {
    writeFileSync(draft, value, { flag: 'wx', mode: 0o440 });
    chmodSync(draft, 0o440);
    step(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeMissing(folder) {
  for (const [name, make] of Object.entries(secrets)) {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o750 });
    try {
      // A link refuses to replace a file, even one that another container made this very moment.
      place(path, make(), linkSync);
      console.log(`${name}: written`);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      console.log(`${name}: kept`);
    }
  }
}

function rotate(folder, name) {
  const next = rotations[name];
  if (!next) {
    throw new Error(`can rotate ${Object.keys(rotations).join(', ')}; not ${name ?? 'nothing'}`);
  }
  const path = join(folder, 'app', name);
  place(path, next(readFileSync(path, 'utf8')), renameSync);
  console.log(`app/${name}: rotated`);
}

const [folder, option, name] = process.argv.slice(2);
try {
  if (!folder || (option && option !== '--rotate')) {
    throw new Error('usage: generate-secrets.mjs <folder> [--rotate <NAME>]');
  }
  if (option) rotate(folder, name);
  else writeMissing(folder);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
