import { defineConfig } from 'vitest/config';

const conformance = 'src/conformance/**/*.spec.ts';

export default defineConfig({
  test: {
    // Servers are started and killed here, on machines that have other things to do.
    testTimeout: 60_000,
    hookTimeout: 60_000,
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
