import type { Page } from '@playwright/test';
import { expect, openAs, repositoryFile, WITHOUT_NETWORK } from '../support/journey.js';
import { test as ownServer } from '../support/own-server.js';
import type { Server } from '../support/server.js';
import { type Changes, Version } from '../support/version.js';

/** Builds another version of the contract. The next journey finds the repository's again. */
type Fixtures = { build: (changes: Changes) => Promise<Version> };

const test = ownServer.extend<Fixtures>({
  build: async ({ server }, use) => {
    const built: Version[] = [];
    await use(async (changes) => {
      const version = await Version.build(changes);
      built.push(version);
      return version;
    });
    await server.stop();
    await server.run();
    await Promise.all(built.map((version) => version.remove()));
  },
});

// Each builds the API or the web app of another version.
test.describe.configure({ timeout: 400_000 });

// Tabs of one version meet an API of another while a network is upgraded or rolled back. The server restarts meanwhile.
test.use({ tolerated: WITHOUT_NETWORK });

const { version: CURRENT } = JSON.parse(repositoryFile('packages/contract/package.json')) as { version: string };
const [major = 0, minor = 0] = CURRENT.split('.').map(Number);
const NEXT_MINOR = `${major}.${minor + 1}.0`;
const NEXT_MAJOR = `${major + 1}.0.0`;

const raised = (version: string): Changes => ({
  'package.json': [[`"version": "${CURRENT}"`, `"version": "${version}"`]],
  'src/common/version.ts': [[`'${CURRENT}'`, `'${version}'`]],
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

test('a new field in answers disturbs no older web app, and a newer one does without it', async ({
  page,
  server,
  build,
}) => {
  const next = await build({
    ...raised(NEXT_MINOR),
    'src/laboratories/laboratory.schema.ts': [
      [
        'LaboratoryListItemSchema = z.object({',
        "LaboratoryListItemSchema = z.object({ motto: z.string().default('Care'),",
      ],
    ],
  });
  for (const end of ['api', 'web'] as const) {
    // The open page of the other web app would ask for the list as well, once it is connected again.
    await page.goto('about:blank');
    await restart(server, await next.install(end));
    const answers = page.waitForResponse(/\/api\/laboratories\?/);
    await openAs(page, 'superAdmin', '/laboratories');
    const answer = await answers;
    expect(answer.headers()['shifa-contract']).toBe(end === 'api' ? NEXT_MINOR : CURRENT);
    expect((await answer.request().allHeaders())['shifa-contract']).toBe(end === 'web' ? NEXT_MINOR : CURRENT);
    const { data } = (await answer.json()) as { data: object[] };
    expect(data[0]).toHaveProperty('name');
    expect(Object.keys(data[0] ?? {}).includes('motto')).toBe(end === 'api');
    await expect(page.getByText('Shifa Diagnostics Kolkata').first()).toBeVisible();
  }
});

test('a page of the version before a breaking change gives way to the new one, and keeps what was typed', async ({
  page,
  server,
  build,
}) => {
  const next = await build({
    ...raised(NEXT_MAJOR),
    'src/attendance/clock.contract.ts': [["'/attendance/clock'", "'/attendance/my-clock'"]],
  });
  await openAs(page, 'labAdmin', '/finances/transactions');
  await startEntry(page, 'Pens for the new version');

  await restart(server, await next.install('web', 'api'));
  const refused = await page.request.get('/api/laboratories', { headers: { 'shifa-contract': CURRENT } });
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
});
