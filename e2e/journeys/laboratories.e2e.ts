import { expect, openAs, test } from '../support/journey.js';
import { createLaboratory, findInList, openEditor } from '../support/laboratory.js';
import { openLive } from '../support/live.js';

test('a laboratory is created, found by its name and shown in full', async ({ page }) => {
  await openAs(page, 'superAdmin', '/laboratories');
  await createLaboratory(page, { name: 'Shifa Siliguri', code: 'SIL', city: 'Siliguri' });
  const row = await findInList(page, 'Shifa Siliguri');
  await expect(row).toContainText('SIL');
  await expect(row).toContainText('Active');
  await row.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shifa Siliguri' })).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Dr Farida Rahman');
});

test('what the server refuses is said at its field, and what was typed stays', async ({ page }) => {
  await openAs(page, 'superAdmin', '/laboratories');
  await page.getByRole('button', { name: 'New laboratory' }).click();
  const form = page.getByRole('dialog', { name: 'New laboratory' });
  await form.getByRole('button', { name: 'Create laboratory' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await form.getByLabel('Name', { exact: true }).fill('Shifa Second Kolkata');
  await form.getByLabel('Code', { exact: true }).fill('KOL');
  await form.getByRole('combobox', { name: /^Type/ }).click();
  await page.getByRole('option', { name: 'Branch' }).click();
  await form.getByLabel('Phone', { exact: true }).fill('+91 33 4021 7799');
  await form.getByLabel('City', { exact: true }).fill('Kolkata');
  await form.getByRole('button', { name: 'Create laboratory' }).click();
  const code = form.getByLabel('Code', { exact: true });
  await expect(code).toHaveAccessibleDescription(/already|taken|used/i);
  await expect(code).toBeFocused();
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Shifa Second Kolkata');
});

test('of two who edit at once one wins, and the other is told who and when and loses nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, 'superAdmin', '/laboratories');
  await createLaboratory(page, { name: 'Shifa Durgapur', code: 'DUR', city: 'Durgapur' });
  const second = await browser.newContext({ baseURL });
  const rival = await second.newPage();
  // Cut off from the socket, so that the rival finds out from the server's answer alone.
  await rival.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await rival.route(/\/socket\.io\//, (route) => route.abort());
  await openAs(rival, 'superAdmin', new URL(page.url()).pathname);

  const first = await openEditor(page);
  const late = await openEditor(rival);
  await first.getByRole('textbox', { name: 'City' }).fill('Durgapur City');
  await late.getByRole('textbox', { name: 'City' }).fill('Durgapur Steel Town');
  await first.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Shifa Durgapur was saved')).toBeVisible();

  await late.getByRole('button', { name: 'Save changes' }).click();
  const conflict = late.getByRole('group', { name: 'Newer version' });
  await expect(conflict).toContainText(/Dr Farida Rahman saved a newer version (just now|\d+ (second|minute)s? ago)/);
  await expect(conflict).toContainText('Theirs: Durgapur City');
  await expect(conflict).toContainText('Yours: Durgapur Steel Town');
  await expect(late.getByRole('textbox', { name: 'City' })).toHaveValue('Durgapur Steel Town');

  // It is chosen already; the click also tells the second save from a double tap on the first.
  await conflict.getByRole('radio', { name: /Yours/ }).click();
  await late.getByRole('button', { name: 'Save changes' }).click();
  await expect(rival.getByText('Shifa Durgapur was saved')).toBeVisible();
  await expect(page.getByText('Durgapur Steel Town').first()).toBeVisible();
  await second.close();
});

test("a laboratory is suspended and resumed, and another's open list shows it at once", async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, 'superAdmin', '/laboratories');
  await createLaboratory(page, { name: 'Shifa Haldia', code: 'HAL', city: 'Haldia' });
  const second = await browser.newContext({ baseURL });
  const onlooker = await second.newPage();
  await openLive(onlooker, () => openAs(onlooker, 'superAdmin', '/laboratories'));
  const row = onlooker.getByRole('row', { name: /Shifa Haldia/ });
  await expect(row).toContainText('Active');

  for (const [verb, status] of [
    ['Suspend', 'Suspended'],
    ['Resume', 'Active'],
  ] as const) {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: `${verb} laboratory` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: verb }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(row).toContainText(status);
  }
  await second.close();
});

test('who belongs to one laboratory reaches no other', async ({ page }) => {
  await openAs(page, 'labAdmin', '/laboratories');
  await expect(page.getByRole('heading', { level: 1, name: 'Shifa Diagnostics Kolkata' })).toBeVisible();
  const own = page.url();
  await openAs(page, 'superAdmin', '/laboratories');
  await page.getByRole('row', { name: /DXB/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shifa Diagnostics Dubai' })).toBeVisible();
  const foreign = page.url();
  expect(foreign).not.toBe(own);
  await openAs(page, 'labAdmin', new URL(foreign).pathname);
  await expect(page.getByText("This laboratory doesn't exist, or you don't have access to it.")).toBeVisible();
});
