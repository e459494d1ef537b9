import { devices } from '@playwright/test';
import { expect, openAs, test } from '../support/journey.js';

const { userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
test.use({ userAgent, deviceScaleFactor, isMobile, hasTouch, viewport: { width: 390, height: 844 } });

for (const path of [
  '/dashboard',
  '/laboratories',
  '/profile',
  '/attendance',
  '/finances',
  '/finances/transactions',
  '/finances/approvals',
  '/finances/report',
]) {
  test(`${path} fits a phone`, async ({ page }) => {
    await openAs(page, 'superAdmin', path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
}

test('the bottom bar leads on, by role', async ({ page }) => {
  await openAs(page, 'manager');
  const bar = page.getByRole('navigation', { name: 'Main sections' });
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Inventory', 'Attendance']);
  await bar.getByRole('link', { name: 'Attendance' }).tap();
  await expect(page).toHaveURL('/attendance');
});

test('leaving asks first', async ({ page }) => {
  await openAs(page, 'staff');
  await page.getByRole('button', { name: /^Account of / }).tap();
  await page.getByRole('menuitem', { name: 'Logout' }).tap();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to logout?');
  await question.getByRole('button', { name: 'Cancel' }).tap();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('button', { name: /^Account of / }).tap();
  await page.getByRole('menuitem', { name: 'Logout' }).tap();
  await question.getByRole('button', { name: 'Logout' }).tap();
  await expect(page).toHaveURL('/login');
});
