import type { Page } from '@playwright/test';
import { test } from '../support/own-server.js';
import { expect, openAs, WITHOUT_NETWORK } from '../support/journey.js';
import type { Server } from '../support/server.js';
import { type Changes, Version } from '../support/version.js';

// Tabs of one version meet an API of another while a network is upgraded or rolled back. The server restarts meanwhile.
test.use({ tolerated: WITHOUT_NETWORK });

const raised = (version: string): Changes => ({
  'package.json': [['"version": "1.0.0"', `"version": "${version}"`]],
  'src/common/version.ts': [["'1.0.0'", `'${version}'`]],
});

async function restart(server: Server, installation: string): Promise<void> {
  await server.stop();
  await server.run(installation);
}

async function startEntry(page: Page, description: string): Promise<void> {
  await page.getByRole('button', { name: 'New entry' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('250');
  await page.getByRole('textbox', { name: 'Description' }).fill(description);
}

test('a new field in answers disturbs no older web app, and a newer one does without it', async ({ page, server }) => {
  const next = await Version.build({
    ...raised('1.1.0'),
    'src/laboratories/laboratory.schema.ts': [
      [
        'LaboratoryListItemSchema = z.object({',
        "LaboratoryListItemSchema = z.object({ motto: z.string().default('Care'),",
      ],
    ],
  });
  for (const end of ['api', 'web'] as const) {
    await restart(server, await next.install(end));
    const answers = page.waitForResponse(/\/api\/laboratories\?/);
    await openAs(page, 'superAdmin', '/laboratories');
    const answer = await answers;
    expect(answer.headers()['shifa-contract']).toBe(end === 'api' ? '1.1.0' : '1.0.0');
    expect((await answer.request().allHeaders())['shifa-contract']).toBe(end === 'web' ? '1.1.0' : '1.0.0');
    const { data } = (await answer.json()) as { data: object[] };
    expect(data[0]).toHaveProperty('name');
    expect(Object.keys(data[0] ?? {}).includes('motto')).toBe(end === 'api');
    await expect(page.getByText('Shifa Diagnostics Kolkata').first()).toBeVisible();
  }
  await next.remove();
});

test('a page of the version before a breaking change gives way to the new one, and keeps what was typed', async ({
  page,
  server,
}) => {
  const next = await Version.build({
    ...raised('2.0.0'),
    'src/attendance/clock.contract.ts': [["'/attendance/clock'", "'/attendance/my-clock'"]],
  });
  await openAs(page, 'labAdmin', '/finances/transactions');
  await startEntry(page, 'Pens for the new version');

  await restart(server, await next.install('web', 'api'));
  const refused = await page.request.get('/api/laboratories', { headers: { 'shifa-contract': '1.0.0' } });
  expect(refused.status()).toBe(426);
  // The page offers the new version, or has loaded it already because code that it wanted is gone.
  const update = page.getByRole('button', { name: 'Update' });
  const restored = page.getByText(/^Your changes from .* were restored/);
  await expect(update.or(restored).first()).toBeVisible({ timeout: 30_000 });
  if (await update.isVisible()) await update.click();
  await expect(restored).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Pens for the new version');
  await page.goto('/attendance');
  await expect(page.getByRole('button', { name: /^Clock (in|out)$/ }).first()).toBeVisible();

  await restart(server, await next.install('web'));
  await page.goto('/laboratories');
  await expect(page.getByText('Shifa Diagnostics Kolkata').first()).toBeVisible();
  await next.remove();
});
