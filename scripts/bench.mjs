// `npm run bench` lists the benchmarks, `npm run bench -- <name> [--json]` runs one.
import { prepare } from './lib/prepare.mjs';
import { runProgram } from './lib/run-program.mjs';
import { runScript, speakOn } from './lib/say.mjs';

await runScript(async () => {
  // Standard output is for the figures.
  speakOn(process.stderr);
  await prepare();
  return runProgram('bench/harness/run.js', process.argv.slice(2));
});
