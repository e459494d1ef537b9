import type { Locator, Page } from '@playwright/test';
import { expect, openAs, test } from '../support/journey.js';

const lists = ['/inventory', '/staff', '/finances/transactions'];

/** The places of elements that lie wholly within the window. */
async function inWindow(elements: Locator): Promise<number> {
  return elements.evaluateAll(
    (all) =>
      all.filter((element) => {
        const { top, bottom, height } = element.getBoundingClientRect();
        return height > 0 && top >= 0 && bottom <= window.innerHeight;
      }).length,
  );
}

async function chooseDensity(page: Page, density: 'Compact' | 'Comfortable'): Promise<void> {
  await openAs(page, 'superAdmin', '/settings');
  const saved = page.waitForResponse(
    (response) => response.url().includes('/api/preferences') && response.request().method() !== 'GET',
  );
  await page.getByRole('radio', { name: density }).click();
  await saved;
}

test.describe('on a laptop', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('a compact list shows 18 rows without scrolling', async ({ page }) => {
    await chooseDensity(page, 'Compact');
    for (const path of lists) {
      await page.goto(path);
      const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') });
      await expect.poll(() => inWindow(rows), path).toBeGreaterThanOrEqual(18);
    }
    await chooseDensity(page, 'Comfortable');
  });

  test('the decisions on every waiting item are in sight', async ({ page }) => {
    await openAs(page, 'superAdmin', '/approvals');
    const rows = page.getByRole('list', { name: /^Pending/ }).getByRole('link');
    await expect(rows.first()).toBeVisible();
    for (let index = 0; index < Math.min(await rows.count(), 20); index += 1) {
      await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('j');
    }
  });
});

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('the first item of a list is in sight', async ({ page }) => {
    await openAs(page, 'superAdmin', '/inventory');
    for (const path of lists) {
      await page.goto(path);
      const first = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading') })
        .first();
      await expect(first).toBeInViewport({ ratio: 0.9 });
    }
  });
});
