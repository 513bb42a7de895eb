import { parseArgs } from 'node:util';
import { startInProcess } from './server';

const USAGE = `Usage: npm run embedded-mongo -- --folder <folder> [--port <port>] [--host <address>]

Serves the MongoDB protocol on the data in <folder>, on 127.0.0.1:27117 unless told otherwise.
SIGTERM and SIGINT stop it in good order.
`;

const DEFAULT_PORT = '27117';

/** The embedded MongoDB as a process of its own, for when api and worker are separate processes. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', default: './data/mongo' },
      port: { type: 'string', default: DEFAULT_PORT },
      host: { type: 'string', default: '127.0.0.1' },
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
  const server = await startInProcess({
    folder: values.folder,
    host: values.host,
    port,
    onInternalError: (error) => process.stderr.write(`${describe(error)}\n`),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void server.stop().then(() => process.exit(0), fail));
  }
  process.stdout.write(`${server.url}\n`);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
