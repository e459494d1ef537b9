import { expect, type Page } from '@playwright/test';

/** One address for each route: ids differ, and so does what is chosen. */
const routeOf = (path: string) => path.replaceAll(/[0-9a-f]{24}/g, ':id').replaceAll(/\d{4}-\d\d(-\d\d)?/g, ':day');

/** Follows the links of the product from page to page, and visits each route once. */
export async function everyRoute(page: Page, visit: (path: string) => Promise<void>): Promise<string[]> {
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
