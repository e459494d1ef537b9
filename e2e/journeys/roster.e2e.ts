import type { Page } from '@playwright/test';
import { violationsOn } from '../support/accessibility.js';
import { type Account, accounts, expect, openAs, PASSWORD } from '../support/journey.js';
import { test } from '../support/own-server.js';

/** The rule of the product's screens at the widths of a phone and of a desktop. */
async function isAccessible(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
    expect(await violationsOn(page), `${name} at ${width} px`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${name} at ${width} px is not wider than the screen`).toBeLessThanOrEqual(0);
  }
}

async function createShiftType(page: Page, name: string, code: string, start: string, end: string): Promise<void> {
  await page.getByRole('button', { name: 'New shift type' }).click();
  const form = page.getByRole('dialog', { name: 'New shift type' });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Code').fill(code);
  await form.getByLabel('Start').fill(start);
  await form.getByLabel('End').fill(end);
  await form.getByLabel('Mon').fill('1');
  await form.getByRole('button', { name: 'Create shift type' }).click();
  await expect(form).toBeHidden();
}

async function nameOf(page: Page, who: Account): Promise<string> {
  const answer = await page.request.post('/api/auth/login', { data: { email: accounts[who], password: PASSWORD } });
  const { data } = (await answer.json()) as { data: { user: { name: string } } };
  return data.user.name;
}

/** Finds the row of a person as people do without a mouse: down, until their name is read out. */
async function moveTo(page: Page, name: string): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Roster' });
  // Until another week is there, the one before is shown, and takes no keys.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await grid.focus();
  await expect(grid).toBeFocused();
  const detail = page.getByRole('status', { name: 'Selected day' });
  for (let row = 0; row < 60 && !(await detail.innerText()).includes(name); row += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await expect(detail).toContainText(name);
}

test('a week is planned by keyboard only, published, and read by its people on their phones', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, 'labAdmin', '/attendance/roster/shift-types');
  await createShiftType(page, 'Morning', 'M', '06:00', '14:00');
  await createShiftType(page, 'Night', 'N', '22:00', '06:00');
  await isAccessible(page, 'shift types');

  await page.goto('/attendance/roster');
  await page.getByRole('button', { name: 'Next week' }).click();
  const name = await nameOf(page, 'staff');
  await moveTo(page, name);
  await page.keyboard.press('Home');
  await page.keyboard.type('nnoommo', { delay: 40 });
  await expect(page.getByText('Saved as a draft. 7 days not published yet.')).toBeVisible();
  await isAccessible(page, 'board');

  // Copied to the next person, and undone.
  await moveTo(page, name);
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+v');
  await expect(page.getByText('Saved as a draft. 14 days not published yet.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Saved as a draft. 7 days not published yet.')).toBeVisible();

  // No one but planners sees drafts.
  const phone = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 } });
  await openAs(phone, 'staff', '/attendance/roster');
  const own = phone.getByRole('list', { name: 'My roster' });
  await expect(own).toBeVisible();
  await expect(own.getByText(/^Night/)).toHaveCount(0);

  await page.getByRole('button', { name: 'Publish' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Publish the roster' });
  await expect(dialog).toContainText('7 days will change');
  await dialog.getByRole('button', { name: 'Publish' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('There are no unpublished changes.')).toBeVisible();

  await phone.reload();
  await expect(own.getByText('Night, 10:00 PM – 6:00 AM (next day)')).toHaveCount(2);
  await isAccessible(phone, 'own roster');
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.getByRole('button', { name: 'Create link' }).click();
  const address = await phone.getByText(/\/roster\.ics/).innerText();
  // Calendar programs have no session.
  const stranger = await browser.newContext();
  const file = await stranger.request.get(address.trim().split(/\s/)[0] ?? '');
  expect(file.status()).toBe(200);
  expect(await file.text()).toMatch(/BEGIN:VCALENDAR[^]*SUMMARY:Night[^]*END:VCALENDAR/);
  await phone.getByRole('button', { name: 'Revoke link' }).click();
  await phone.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(phone.getByRole('button', { name: 'Create link' })).toBeVisible();
  const refused = await stranger.request.get(address.trim().split(/\s/)[0] ?? '');
  expect(refused.status()).toBe(400);
  await stranger.close();
  await phone.close();
});

test('a planner changes a day on a phone, and finds it again', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, 'labAdmin', '/attendance/roster');
  const day = page.getByRole('group', { name: 'Shown day' });
  const today = await day.innerText();
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(day).not.toHaveText(today);
  // Until the day is there, the one before is shown, and nothing in it can be changed.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const people = page.getByRole('list', { name: 'People' });
  const first = people.getByRole('combobox').first();
  await first.selectOption({ label: 'Day off' });
  await expect(page.getByText('Saved as a draft. 1 day not published yet.')).toBeVisible();
  await page.reload();
  await expect(first).toHaveValue('off');
});
