// What `npm run verify` does, step by step; it is started by verify.mjs.
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { withFailedSeeds } from './lib/failed-seeds.cjs';
import { build, install, requireNode } from './lib/prepare.mjs';
import { root } from './lib/project.mjs';
import { ensureRedisServer } from './lib/redis-server.mjs';
import { run, runTool } from './lib/run.mjs';
import { runScript, say, since, step, Trouble } from './lib/say.mjs';

const isLong = process.argv.includes('--long');
const isRecording = process.argv.includes('--record-durations');

const LINT = ['--type-aware', '--deny-warnings'];
const TREES = ['src', 'libs', 'packages', 'test', 'bench', 'scripts'];
const SEEDS = join(root, 'test/seeds.json');
const DURATIONS = join(root, 'test/durations.json');
const SLOWEST = 10;
/** Faster specs are not worth ordering. */
const WORTH_SECONDS = 1;

const startedAt = Date.now();
const quiet = { quiet: true };

await runScript(async () => {
  requireNode();
  await install();
  await allOf([buildAndGenerate(), checkSources()]);
  return runTests();
});

async function buildAndGenerate() {
  await build();
  await ensureRedisServer();
  await step('Generated files: openapi.json, .env.example, docs/configuration.md', async () => {
    await run(process.execPath, ['dist/scripts/openapi.js', '--check'], quiet);
    await run(process.execPath, ['dist/scripts/config-docs.js', '--check'], quiet);
  });
}

/** One after the other: each of them uses all cores. */
async function checkSources() {
  const checks = [
    ['Format (oxfmt)', () => runTool('oxfmt', 'oxfmt', ['--check'], quiet)],
    ['Lint, no warnings (oxlint)', () => runTool('oxlint', 'oxlint', LINT, quiet)],
    ['Types (tsc)', () => runTool('typescript-native', 'tsc', ['--noEmit'], quiet)],
    [
      'Architecture rules (dependency-cruiser)',
      () => runTool('dependency-cruiser', 'depcruise', ['-T', 'err-long', ...TREES], quiet),
    ],
  ];
  const failures = [];
  for (const [title, check] of checks) {
    await step(title, check).catch((error) => failures.push(error));
  }
  throwAll(failures);
}

/** Waits for all, so that all failures are reported together. */
async function allOf(promises) {
  const results = await Promise.allSettled(promises);
  throwAll(results.flatMap(({ reason }) => reason ?? []));
}

function throwAll(failures) {
  if (failures.length > 0) throw new Trouble(failures.map(({ message }) => message).join('\n'));
}

async function runTests() {
  const report = join(tmpdir(), 'jest.json');
  let failure;
  await step('Tests (jest)', async () => {
    const options = ['--json', `--outputFile=${report}`, ...(isLong ? ['--showSeed'] : [])];
    await runTool('jest', 'jest', options).catch((error) => (failure = error));
  });
  const result = readResult(report);
  showSlowest(result);
  if (isRecording) recordDurations(result);
  if (isLong) recordSeeds(result);
  say(`Everything took ${since(startedAt)}.`);
  // A suite that cannot even start counts as one failure, or it would pass unseen.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  say(`${result.numPassedTests} passed, ${failed} failed`);
  return failure ? 1 : 0;
}

function readResult(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    throw new Trouble('jest ended without a report; see its output.');
  }
}

/** Spec files and their seconds, the slowest first. */
function durationsOf({ testResults }) {
  return testResults
    .map(({ name, startTime, endTime }) => [nameOf(name), (endTime - startTime) / 1000])
    .sort(([, a], [, b]) => b - a);
}

function showSlowest(result) {
  say(`The ${SLOWEST} slowest specs:`);
  for (const [name, took] of durationsOf(result).slice(0, SLOWEST)) {
    say(`  ${took.toFixed(1).padStart(6)} s  ${name}`);
  }
}

/** From the slowest to the fastest: the order in which they are started. */
function recordDurations(result) {
  const worth = durationsOf(result).filter(([, took]) => took >= WORTH_SECONDS);
  const rounded = worth.map(([name, took]) => [name, Math.round(took)]);
  writeFileSync(DURATIONS, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
}

/** Seeds with which something failed are tried by every later run. */
function recordSeeds({ testResults }) {
  const before = readFileSync(SEEDS, 'utf8');
  const seeds = JSON.parse(before);
  const failed = withFailedSeeds(seeds.failed, testResults, nameOf);
  const after = `${JSON.stringify({ ...seeds, failed }, null, 2)}\n`;
  if (after === before) return;
  writeFileSync(SEEDS, after);
  say('Failing seeds were written to test/seeds.json: commit it together with the fix.');
}

function nameOf(path) {
  return relative(root, path).replaceAll('\\', '/');
}
