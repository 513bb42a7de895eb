// Given to a process under test with --require: tells what it had loaded when it ended.
const { writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

// Threads inherit --require, and would overwrite what the process itself reports.
if (isMainThread) {
  process.on('exit', () => {
    writeFileSync('loaded-modules.json', JSON.stringify(Object.keys(require.cache)));
  });
}
