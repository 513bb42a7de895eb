// `npm run bench` lists the benchmarks, `npm run bench -- <name> [--json]` runs one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { prepare } from './lib/prepare.mjs';
import { runScript, speakOn } from './lib/say.mjs';

const runner = fileURLToPath(new URL('../dist/bench/harness/run.js', import.meta.url));

await runScript(async () => {
  // Standard output belongs to the figures.
  speakOn(process.stderr);
  await prepare();

  const child = spawn(process.execPath, [runner, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C reaches the runner as well: it cleans up, and this process waits for that.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  return code ?? 1;
});
