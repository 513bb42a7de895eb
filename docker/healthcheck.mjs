// Asks the process in this container how it is: `node healthcheck.mjs [live|ready]`.
// Plain node, because the slim image has no curl.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { loadConfig } = require('../dist/libs/config/src/load-config.js');
const { readEnvironment } = require('../dist/libs/config/src/read-environment.js');

const { ROLE, HOST, PORT, WORKER_PORT } = loadConfig(readEnvironment());
const question = process.argv[2] ?? 'live';
const port = ROLE === 'worker' ? WORKER_PORT : PORT;

if (ROLE === 'worker' && port === 0) {
  console.log('a worker without WORKER_PORT has nobody to ask; it runs');
  process.exit(0);
}

const everywhere = ['', '0.0.0.0', '::'].includes(HOST);
const host = everywhere ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
try {
  const response = await fetch(`http://${host}:${port}/health/${question}`, {
    signal: AbortSignal.timeout(4000),
  });
  console.log(`${question}: ${response.status}`);
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.log(`${question}: ${error.cause?.message ?? error.message}`);
  process.exitCode = 1;
}
