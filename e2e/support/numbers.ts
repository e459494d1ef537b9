import type { Page } from '@playwright/test';
import { expect } from './journey.js';

/** A link that shows a number or an amount, and what it shows. */
export type NumberLink = { text: string; href: string; shown: string };

/** Documents and a person's own month: the number in the link is no count of what it leads to. */
const notCounted = /\/[0-9a-f]{24}\b|[?&](entry|leave)=|^\/attendance$|^\/inventory\/count/;

/** The links of the page that show a number of documents, or an amount of money that a list of entries adds up to. */
export async function numberLinks(page: Page): Promise<NumberLink[]> {
  await settle(page);
  const links = await page.locator('a[href]:visible').evaluateAll((elements) =>
    elements.map((element) => {
      const text = (element as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim();
      const figure = element.querySelector<HTMLElement>('.tabular, .MuiTypography-figure');
      return { text, href: element.getAttribute('href') ?? '', shown: figure?.innerText ?? text };
    }),
  );
  const counted = links.filter(({ text, href }) => /\d/.test(text) && !notCounted.test(href));
  return counted.flatMap(({ shown, ...link }) => {
    const amount = /[−-]?₹[\d,]+\.\d\d(?![\dKM])/.exec(shown)?.[0];
    if (amount !== undefined) return link.href.startsWith('/finances/') ? [{ ...link, shown: amount }] : [];
    // Rounded amounts of a comparison, hours and minutes.
    if (/[₹%]|\d ?[hm]\b/.test(shown)) return [];
    return [{ ...link, shown: /\d[\d,]*\+?/.exec(shown)?.[0] ?? '' }];
  });
}

/** Clicks the link, compares what it shows with the list that opens, and returns. */
export async function followNumber(page: Page, { text, href, shown }: NumberLink): Promise<void> {
  const start = page.url();
  const what = `${text} → ${href}`;
  await page.locator(`a[href="${href}"]:visible`).filter({ hasText: /\d/ }).first().click();
  await expect(page, what).toHaveURL((url) => url.href !== start);
  await settle(page);
  if (shown.includes('₹')) {
    await expect(page.getByRole('region', { name: 'Totals' }), what).toContainText(shown);
  } else {
    const number = shown.replaceAll(',', '');
    // The bell ends at «9+».
    const asShown = async () => (number === '9+' && Number(await listed(page)) > 9 ? '9+' : listed(page));
    await expect.poll(asShown, { message: what }).toBe(number);
  }
  await page.goBack();
  await expect(page, what).toHaveURL(start);
  await settle(page);
}

/** How many documents the list of the page has, as the page says it. */
async function listed(page: Page): Promise<string> {
  const main = page.getByRole('main');
  if (new URL(page.url()).pathname === '/notifications') {
    return /(\d+) unread/.exec(await main.innerText())?.[1] ?? '0';
  }
  if (new URL(page.url()).searchParams.has('missed')) {
    // The correction of a single day opens at once and hides the page from `getByRole`.
    return String(await page.getByText(/^You did not clock out on .*, so no time counts/).count());
  }
  const [, listed, shown] = /\d–[\d,]+ of ([\d,]+)|\b([\d,]+) of [\d,]+ people/.exec(await main.innerText()) ?? [];
  const total = listed ?? shown;
  if (total !== undefined) return total.replaceAll(',', '');
  const waiting = main.getByRole('list', { name: /^Waiting/ });
  if (await waiting.isVisible()) return String(await waiting.getByRole('link').count());
  return (await main.getByText(/^(No|Nobody|Nothing|None)\b/).count()) > 0 ? '0' : 'no list';
}

/** Until nothing is being loaded. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.MuiSkeleton-root:visible, [aria-busy="true"]:visible')).toHaveCount(0);
}
