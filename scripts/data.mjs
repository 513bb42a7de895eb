// `npm run data:export` and `npm run data:import`: copy all data between two stores.
import { build } from './lib/prepare.mjs';
import { runProgram } from './lib/run-program.mjs';
import { runScript, speakOn } from './lib/say.mjs';

const [name, ...args] = process.argv.slice(2);

await runScript(async () => {
  speakOn(process.stderr);
  await build();
  return runProgram(`scripts/data-${name}.js`, args);
});
