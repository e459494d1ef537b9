import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { fullBrowser } from '../support/full-browser.js';
import { expect, openAs, repositoryFile, test } from '../support/journey.js';
import { openLive } from '../support/live.js';

test.use({ serviceWorkers: 'allow' });

test('files with a hash are immutable and precompressed, the page is asked for again', async ({ page, request }) => {
  const script = page.waitForResponse((response) => /\/assets\/.*\.js$/.test(response.url()));
  await page.goto('/login');
  const headers = await (await script).allHeaders();
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': expect.stringMatching(/^(br|gzip)$/),
  });
  expect((await request.get('/login')).headers()['cache-control']).toBe('no-cache');
  const missing = await request.get('/assets/gone-00000000.js');
  expect(missing.status()).toBe(404);
});

test('every script of the build runs, also those that only a rare screen loads', async ({ page }) => {
  const manifest = JSON.parse(repositoryFile('apps/web/dist/.vite/manifest.json')) as Record<string, { file: string }>;
  const scripts = [...new Set(Object.values(manifest).map(({ file }) => `/${file}`))].filter((file) =>
    /\.js$/.test(file),
  );
  expect(scripts.length).toBeGreaterThan(100);
  await openAs(page, 'superAdmin');
  const failures = await page.evaluate(async (files) => {
    const failed = async (file: string) => {
      try {
        await import(file);
        return [];
      } catch (error) {
        return [`${file}: ${String(error)}`];
      }
    };
    return (await Promise.all(files.map(failed))).flat();
  }, scripts);
  expect(failures).toEqual([]);
});

test('the browser finds nothing that keeps the product from being installed', async ({ baseURL, launchOptions }) => {
  // In a profile, because a private window installs nothing.
  const profile = mkdtempSync(join(tmpdir(), 'shifa-profile-'));
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, ...fullBrowser });
  try {
    const [page] = context.pages();
    if (!page) throw new Error('The browser opened no page');
    await page.goto(`${baseURL ?? ''}/login`);
    const session = await context.newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const { data = '', errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data)).toMatchObject({ name: 'Shifa MS', display: 'standalone' });
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

test.describe('the policy of the page', () => {
  test.use({ tolerated: /Content Security Policy/ });

  test('runs no code but its own, behind nginx either', async ({ page, request }) => {
    const policy = (await request.get('/login')).headers()['content-security-policy'];
    expect(policy).toContain("script-src 'self';");
    expect(repositoryFile('docker/nginx.conf.template')).toContain(`"${policy ?? ''}"`);
    await page.goto('/login');
    const refused = page.waitForEvent('console', (message) => message.text().includes('Content Security Policy'));
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.documentElement.dataset.foreign = "ran"';
      document.head.append(script);
      return document.documentElement.dataset['foreign'];
    });
    expect(ran).toBeUndefined();
    await refused;
  });
});

test('the socket connects with the session and nothing is asked of another origin', async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (baseURL && !request.url().startsWith(baseURL)) foreign.push(request.url());
  });
  await openLive(page, () => openAs(page, 'superAdmin'));
  expect(foreign.filter((url) => !/^(data|blob):/.test(url))).toEqual([]);
});
