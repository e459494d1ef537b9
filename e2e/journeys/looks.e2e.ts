import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '../support/accessibility.js';
import { expect, openAs, test } from '../support/journey.js';
import { looksOn, overflowOn, smallTargetsOn } from '../support/looks.js';

/** What opens above a page; the pages themselves are looked at by the journey that visits every route. */
const drawers = [
  { path: '/inventory', open: 'New item', decisive: 'Create item' },
  { path: '/staff', open: 'New person', decisive: 'Create person' },
] as const;

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a finger and enlarged text have room in forms, menus and filters', async ({ page }) => {
    await openAs(page, 'superAdmin', '/inventory');
    for (const { path, open, decisive } of drawers) {
      await page.goto(path);
      await page.getByRole('button', { name: open }).tap();
      const button = page.getByRole('dialog').getByRole('button', { name: decisive });
      await expect(button).toBeVisible();
      expect(await smallTargetsOn(page), path).toEqual([]);
      const { height = 0, width = 0 } = (await button.boundingBox()) ?? {};
      expect(height, `height of «${decisive}»`).toBeGreaterThanOrEqual(48);
      expect(width, `width of «${decisive}»`).toBeGreaterThan(180);
      await withEnlargedText(page, async () => expect(await overflowOn(page), path).toEqual([]));
    }
    await page.goto('/inventory');
    await page.getByRole('button', { name: /^Filter & sort/ }).tap();
    await expect(page.getByRole('button', { name: 'Show results' })).toBeVisible();
    expect(await smallTargetsOn(page), 'filters').toEqual([]);
    expect(await violationsOn(page), 'filters').toEqual([]);
    await page.getByRole('button', { name: 'Show results' }).tap();
    await page.getByRole('button', { name: 'More actions' }).tap();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await smallTargetsOn(page), 'menu').toEqual([]);
    await page.goto('/staff/directory');
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    expect(await violationsOn(page), 'directory').toEqual([]);
    expect(await looksOn(page), 'directory').toEqual([]);
  });

  test('a message whose text is enlarged has its action below', async ({ page }) => {
    await openAs(page, 'superAdmin');
    await page.route('**/api/transactions?*', (route) => route.fulfill({ status: 409, json: {} }));
    await page.goto('/approvals');
    const banner = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ has: page.getByRole('button', { name: 'Try again' }) });
    await expect(banner).toBeVisible();
    await withEnlargedText(page, async () => {
      // While the list is asked for again, the message gives way to the skeleton.
      await expect(async () => {
        const text = await banner.locator('> div').boundingBox({ timeout: 1_000 });
        const button = await banner.getByRole('button').boundingBox({ timeout: 1_000 });
        expect(text?.width).toBeGreaterThan(200);
        expect(button?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0) - 8);
      }).toPass();
      expect(await overflowOn(page)).toEqual([]);
    });
  });

  test('nothing lies below the camera of a phone that is held across', async ({ page }) => {
    await openAs(page, 'superAdmin', '/inventory');
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    await page.setViewportSize({ width: 740, height: 360 });
    const session = await page.context().newCDPSession(page);
    await session.send(
      'Emulation.setSafeAreaInsetsOverride' as 'Emulation.setDeviceMetricsOverride',
      {
        insets: { left: 50, right: 40, top: 20, bottom: 16 },
      } as never,
    );
    const controls = page.locator('header, main, nav').locator('a[href]:visible, button:visible, input:visible');
    const covered = await controls.evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility({ opacityProperty: true }))
        .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && box.bottom > 0 && box.top < innerHeight)
        .filter(({ box }) => box.left < 50 || box.top < 20)
        .map(({ name, box }) => `${name} at ${box.left}, ${box.top}`),
    );
    expect(covered).toEqual([]);
    await page.getByRole('button', { name: 'New item' }).tap();
    const button = page.getByRole('dialog').getByRole('button', { name: 'Close' });
    // The drawer is drawn again when the code of its form is there.
    await expect(async () => {
      const close = await button.boundingBox({ timeout: 1_000 });
      expect((close?.x ?? 740) + (close?.width ?? 0)).toBeLessThanOrEqual(740 - 40 + 12);
      expect(close?.y).toBeGreaterThanOrEqual(20);
    }).toPass();
  });
});

async function withEnlargedText(page: Page, look: () => Promise<void>): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await look();
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const who of ['staff', 'manager'] as const) {
    test(`nothing moves while Home and Attendance are loading for ${who}`, async ({ page }) => {
      await page.addInitScript(() => {
        const shifts: unknown[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
            shifts.push({
              value: entry.value,
              moved: entry.sources.map(({ node }) => node?.textContent?.slice(0, 60)),
            });
          }
        }).observe({ type: 'layout-shift', buffered: true });
        type Shift = { value: number; sources: { node: Node | null }[] };
      });
      await openAs(page, who, '/favicon.svg');
      // Cold, and with the code and what the device remembers.
      for (const path of ['/dashboard', '/attendance', '/dashboard', '/attendance']) {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        await expect(page.locator('[data-loading]')).toHaveCount(0);
        const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number }[] }).shifts);
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        expect(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.02);
      }
    });
  }

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
  const style = (locator: Locator) =>
    locator.evaluate((element) => {
      const { outlineStyle, outlineWidth, borderTopStyle, borderTopWidth, backgroundColor } = getComputedStyle(element);
      return {
        outline: `${outlineWidth} ${outlineStyle}`,
        border: `${borderTopWidth} ${borderTopStyle}`,
        backgroundColor,
      };
    });
  const chosen = expect.objectContaining({ outline: '2px solid' }) as unknown;

  test('what is chosen has an outline, and a button an edge', async ({ page }) => {
    await openAs(page, 'manager', '/approvals');
    const bar = page.getByRole('navigation', { name: 'Main sections' });
    await expect.poll(() => style(bar.getByRole('link', { name: /^Approvals/ }))).toEqual(chosen);
    await expect.poll(() => style(page.locator('label', { has: page.locator(':checked') }).first())).toEqual(chosen);
    const approve = page.getByRole('button', { name: 'Approve', exact: true }).first();
    await expect.poll(() => style(approve)).toEqual(expect.objectContaining({ border: '1px solid' }));

    await page.goto('/attendance/team');
    await page.getByRole('button', { name: /Expected$/ }).click();
    await expect.poll(() => style(page.getByRole('button', { name: /Expected$/ }))).toEqual(chosen);
    const tabs = page.getByRole('main').getByRole('navigation');
    await expect.poll(() => style(tabs.getByRole('link', { name: 'Team' }))).toEqual(chosen);
  });

  test('the chosen batch of a count has an outline, and its progress an edge', async ({ page }) => {
    await openAs(page, 'manager', '/inventory/count');
    await page.getByRole('button', { name: 'Start counting' }).click();
    const progress = page.getByRole('progressbar', { name: 'Counted' });
    await expect(progress).toBeVisible();
    await expect.poll(() => style(progress)).toEqual(expect.objectContaining({ border: '1px solid' }));
    const done = progress.locator('.MuiLinearProgress-bar').first();
    expect((await style(done)).backgroundColor).not.toBe((await style(progress)).backgroundColor);
    // The first item of which there are several batches.
    const batches = page.getByRole('list', { name: /batches/i }).getByRole('button');
    while (!(await batches.nth(1).isVisible())) await page.getByRole('button', { name: /^(Next|Skip)$/ }).click();
    await batches.first().click();
    await expect.poll(() => style(batches.first())).toEqual(chosen);
    await expect.poll(() => style(batches.nth(1))).not.toEqual(chosen);
  });

  test('the current section and the chosen row of a laptop have an outline', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openAs(page, 'superAdmin', '/inventory');
    const sidebar = page.getByRole('complementary').getByRole('link', { name: 'Inventory' });
    await expect.poll(() => style(sidebar)).toEqual(chosen);
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') })
      .first();
    await row.getByRole('checkbox').check();
    await expect.poll(() => style(row)).toEqual(chosen);
  });
});
