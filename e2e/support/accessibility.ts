import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Violation = { id: string; help: string; where: string[] };

/** A grid renders its rows before it has measured its columns; what remains after this is a fault. */
const SETTLED_MS = 1500;

/** Violations that remain once the page has settled. */
export async function violationsOn(page: Page): Promise<Violation[]> {
  const found = await analyze(page);
  if (found.length === 0) return [];
  await page.waitForTimeout(SETTLED_MS);
  return analyze(page);
}

async function analyze(page: Page): Promise<Violation[]> {
  // No page has frames, for which axe would open another page, and no one reads what passes.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target.join(' ')) }));
}
