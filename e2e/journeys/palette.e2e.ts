import { devices } from '@playwright/test';
import { expect, openAs, test } from '../support/journey.js';

test('a person is found by typing, opened, found again among the recent ones, and forgotten at sign-out', async ({
  page,
}) => {
  await openAs(page, 'labAdmin');
  await expect(page.getByRole('banner')).toContainText('Welcome, ');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  const box = palette.getByRole('combobox');
  // The letters before the code of the palette is there count as well.
  await page.keyboard.type('manager@shifa', { delay: 70 });
  await expect(box).toHaveValue('manager@shifa');
  const people = palette.getByRole('group', { name: 'People' }).getByRole('option');
  await expect(people.first()).toContainText('manager@shifa');
  const name = await people.first().locator('span').innerText();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/staff\/[0-9a-f]{24}$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await expect(palette).toBeHidden();

  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(name);
  await page.goBack();
  await expect(palette).toBeHidden();
  await expect(page).toHaveURL(/\/staff\/[0-9a-f]{24}$/);

  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key.startsWith('recent-choices:'))).toEqual([]);
});

test('an entry is found by the tail of its number, and a new one is begun', async ({ page }) => {
  await openAs(page, 'labAdmin', '/finances/transactions');
  const link = page.getByRole('link', { name: /-\d{6}$/ }).first();
  const number = await link.innerText();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await page.keyboard.type(number.slice(-6), { delay: 120 });
  await expect(palette.getByRole('group', { name: 'Entries' }).getByRole('option').first()).toContainText(number);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/entry=[0-9a-f]{24}/);
  await expect(page.getByRole('dialog', { name: number })).toBeVisible();
  await expect(palette).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('new entry', { delay: 40 });
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'New entry' });
  await expect(form).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByText('Close the open dialog before you search.')).toBeVisible();
  await expect(palette).toBeHidden();
});

test('G and a letter lead to a page', async ({ page }) => {
  await openAs(page, 'labAdmin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(async () => {
    // On a busy machine, the second key may come too late; a person presses both again.
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await expect(page).toHaveURL('/inventory', { timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('Shift+?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('G then F');
});

test.describe('on a phone', () => {
  const { userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
  test.use({ userAgent, deviceScaleFactor, isMobile, hasTouch, viewport: { width: 360, height: 640 } });

  test('the palette fills the screen, and its options are large enough to tap', async ({ page }) => {
    await openAs(page, 'manager');
    await page.getByRole('button', { name: 'Search', exact: true }).tap();
    const palette = page.getByRole('dialog', { name: 'Search' });
    const movements = palette.getByRole('option', { name: 'Movements' });
    await palette.getByRole('combobox').fill('movements');
    expect((await movements.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await movements.tap();
    await expect(page).toHaveURL('/inventory/movements');
  });
});
