import { defineConfig } from '@playwright/test';
import config from './playwright.config.js';
import { fullBrowser } from './support/full-browser.js';

/** Measurements of an idle machine: `npm run e2e -- --config measure.config.ts`. They are printed and assert nothing. */
export default defineConfig(config, {
  testDir: 'measurements',
  testMatch: '*.measure.ts',
  workers: 1,
  timeout: 300_000,
  use: {
    ...config.use,
    // The browser that people use.
    launchOptions: { ...config.use?.launchOptions, ...fullBrowser },
    // Recording takes time from the page.
    trace: 'off',
    screenshot: 'off',
  },
});
