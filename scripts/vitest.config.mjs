import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.spec.mjs'],
    reporters: ['default', ['json', { outputFile: '../reports/tests.json' }]],
  },
});
