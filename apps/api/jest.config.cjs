const esmOnly = '(content-disposition|p-limit|yocto-queue)';

/** @type {import('jest').Config} */
module.exports = {
  rootDir: 'src',
  testEnvironment: 'node',
  testMatch: ['**/*.spec.ts'],
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
  transformIgnorePatterns: [`/node_modules/(?!(\\.pnpm/)?${esmOnly}[@/])`],
  setupFiles: ['<rootDir>/testing/quiet.ts', '<rootDir>/testing/worker-threads.ts'],
  globalSetup: '<rootDir>/testing/start-database.ts',
  globalTeardown: '<rootDir>/testing/stop-database.ts',
  // A busy machine is slow, not wrong.
  testTimeout: 120_000,
  maxWorkers: 2,
  // Each file loads the modules again, and what earlier files loaded is never released.
  workerIdleMemoryLimit: '1.5GB',
};
