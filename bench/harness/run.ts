import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { benchmarks } from '..';
import { runCommand } from './command';
import { createRegistry } from './registry';

async function main(): Promise<void> {
  const registry = createRegistry(benchmarks, (name) => existsSync(join(__dirname, '..', name)));
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interrupted.abort(new Error('interrupted')));
  }
  process.exitCode = await runCommand(process.argv.slice(2), registry, process, interrupted.signal);
}

void main();
