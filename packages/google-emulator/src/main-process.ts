import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { type KeyFile } from './auth/key-file';
import { GoogleEmulator } from './emulator';
import { greeting } from './greeting';

const DEFAULT_PORT = '9010';
const DEFAULT_KEY_FILE = './data/google-emulator-key.json';

const USAGE = `Usage: npm run google-emulator -- [--host <address>] [--port <port>] [--no-sample] [--key-file <path>]

Serves Google's token endpoint, Sheets, Drive and Business Profile on 127.0.0.1:${DEFAULT_PORT} unless told
otherwise, with the data of a sample shop. The key file of its service account is written to
${DEFAULT_KEY_FILE}, or where --key-file says.
--no-sample   starts without data and accounts; make them under /emulator/.
SIGTERM and SIGINT stop it in good order.
`;

/** The emulator as a process of its own. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: DEFAULT_PORT },
      'no-sample': { type: 'boolean', default: false },
      'key-file': { type: 'string', default: DEFAULT_KEY_FILE },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error(`--port ${values.port} is not a port`);
  }
  const emulator = await GoogleEmulator.start({
    host: values.host,
    port,
    sample: !values['no-sample'],
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void emulator.stop().then(() => process.exit(0), fail));
  }
  if (emulator.sample) await writeKey(values['key-file'], emulator.sample.serviceAccount.keyFile);
  process.stdout.write(greeting(emulator, values['key-file']));
}

async function writeKey(path: string, key: KeyFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // A file that is there keeps its mode, which might let others read the key.
  await rm(path, { force: true });
  await writeFile(path, `${JSON.stringify(key, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
