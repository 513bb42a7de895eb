// npm run verify: checks everything that CI checks, and leaves nothing behind, however it ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './lib/project.mjs';
import { runScript, say } from './lib/say.mjs';
import { Workplace } from './lib/workplace.mjs';

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
/** How long processes have to end by themselves. */
const ENDING_MS = 15_000;

await runScript(async () => {
  const workplace = await Workplace.open('tributary-verify-');
  const steps = spawn(
    'env',
    [
      `TMPDIR=${workplace.folder}`,
      process.execPath,
      join(root, 'scripts/verify-steps.mjs'),
      ...process.argv.slice(2),
    ],
    // In a group of its own, so that Ctrl-C reaches this process alone, which ends the rest.
    { cwd: root, detached: true, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const interrupted = new Promise((resolve) => {
    for (const signal of Object.keys(SIGNALS)) process.once(signal, () => resolve(signal));
  });
  const ended = once(steps, 'exit');
  const signal = await Promise.race([interrupted, ended.then(() => undefined)]);
  if (signal) {
    say(`\nInterrupted (${signal}): stopping what was started`);
    await workplace.clear();
    return 128 + SIGNALS[signal];
  }
  const [code] = await ended;
  const left = await workplace.clear(ENDING_MS);
  if (left.length === 0) return code ?? 1;
  say(`The tests left processes behind, which were killed now:\n${left.join('\n')}`);
  return 1;
});
