import { defineConfig } from '@playwright/test';

/** `npm run load`: servers of its own, no browser, one thing after another. */
export default defineConfig({
  testDir: 'load',
  testMatch: '*.load.ts',
  outputDir: 'test-results',
  reporter: 'list',
  forbidOnly: true,
  workers: 1,
  // Thousands of people are created first.
  timeout: 900_000,
});
