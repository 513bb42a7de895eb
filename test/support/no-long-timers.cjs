// Given to a process under test with --require: what waits for 20 s or more waits for ever, so that
// a process which ends has not waited for it. A test then needs no clock.
const promises = require('node:timers/promises');
const { syncBuiltinESMExports } = require('node:module');

const LONG_MS = 20_000;
const { setTimeout } = globalThis;
const sleep = promises.setTimeout;

globalThis.setTimeout = Object.assign(function patched(callback, ms, ...rest) {
  return setTimeout(ms >= LONG_MS ? () => undefined : callback, ms, ...rest);
}, setTimeout);
promises.setTimeout = (ms, ...rest) =>
  ms >= LONG_MS ? new Promise(() => setTimeout(() => undefined, ms)) : sleep(ms, ...rest);
syncBuiltinESMExports();
