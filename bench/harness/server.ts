import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BenchmarkContext } from './benchmark';

/** A program that listens on a port it is told. */
export interface ServerCommand {
  /** Names its log in the benchmark's folder. */
  name: string;
  script: string;
  args?: (port: number) => string[];
  /** All that it finds in its environment. */
  env: (port: number) => Record<string, string>;
  /** Answers with 200 once it is ready. */
  readyPath: string;
}

const START_LIMIT_MS = 30_000;
const STOP_GRACE_MS = 5_000;
const POLL_MS = 50;

/** Starts a node process on a free loopback port, waits until it answers, and has it ended later. */
export async function startServer(context: BenchmarkContext, command: ServerCommand): Promise<URL> {
  const port = await freePort();
  const logFile = join(context.folder, `${command.name}.log`);
  const log = await open(logFile, 'w');
  const child = spawn(process.execPath, [command.script, ...(command.args?.(port) ?? [])], {
    // Not the repository: a developer's .env must not take part.
    cwd: context.folder,
    env: command.env(port),
    stdio: ['ignore', log.fd, log.fd],
  });
  const endWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const ended = new AbortController();
  child.once('exit', (code, signal) => {
    process.removeListener('exit', endWithUs);
    ended.abort(new Error(`it ended with ${signal ?? code}`));
  });
  context.defer(async () => {
    await log.close();
    if (ended.signal.aborted) return;
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
    await once(child, 'exit');
    clearTimeout(force);
  });

  const url = new URL(`http://127.0.0.1:${port}${command.readyPath}`);
  try {
    await untilReady(
      url,
      AbortSignal.any([context.signal, ended.signal, AbortSignal.timeout(START_LIMIT_MS)]),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const lastLines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-10).join('\n');
    throw new Error(`${command.name} did not start: ${reason}\n${lastLines}`, { cause: error });
  }
  return url;
}

async function untilReady(url: URL, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const response = await fetch(url, { signal }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return;
    await delay(POLL_MS);
  }
}

/** A loopback port that nobody listens on at this moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
