// `npm run google-emulator`: Google's APIs on this machine, with sample data, as a process of its own.
import { build } from './lib/prepare.mjs';
import { runProgram } from './lib/run-program.mjs';
import { runScript, speakOn } from './lib/say.mjs';

await runScript(async () => {
  speakOn(process.stderr);
  await build();
  return runProgram('packages/google-emulator/src/main-process.js', process.argv.slice(2));
});
