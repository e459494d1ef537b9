import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '../node_modules/.vite',
  test: {
    root: import.meta.dirname,
    include: ['**/*.spec.mjs'],
    reporters: ['default', ['json', { outputFile: '../reports/tests-scripts.json' }]],
  },
});
