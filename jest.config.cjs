/** @type {import('jest').Config} */
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

module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/libs', '<rootDir>/test', '<rootDir>/bench'],
  testMatch: ['**/*.spec.ts'],
  transform: { '^.+\\.[tj]s$': swc },
  // These ship ES modules only, which jest has to see as CommonJS.
  transformIgnorePatterns: [
    '/node_modules/(?!(@nestjs|@standard-schema|load-esm|jose|ky|temporal-[a-z]+)/)',
  ],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@tributary/([^/]+)$': '<rootDir>/libs/$1/src',
  },
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/test/setup/global-setup.ts',
  globalTeardown: '<rootDir>/test/setup/global-teardown.ts',
  testTimeout: 30_000,
  // One core less, the default, would leave a machine with two of them half idle.
  maxWorkers: '100%',
};
