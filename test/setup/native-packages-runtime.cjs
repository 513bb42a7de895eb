const { createRequire, isBuiltin } = require('node:module');
const { default: Runtime } = require('jest-runtime');

/** What jest loads anew for every spec: our files and libraries, and the names that jest.config.cjs maps to them. */
const OURS = /^(?:[./](?!.*node_modules\/)|@tributary\/|@jest\/globals$|fast-check$)/;

/** Loads packages as Node does, once per worker, instead of a copy for every spec. */
module.exports = class NativePackagesRuntime extends Runtime {
  requireModuleOrMock(from, name) {
    if (OURS.test(name) || isBuiltin(name)) return super.requireModuleOrMock(from, name);
    return createRequire(from)(name);
  }
};
