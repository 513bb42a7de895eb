const { availableParallelism } = require('node:os');

const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
  },
];

const common = {
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/setup/single-realm-environment.cjs',
  runtime: '<rootDir>/test/setup/native-packages-runtime.cjs',
  transform: { '^.+\\.[tj]s$': swc },
  moduleNameMapper: {
    '^@tributary/([^/]+)$': ['<rootDir>/libs/$1/src', '<rootDir>/packages/$1/src'],
    // The same, with the seed of this repository.
    '^fast-check$': '<rootDir>/test/setup/fast-check.ts',
  },
  setupFiles: ['<rootDir>/test/setup/metadata.ts'],
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
};

/** Tests with real stores, which are started before the first of them. */
const withStores = {
  ...common,
  globalSetup: '<rootDir>/test/setup/global-setup.ts',
  globalTeardown: '<rootDir>/test/setup/global-teardown.ts',
};

/** @type {import('jest').Config} */
module.exports = {
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{src,libs,packages,bench,scripts}/**/*.spec.ts',
        '<rootDir>/test/*.spec.ts',
      ],
    },
    { ...withStores, displayName: 'medium', testMatch: ['<rootDir>/test/medium/**/*.spec.ts'] },
    { ...withStores, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.spec.ts'] },
    { ...withStores, displayName: 'faults', testMatch: ['<rootDir>/test/faults/**/*.spec.ts'] },
  ],
  // Only what hangs takes so long: on a busy machine everything takes longer than anybody thought.
  testTimeout: process.env.TRIBUTARY_FAULTS === 'long' ? 14_400_000 : 600_000,
  testSequencer: '<rootDir>/test/setup/slowest-first.cjs',
  // More than there are cores: some wait, for processes that start and for leases that end.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // What a spec loaded is not all given back; a worker that collects garbage of gigabytes is slow.
  workerIdleMemoryLimit: '800MB',
};
