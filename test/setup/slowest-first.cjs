const { existsSync, readFileSync } = require('node:fs');
const { join, relative, sep } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

/** Seconds by spec, as `npm run verify -- --record-durations` wrote them. */
const DURATIONS = join(__dirname, '../durations.json');
const ROOT = join(__dirname, '../..');
const UNKNOWN_SECONDS = 5;

/** Starts the longest specs first, so that no worker is left alone with one of them at the end. */
module.exports = class SlowestFirst extends Sequencer {
  sort(tests) {
    const durations = existsSync(DURATIONS) ? JSON.parse(readFileSync(DURATIONS, 'utf8')) : {};
    // A spec that nobody has measured yet may be a long one.
    const secondsOf = ({ path }) =>
      durations[relative(ROOT, path).split(sep).join('/')] ?? UNKNOWN_SECONDS;
    return [...tests].sort(
      (a, b) => secondsOf(b) - secondsOf(a) || (a.path < b.path ? -1 : Number(a.path > b.path)),
    );
  }
};
