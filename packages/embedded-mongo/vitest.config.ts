import { defineConfig } from 'vitest/config';

const conformance = 'src/conformance/**/*.spec.ts';

export default defineConfig({
  test: {
    // Only for tests that hang: a busy machine may be slow at starting servers, of which there are many here.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Most of a test's time passes in the server that it asks.
    maxWorkers: '100%',
    // No test changes what another one imports.
    isolate: false,
    reporters: ['default', ['json', { outputFile: 'reports/tests.json' }]],
    projects: [
      { extends: true, test: { name: 'engine', include: ['src/**/*.spec.ts'], exclude: [conformance] } },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: [conformance],
          globalSetup: 'src/conformance/testing/server.ts',
        },
      },
    ],
  },
});
