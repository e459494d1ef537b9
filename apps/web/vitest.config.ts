import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

const include = ['src/**/*.{spec,test}.{ts,tsx}', 'build/**/*.spec.ts'];

// A replaced module stays replaced for whoever imported it, so these files share nothing with the others.
const replacingModules = readdirSync(join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file}`)
  .filter((file) => /\.(spec|test)\.tsx?$/.test(file))
  .filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('));

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      environment: 'jsdom',
      setupFiles: ['src/testing/setup.ts'],
      globalSetup: ['src/testing/forget-recorded.ts'],
      // A busy machine is slow, not wrong.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      restoreMocks: true,
      unstubGlobals: true,
      pool: 'threads',
      // With several workers, files that share modules would each get a window of their own, where what a module
      // remembers of the first one, such as Emotion's style sheet, is missing.
      maxWorkers: 1,
      reporters: ['default', ['json', { outputFile: 'reports/tests.json' }]],
      projects: [
        // Most files share a window and the loaded modules: loading both again takes longer than most files' tests.
        { extends: true, test: { name: 'shared', include, exclude: replacingModules, isolate: false } },
        { extends: true, test: { name: 'isolated', include: replacingModules } },
      ],
    },
  }),
);
