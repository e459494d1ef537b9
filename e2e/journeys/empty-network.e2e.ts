import { everyRoute } from '../support/every-route.js';
import { accounts, expect, openAs, PASSWORD, test as sharedTest } from '../support/journey.js';
import { Server } from '../support/server.js';

const test = sharedTest.extend<{ server: Server }>({
  server: [
    async ({}, use) => {
      const server = await Server.start({
        SEED: 'none',
        SEED_ADMIN_EMAIL: accounts.superAdmin,
        SEED_ADMIN_PASSWORD: PASSWORD,
      });
      await use(server);
      await server.remove();
    },
    { timeout: 120_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
});

test('every page of a network without laboratories says so and leads on', async ({ page }) => {
  test.setTimeout(600_000);
  await openAs(page, 'superAdmin');
  const dead: string[] = [];
  const routes = await everyRoute(page, async (path) => {
    const main = page.getByRole('main');
    const words = (await main.innerText()).split(/\s+/).length;
    const ways = await main.getByRole('link').or(main.getByRole('button')).count();
    if (words < 5 || ways === 0) dead.push(`${path}: ${words} words, ${ways} ways on`);
  });
  expect(dead).toEqual([]);
  expect(routes.length).toBeGreaterThanOrEqual(30);
});

test('the calendar of a new laboratory is copied from another one', async ({ page }) => {
  await openAs(page, 'superAdmin', '/laboratories');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const create = async (body: object) => {
    const headers = { authorization: `Bearer ${token ?? ''}` };
    const contact = { phone: '+91 33 2212 0000' };
    const answer = await page.request.post('/api/laboratories', { headers, data: { contact, ...body } });
    expect(answer.status(), await answer.text()).toBe(201);
    return ((await answer.json()) as { data: { _id: string } }).data._id;
  };
  const holidays = [{ date: '2030-01-26', name: 'Republic Day' }];
  await create({ name: 'Shifa Kolkata', code: 'KOL', location: { city: 'Kolkata' }, weeklyOff: [5], holidays });
  const siliguri = await create({ name: 'Shifa Siliguri', code: 'SIL', location: { city: 'Siliguri' } });

  await page.goto(`/laboratories/${siliguri}`);
  await page.getByRole('link', { name: 'Copy them from another laboratory' }).click();
  const drawer = page.getByRole('dialog', { name: 'Copy from another laboratory' });
  await drawer.getByRole('combobox', { name: 'Laboratory' }).fill('kol');
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('region', { name: 'Holidays' })).toContainText('Added Republic Day');
  await drawer.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Shifa Siliguri was saved')).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText('Republic Day');
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('copied from another laboratory');
  await expect(page.getByRole('tabpanel')).toContainText('Shifa Kolkata');
});
