import { devices } from '@playwright/test';
import { Clerk } from '../support/finance.js';
import { expect, openAs, signIn, test } from '../support/journey.js';

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
  '/approvals',
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
  await expect(bar.getByRole('link')).toHaveText(['Home', /^Approvals/, 'Inventory', 'Attendance']);
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

test('nothing floats over the decisions on the last entry of the queue', async ({ page }) => {
  await openAs(page, 'superAdmin', '/finances/approvals');
  const reject = page.getByRole('button', { name: 'Reject' }).last();
  await reject.waitFor();
  // The later cards are added after the first ones.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByRole('button', { name: 'New entry' })).toBeInViewport();
    const isOnTop = await reject.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const edges = [
        [x + width / 2, y + 2],
        [x + width / 2, y + height - 2],
      ] as const;
      return edges.every(([left, top]) => button.contains(document.elementFromPoint(left, top)));
    });
    expect(isOnTop).toBe(true);
  }).toPass();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('an approval by one tap can be undone, and is sent when the page is left', async ({ page, request }) => {
    const clerk = await Clerk.signIn(request, 'labAdmin');
    const { transactionNo, _id } = await clerk.enter({ amount: '41', party: 'One Tap Traders' });
    await openAs(page, 'superAdmin', '/finances/approvals');
    // The service worker takes over while the page is open for the first time.
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    const card = page.getByRole('listitem').filter({ hasText: transactionNo });
    const statusOf = async () => (await clerk.get<{ data: { status: string } }>(`/transactions/${_id}`)).data.status;
    await card.getByRole('button', { name: 'Approve' }).tap();
    await expect(card.getByRole('button', { name: 'Undo approval' })).toBeVisible();
    // A second tap at once would count as the other half of a double tap.
    await page.waitForTimeout(1000);
    await card.getByRole('button', { name: 'Undo approval' }).tap();
    await expect(card.getByRole('button', { name: 'Approve' })).toBeVisible();
    await page.waitForTimeout(1000);
    await card.getByRole('button', { name: 'Approve' }).tap();
    await expect(card.getByRole('button', { name: 'Undo approval' })).toBeVisible();
    expect(await statusOf()).toBe('pending');
    // Within the site: a busy browser may end a page that is left for another site before its request is out.
    await page.goto('/favicon.svg');
    await expect.poll(statusOf).toBe('approved');
  });
});

test('the keyboard leaves room for what is typed and for the buttons of a dialog', async ({ page }) => {
  await openAs(page, 'labAdmin', '/approvals');
  await page.getByRole('button', { name: 'Reject', exact: true }).first().tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  // As high as a phone with its keyboard.
  await page.setViewportSize({ width: 390, height: 390 });
  for (const name of ['Cancel', 'Reject']) {
    await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  await dialog.getByRole('button', { name: 'Cancel' }).tap();
  await expect(dialog).toHaveCount(0);

  const bar = page.getByRole('navigation', { name: 'Main sections' });
  await page.goto('/attendance/team');
  await expect(bar).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search people' });
  await search.tap();
  await expect(bar).toBeHidden();
  await expect(search).toBeInViewport({ ratio: 1 });
  await search.blur();
  await expect(bar).toBeVisible();
});

test('Back closes what is open on the first page of an installed app, and leaves the app only then', async ({
  page,
  context,
}) => {
  await signIn(page, 'labAdmin');
  // A headless browser has no window of an installed app.
  await context.addInitScript(() => {
    const matchMedia = window.matchMedia.bind(window);
    window.matchMedia = (query) => matchMedia(query === '(display-mode: standalone)' ? 'all' : query);
  });
  const opened = context.waitForEvent('page');
  await page.evaluate(() => window.open('/approvals'));
  const app = await opened;
  const reject = app.getByRole('button', { name: 'Reject', exact: true }).first();
  await reject.waitFor();
  expect(await app.evaluate(() => history.length)).toBe(1);

  await reject.tap();
  const dialog = app.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await app.evaluate(() => history.back());
  await expect(dialog).toHaveCount(0);
  await expect(app).toHaveURL('/approvals');

  // A second tap at the same place would be taken for a double tap.
  await reject.press('Enter');
  await dialog.getByLabel('Reason').fill('The receipt belongs to another purchase.');
  await app.evaluate(() => history.back());
  const question = app.getByRole('alertdialog');
  await question.getByRole('button', { name: /Keep/ }).tap();
  await expect(dialog.getByLabel('Reason')).toHaveValue('The receipt belongs to another purchase.');
  await dialog.getByLabel('Reason').fill('');
  await app.evaluate(() => history.back());
  await expect(dialog).toHaveCount(0);

  // Without anything open, a step back stays on the page once; from there the next one leaves.
  await app.evaluate(() => history.back());
  await expect.poll(() => app.evaluate(() => history.state as unknown)).toBeNull();
  await expect(reject).toBeVisible();
  await reject.press('Enter');
  await expect(dialog).toBeVisible();
  await app.evaluate(() => history.back());
  await expect(dialog).toHaveCount(0);
  await expect(reject).toBeVisible();
});
