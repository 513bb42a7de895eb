// npm run verify:faults: the tests of test/faults with the larger numbers that TRIBUTARY_FAULTS=long asks for.
import { prepare } from './lib/prepare.mjs';
import { runTool } from './lib/run.mjs';
import { runScript, say } from './lib/say.mjs';

await runScript(async () => {
  await prepare();
  say('• Faults, the long series (jest)');
  await runTool('jest', 'jest', ['test/faults', '--verbose']);
});
