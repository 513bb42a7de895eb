// `npm run embedded-mongo`: the embedded MongoDB as a process of its own, for separate roles.
import { build } from './lib/prepare.mjs';
import { runProgram } from './lib/run-program.mjs';
import { runScript, speakOn } from './lib/say.mjs';

await runScript(async () => {
  speakOn(process.stderr);
  await build();
  return runProgram('packages/embedded-mongo/src/main-process.js', process.argv.slice(2));
});
