import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The contract's source, so that its modules can be replaced.
  ssr: { resolve: { conditions: ['@shifa/source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['src/**/*.spec.ts'],
    server: { deps: { inline: [/@shifa/] } },
    reporters: ['default', ['json', { outputFile: 'reports/tests.json' }]],
  },
});
