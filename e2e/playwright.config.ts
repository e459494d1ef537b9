import { defineConfig, devices } from '@playwright/test';

/** The headless shell takes a fifth less processor time than the full browser, which some journeys ask for. */
const executablePath = process.env['HEADLESS_SHELL_PATH'] ?? process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: '.',
  testMatch: '{journeys,specification}/*.e2e.ts',
  globalSetup: './support/global-setup.ts',
  outputDir: 'test-results',
  reporter: [['list'], ['json', { outputFile: 'reports/journeys.json' }]],
  fullyParallel: true,
  forbidOnly: true,
  workers: '100%',
  // A busy machine is slow, not wrong.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    // Fetching the whole app ahead in every new context costs seconds; journeys that need it allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
    },
  },
});
