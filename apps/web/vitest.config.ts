import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      environment: 'jsdom',
      include: ['src/**/*.{spec,test}.{ts,tsx}', 'build/**/*.spec.ts'],
      setupFiles: ['src/testing/setup.ts'],
      // A busy machine is slow, not wrong.
      testTimeout: 30_000,
      restoreMocks: true,
      unstubGlobals: true,
      reporters: ['default', ['json', { outputFile: 'reports/tests.json' }]],
    },
  }),
);
