import type { Page } from '@playwright/test';
import { violationsOn } from '../support/accessibility.js';
import { type Account, expect, openAs, test } from '../support/journey.js';

/** One address for each route: ids differ, and so does what is chosen. */
const routeOf = (path: string) => path.replaceAll(/[0-9a-f]{24}/g, ':id').replaceAll(/\d{4}-\d\d(-\d\d)?/g, ':day');

/** Follows the links of the product from page to page, and visits each route once. */
async function everyRoute(page: Page, visit: (path: string) => Promise<void>): Promise<string[]> {
  const waiting = new Map([['/dashboard', '/dashboard']]);
  const seen = new Set<string>();
  for (const [route, path] of waiting) {
    seen.add(route);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
    await visit(path);
    const links = await page
      .getByRole('link')
      .evaluateAll((all) =>
        (all as HTMLAnchorElement[])
          .filter(({ origin, target, download }) => origin === location.origin && target === '' && download === '')
          .map(({ pathname }) => pathname),
      );
    for (const link of links) if (!waiting.has(routeOf(link))) waiting.set(routeOf(link), link);
  }
  return [...seen];
}

const widths = { '1280 px': { width: 1280, height: 800 }, '390 px': { width: 390, height: 844 } };
/** Each role in both themes and in both widths; with PROOFS=full, in every combination. */
const combinations = {
  superAdmin: ['light, 1280 px', 'dark, 390 px'],
  staff: ['light, 390 px', 'dark, 1280 px'],
} satisfies Partial<Record<Account, string[]>>;
const isFull = process.env['PROOFS'] === 'full';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, viewport] of Object.entries(widths)) {
    test.describe(`${colorScheme}, ${width}`, () => {
      test.use({ colorScheme, viewport });

      for (const who of ['superAdmin', 'staff'] as const) {
        if (!isFull && !combinations[who].includes(`${colorScheme}, ${width}`)) continue;
        test(`no route has an accessibility violation for ${who}`, async ({ page }) => {
          test.setTimeout(1_200_000);
          await openAs(page, who);
          const found: unknown[] = [];
          const routes = await everyRoute(page, async (path) => {
            found.push(...(await violationsOn(page)).map((violation) => ({ path, ...violation })));
          });
          expect(found).toEqual([]);
          expect(routes.length).toBeGreaterThanOrEqual(who === 'superAdmin' ? 30 : 5);
        });
      }
    });
  }
}
