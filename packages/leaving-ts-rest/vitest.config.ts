import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The contract's source, so that its modules can be replaced.
  ssr: { resolve: { conditions: ['@shifa/source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['src/**/*.spec.ts'],
    // Only for tests that hang: a busy machine is slow, not wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    server: { deps: { inline: [/@shifa/] } },
    reporters: ['default', ['json', { outputFile: 'reports/tests.json' }]],
  },
});
