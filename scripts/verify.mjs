// npm run verify: installs what is missing, then checks everything that CI checks.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from './lib/prepare.mjs';
import { run, runTool } from './lib/run.mjs';
import { runScript, say, step } from './lib/say.mjs';

const quiet = { quiet: true };
const TREES = ['src', 'libs', 'test', 'bench', 'scripts'];

await runScript(async () => {
  await prepare();
  await step('Format (prettier)', () => runTool('prettier', 'prettier', ['--check', '.'], quiet));
  await step('Lint (eslint, no warnings)', () =>
    runTool('eslint', 'eslint', ['--max-warnings', '0', '.'], quiet),
  );
  await step('Types (tsc)', () => runTool('typescript', 'tsc', ['--noEmit'], quiet));
  await step('Architecture rules (dependency-cruiser)', () =>
    runTool('dependency-cruiser', 'depcruise', ['--output-type', 'err-long', ...TREES], quiet),
  );
  await step('Generated files: openapi.json, .env.example and the table in README.md', async () => {
    await run(process.execPath, ['dist/scripts/openapi.js', '--check'], quiet);
    await run(process.execPath, ['dist/scripts/config-docs.js', '--check'], quiet);
  });
  return runTests();
});

async function runTests() {
  say('• Tests (jest)');
  const folder = mkdtempSync(join(tmpdir(), 'tributary-verify-'));
  const report = join(folder, 'jest.json');
  try {
    const failure = await runTool('jest', 'jest', ['--json', `--outputFile=${report}`]).then(
      () => undefined,
      (error) => error,
    );
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    // A suite that cannot even start counts as one failure, or it would pass unseen.
    say(`${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`);
    return failure ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
