const esmOnly = '(content-disposition|jose|oauth4webapi|oidc-provider|openid-client|p-limit|yocto-queue)';

/**
 * What modules find without asking the global object of jest's context, where each look-up takes as long as many
 * instructions: documents are read and written three times as fast. Not those that tests replace, such as Date.
 */
const fastGlobals = [
  ...['Array', 'ArrayBuffer', 'BigInt', 'Error', 'JSON', 'Map', 'Math', 'Number', 'Object'],
  ...['Promise', 'RangeError', 'Reflect', 'RegExp', 'String', 'Symbol', 'TypeError', 'Uint8Array', 'WeakMap'],
];

/** @type {import('jest').Config} */
module.exports = {
  roots: ['<rootDir>/src', '<rootDir>/demo', '<rootDir>/test'],
  // Test files of a worker share an environment, and the modules that they load.
  testEnvironment: '<rootDir>/test/jest/environment.cjs',
  runtime: '<rootDir>/test/jest/runtime.cjs',
  // The contract is read from its source, so that no test sees an outdated build.
  testEnvironmentOptions: { customExportConditions: ['@shifa/source', 'node', 'node-addons'] },
  testSequencer: '<rootDir>/test/jest/sequencer.cjs',
  testMatch: ['**/*.spec.ts'],
  sandboxInjectedGlobals: fastGlobals,
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2022',
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
      },
    ],
    // Node loads these with require(), but jest does so only on Node 24.
    [`/node_modules/${esmOnly}/.+\\.js$`]: ['@swc/jest', { module: { type: 'commonjs' } }],
  },
  // ES modules name the compiled file of an import.
  moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': '$1' },
  transformIgnorePatterns: [`/node_modules/(?!(\\.pnpm/)?${esmOnly}[@/])`],
  setupFiles: ['<rootDir>/test/quiet.ts', '<rootDir>/test/worker-threads.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/mongodb-rules/watch.ts', '<rootDir>/test/contract/record.ts'],
  globalSetup: '<rootDir>/test/start.ts',
  globalTeardown: '<rootDir>/test/stop.ts',
  // A busy machine is slow, not wrong.
  testTimeout: 120_000,
  maxWorkers: 2,
  // What test files keep in modules that they share (`test/jest/runtime.cjs`) is never released.
  workerIdleMemoryLimit: '1.5GB',
};
