const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

// Why specs run in the realm of jest's worker is in docs/adr/0020-tests-run-in-one-realm.md.

/** Given to jest as the context of a spec; it stands for the realm of the worker. */
const WORKER_REALM = vm.createContext({});
/** Stacks of jest's 100 frames are captured by every assertion, also by those that hold. */
const STACK_FRAMES = 20;

compileOnceInWorkerRealm();
const usedStorages = watchAsyncLocalStorages();

/** Runs specs in the realm of the worker, and takes back what they did to it. */
module.exports = class SingleRealmEnvironment {
  global = globalThis;
  /** jest's older kind, which nobody here uses. */
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);
  #globalsBefore = Object.getOwnPropertyDescriptors(globalThis);
  #exitBefore = process.exit;

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    Error.stackTraceLimit = STACK_FRAMES;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    process.exit = this.#exitBefore;
    // A storage that stays enabled costs every promise of every later spec.
    for (const storage of usedStorages) storage.disable();
    usedStorages.clear();
    for (const name of Reflect.ownKeys(globalThis)) this.#restore(name);
  }

  #restore(name) {
    const before = this.#globalsBefore[name];
    // The store of matchers cannot be deleted: `expect` of the next spec goes on with it.
    if (!before) Reflect.deleteProperty(globalThis, name);
    else if (before.value !== Object.getOwnPropertyDescriptor(globalThis, name).value) {
      Object.defineProperty(globalThis, name, before);
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return WORKER_REALM;
  }
};

/**
 * Compiles a module for the realm of the worker, once: what jest calls is a function of `module`, `exports` and
 * `require`, so that one compiled function makes the fresh module of every spec.
 */
function compileOnceInWorkerRealm() {
  const { compileFunction } = vm;
  const compiled = new Map();
  vm.compileFunction = (code, parameters, options) => {
    if (options?.parsingContext !== WORKER_REALM) return compileFunction(code, parameters, options);
    const key = `${options.filename}(${parameters})`;
    const known = compiled.get(key);
    if (known?.code === code) return known.run;
    const run = compileFunction(code, parameters, { ...options, parsingContext: undefined });
    compiled.set(key, { code, run });
    return run;
  };
}

/** The storages that were used since the set was cleared. */
function watchAsyncLocalStorages() {
  const used = new Set();
  for (const method of ['run', 'enterWith']) {
    const original = AsyncLocalStorage.prototype[method];
    AsyncLocalStorage.prototype[method] = function (...args) {
      used.add(this);
      return original.apply(this, args);
    };
  }
  return used;
}
