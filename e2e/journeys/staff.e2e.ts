import { accounts, expect, openAs, PASSWORD, test } from '../support/journey.js';
import { openLive } from '../support/live.js';
import { createPerson, firstSignInOnPhone, OWN_PASSWORD, setPermission } from '../support/staff.js';

test('a manager is created, signs in on a phone, and loses a permission while the screen is open', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = 'nadia.karim@shifa.example';
  await openAs(page, 'labAdmin', '/staff');
  const password = await createPerson(page, 'Nadia Karim', email, 'Manager');
  await page.getByRole('button', { name: 'Open Nadia' }).click();
  await page.getByRole('tab', { name: 'Permissions' }).click();
  await page.getByRole('radiogroup', { name: 'Staff: View' }).getByText('Allow').click();
  await setPermission(page, 'Staff: Create', 'Allow');

  const phone = await firstSignInOnPhone(browser, baseURL ?? '', email, password);
  const bar = phone.getByRole('navigation');
  await expect(bar.getByRole('link', { name: 'Inventory' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Finances' })).toHaveCount(0);
  await expect(bar.getByRole('link', { name: 'Labs' })).toHaveCount(0);
  await bar.getByRole('link', { name: 'Staff' }).click();
  const create = phone.getByRole('button', { name: 'New person' });
  await expect(create).toBeEnabled();
  await phone.goto('/finances');
  await expect(phone.getByText("You don't have access to this section")).toBeVisible();
  await openLive(phone, () => phone.goto('/staff'));
  await expect(create).not.toHaveAttribute('aria-disabled', 'true');

  await setPermission(page, 'Staff: Create', 'Deny');
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  const token = await phone.evaluate(() => localStorage.getItem('token'));
  const refused = await phone.request.post('/api/staff', {
    headers: { authorization: `Bearer ${token ?? ''}` },
    data: { name: 'Nobody', email: 'nobody@shifa.example', role: 'staff' },
  });
  expect(refused.status()).toBe(403);
  await phone.context().close();
});

test('an exit is not recorded with a part of its date, as if it were today', async ({ page }) => {
  await openAs(page, 'labAdmin', '/staff');
  await createPerson(page, 'Half Date', 'half.date@shifa.example', 'Staff');
  await page.getByRole('button', { name: 'Open Half' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Record exit' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel(/^Last day/).pressSequentially('12');
  await dialog.getByRole('button', { name: 'Record exit' }).click();
  await expect(dialog.getByText('Complete the date.')).toBeVisible();
  await expect(dialog.getByLabel(/^Last day/)).toHaveAttribute('aria-invalid', 'true');

  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
  await dialog.getByLabel(/^Last day/).fill(today);
  await expect(dialog.getByText('Complete the date.')).toHaveCount(0);
  await expect(dialog.getByLabel(/^Last day/)).toHaveValue(today);
});

test('who is suspended with three tabs open is signed out of all three at once', async ({ page, browser, baseURL }) => {
  await openAs(page, 'labAdmin', '/staff');
  await createPerson(page, 'Three Tabs', 'three.tabs@shifa.example', 'Staff');
  await page.getByRole('button', { name: 'Open Three' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /temporary password/i }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Issue password' }).click();
  const shown = page.getByRole('dialog', { name: 'Temporary password' });
  const password = await shown.getByRole('status', { name: 'Temporary password' }).innerText();
  await shown.getByRole('button', { name: 'Done' }).click();

  const first = await firstSignInOnPhone(browser, baseURL ?? '', 'three.tabs@shifa.example', password);
  const tabs = [first, await first.context().newPage(), await first.context().newPage()];
  for (const tab of tabs.slice(1)) {
    await openLive(tab, () => tab.goto('/profile'));
    await expect(tab.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Suspend/ })
    .click();
  for (const tab of tabs) await expect(tab).toHaveURL(/\/login/);
  await first.context().close();

  const again = await page.request.post('/api/auth/login', {
    data: { email: 'three.tabs@shifa.example', password: OWN_PASSWORD },
  });
  expect(again.status()).toBe(403);
});

test('a sheet of 300 people with 7 faulty rows is refused whole, and taken once it is mended', async ({ page }) => {
  const header = 'Name,Email,Phone,Role,Department,Joining date';
  const row = (number: number) =>
    `Sheet Person ${number},sheet.${number}@shifa.example,+91 98000 ${String(10_000 + number)},Staff,Pathology,2026-02-01`;
  const good = Array.from({ length: 300 }, (_, index) => row(index + 1));
  const faults: Record<number, string> = {
    10: ',sheet.10@shifa.example,,Staff,,2026-02-01',
    40: 'Sheet Person 40,no address,,Staff,,2026-02-01',
    80: 'Sheet Person 80,sheet.80@shifa.example,12,Staff,,2026-02-01',
    120: 'Sheet Person 120,sheet.120@shifa.example,,Astronaut,,2026-02-01',
    160: 'Sheet Person 160,sheet.160@shifa.example,,Staff,,2026-02-31',
    200: 'Sheet Person 200,sheet.1@shifa.example,,Staff,,2026-02-01',
    240: 'Sheet Person 240,manager@shifa.example,,Staff,,2026-02-01',
  };
  const faulty = good.map((line, index) => faults[index + 1] ?? line);
  const sheet = (lines: string[]) => ({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([header, ...lines].join('\r\n')),
  });

  await openAs(page, 'labAdmin', '/staff');
  const answer = await page.request.post('/api/auth/login', { data: { email: accounts.labAdmin, password: PASSWORD } });
  const { data } = (await answer.json()) as { data: { token: string } };
  const headers = { authorization: `Bearer ${data.token}` };
  const found = async () => {
    const list = await page.request.get('/api/staff?search=Sheet&limit=1', { headers });
    return ((await list.json()) as { pagination: { total: number } }).pagination.total;
  };

  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: /^Import/ }).click();
  const dialog = page.getByRole('dialog', { name: /Import/ });
  await dialog.locator('input[type=file]').setInputFiles(sheet(faulty));
  await expect(dialog.getByRole('alert').filter({ hasText: '7 of 300 rows have errors' })).toBeVisible();
  for (const line of Object.keys(faults)) {
    await expect(dialog.getByRole('cell', { name: String(Number(line) + 1), exact: true })).toBeVisible();
  }
  expect(await found()).toBe(0);

  await dialog.locator('input[type=file]').setInputFiles(sheet(good));
  await dialog.getByRole('button', { name: 'Import 300 people' }).click();
  await expect(dialog.getByText(/300 people/).first()).toBeVisible({ timeout: 45_000 });
  await expect.poll(found).toBe(300);
});
