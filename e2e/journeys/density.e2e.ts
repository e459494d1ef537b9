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
    const rows = page.getByRole('list', { name: /^Waiting/ }).getByRole('link');
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

  test('text of twice the size needs no scrolling to the side', async ({ page }) => {
    await openAs(page, 'superAdmin', '/approvals');
    for (const path of [...lists, '/approvals', '/finances/approvals', '/attendance/team', '/settings/audit']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await page.addStyleTag({ content: 'html { font-size: 200% !important; }' });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
    }
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a finger has 44 pixels for each button', async ({ page }) => {
    await openAs(page, 'superAdmin', '/inventory');
    for (const path of ['/inventory', '/approvals', '/finances/transactions', '/attendance']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const small = await page.getByRole('main').evaluate((main) =>
        [...main.querySelectorAll('.MuiButton-root, .MuiIconButton-root, .MuiChip-clickable, .figure')]
          .filter((button) => button.getBoundingClientRect().height > 0)
          .filter((button) => {
            const { width, height } = getComputedStyle(button, '::after');
            return Math.max(parseFloat(width) || 0, button.clientWidth) < 44 || (parseFloat(height) || 0) < 43;
          })
          .map((button) => button.getAttribute('aria-label') ?? button.textContent),
      );
      expect(small, path).toEqual([]);
    }
  });

  test('nothing moves while Home and Attendance are loading', async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of ['/dashboard', '/attendance']) {
      await openAs(page, 'staff', path);
      await page.waitForLoadState('networkidle');
      await expect(page.locator('[data-loading]')).toHaveCount(0);
      const sum = await page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0),
      );
      expect(sum, path).toBeLessThanOrEqual(0.02);
    }
  });

  test('the colour of the browser’s bar follows the chosen theme', async ({ page }) => {
    await openAs(page, 'staff', '/settings');
    const bar = page.locator('meta[name=theme-color]');
    await page.getByRole('radio', { name: 'Dark' }).click();
    await expect(bar).toHaveAttribute('content', '#131E21');
    await page.getByRole('radio', { name: 'Light' }).click();
    await expect(bar).toHaveAttribute('content', '#FFFFFF');
    await page.getByRole('radio', { name: 'System' }).click();
  });
});

test.describe('with forced colours', () => {
  test.use({ viewport: { width: 390, height: 844 }, forcedColors: 'active' });

  test('what is chosen has an outline', async ({ page }) => {
    await openAs(page, 'manager', '/approvals');
    const outline = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).outlineStyle);
    const bar = page.getByRole('navigation', { name: 'Main sections' });
    expect(await outline(bar.getByRole('link', { name: /^Approvals/ }))).toBe('solid');
    expect(await outline(page.locator('label', { has: page.locator(':checked') }).first())).toBe('solid');
  });
});
