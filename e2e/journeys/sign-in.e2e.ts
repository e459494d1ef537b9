import { accounts, expect, openAs, PASSWORD, test } from '../support/journey.js';

const everyone = ['Dashboard', 'Attendance', 'Settings'];
/** With the inbox of those who decide. */
const navigation = {
  superAdmin: ['Approvals', 'Laboratories', 'Staff', 'Finances', 'Inventory', 'Reports', ...everyone],
  labAdmin: ['Approvals', 'Staff', 'Finances', 'Inventory', ...everyone],
  manager: ['Approvals', 'Inventory', ...everyone],
  staff: everyone,
} as const;

for (const who of ['superAdmin', 'labAdmin', 'manager', 'staff'] as const) {
  test(`${who} signs in, is greeted and sees the sections of the role`, async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await page.getByLabel('Email').fill(accounts[who]);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText(/^Welcome back, /).first()).toBeVisible();
    const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await expect(sections.first()).toBeVisible();
    // Without the number of what waits.
    const names = (await sections.allInnerTexts()).map((text) => text.replace(/\s*\d+$/, ''));
    expect(names.toSorted()).toEqual([...navigation[who]].toSorted());
  });
}

test('a wrong password is refused in the words that an unknown address gets', async ({ page }) => {
  const messages: string[] = [];
  for (const email of [accounts.staff, 'nobody@shifa.example']) {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('Wrong@2026');
    await page.getByRole('button', { name: 'Sign in' }).click();
    messages.push(await page.getByRole('alert').innerText());
  }
  expect(messages[0]).toBe(messages[1]);
  await expect(page).toHaveURL('/login');
});

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await openAs(page, 'manager');
  const other = await context.newPage();
  await other.goto('/attendance');
  await expect(other.getByRole('heading', { name: 'Attendance Tracking' })).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login');
  expect(await other.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
