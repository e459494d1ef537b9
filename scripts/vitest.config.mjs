import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '../node_modules/.vite',
  test: {
    root: import.meta.dirname,
    include: ['**/*.spec.mjs'],
    // Only for tests that hang: a busy machine is slow, not wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', ['json', { outputFile: '../reports/tests-scripts.json' }]],
  },
});
