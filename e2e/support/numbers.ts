import type { Page } from '@playwright/test';
import { expect } from './journey.js';

/** A link that shows a number or an amount, and what it shows. */
export type NumberLink = { text: string; href: string; shown: string };

/** Documents and a person's own month: the number in the link is no count of what it leads to. */
const notCounted = /\/[0-9a-f]{24}\b|[?&](entry|leave)=|^\/attendance$|^\/inventory\/count/;

/** The number of a document, such as `WOF-000058`. */
const documentNumber = /\b[A-Z]{3}-\d/;

/** The links of the page that show a number of documents, or an amount that a list of entries or items adds up to. */
export async function numberLinks(page: Page): Promise<NumberLink[]> {
  await settle(page);
  const links = await page.locator('a[href]:visible').evaluateAll((elements) =>
    elements.map((element) => {
      const text = (element as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim();
      const figure = element.querySelector<HTMLElement>('.tabular, .MuiTypography-figure');
      return { text, href: element.getAttribute('href') ?? '', shown: figure?.innerText ?? text };
    }),
  );
  const counted = links.filter(
    ({ text, href }) => /\d/.test(text) && !documentNumber.test(text) && !notCounted.test(href),
  );
  return counted.flatMap(({ shown, ...link }) => {
    const amount = amountPattern.exec(shown)?.[0];
    if (amount !== undefined) return [{ ...link, shown: amount }];
    // Shares, hours and minutes.
    if (/%|\d ?[hm]\b/.test(shown)) return [];
    return [{ ...link, shown: /\d[\d,]*\+?/.exec(shown)?.[0] ?? '' }];
  });
}

/** The notifications of the page that show how many documents wait, and lead to them. */
export async function numberNotifications(page: Page): Promise<NumberLink[]> {
  await page.goto('/notifications');
  await settle(page);
  const unread = page.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Unread' }) });
  const own = unread.filter({ hasText: 'For Me' }).filter({ has: page.getByRole('link') });
  const links = await own.evaluateAll((cards) =>
    cards.map((card) => {
      const text = card.querySelector('p')?.innerText ?? '';
      const shown = /^(\d+) /.exec(text)?.[1] ?? '';
      return { text, href: card.querySelector('a')?.getAttribute('href') ?? '', shown };
    }),
  );
  return links.filter(({ shown }) => shown !== '');
}

/** Opens the address of a notification beside it, which stays unread, and compares. */
export async function compareNotification(page: Page, { text, href, shown }: NumberLink): Promise<void> {
  await page.goto(href);
  await settle(page);
  await expect.poll(() => listed(page), { message: `${text} → ${href}` }).toBe(shown);
}

/** Clicks the link, compares what it shows with the list that opens, and returns. */
export async function followNumber(page: Page, { text, href, shown }: NumberLink): Promise<void> {
  const start = page.url();
  const what = `${text} → ${href}`;
  const link = page.locator(`a[href="${href}"]:visible`).filter({ hasText: shown }).first();
  // What arrives above may move the link away from under the pointer.
  await expect(async () => {
    if (page.url() === start) await link.click();
    await expect(page, what).toHaveURL((url) => url.href !== start, { timeout: 3_000 });
  }).toPass();
  await settle(page);
  if (shown.includes('₹')) {
    await expect.poll(() => amountsOf(page), { message: what }).toContain(shown);
  } else {
    const number = shown.replaceAll(',', '');
    // The bell ends at «9+».
    const asShown = async () => (number === '9+' && Number(await listed(page)) > 9 ? '9+' : listed(page));
    await expect.poll(asShown, { message: what }).toBe(number);
  }
  // The correction of a single day may be about to open: Back would close it.
  await (href.includes('missed=') ? page.goto(start) : page.goBack());
  await expect(page, what).toHaveURL(start);
  await settle(page);
}

const amountPattern = /[−-]?₹[\d,]+(?:\.\d+)?[KMB]?/;

/** The totals of a list of entries, or the amounts of the page; exact, and as a comparison of laboratories rounds them. */
async function amountsOf(page: Page): Promise<string[]> {
  const ofEntries = new URL(page.url()).pathname.startsWith('/finances/');
  const place = ofEntries ? page.getByRole('region', { name: 'Totals' }) : page.getByRole('main');
  const text = await place.innerText();
  const amounts = text.match(new RegExp(amountPattern, 'g')) ?? [];
  const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });
  return amounts.flatMap((amount) => {
    const [, sign = '', digits = ''] = /^([−-]?)₹([\d,.]+)$/.exec(amount) ?? [];
    return digits === '' ? [amount] : [amount, `${sign}₹${compact.format(Number(digits.replaceAll(',', '')))}`];
  });
}

/** How many documents the list of the page has, as the page says it. */
async function listed(page: Page): Promise<string> {
  const main = page.getByRole('main');
  if (new URL(page.url()).pathname === '/notifications') {
    return /(\d+) unread/.exec(await main.innerText())?.[1] ?? '0';
  }
  if (new URL(page.url()).pathname === '/attendance') {
    // The correction of a single day opens at once, in another address, and hides the page from `getByRole`.
    return String(await page.getByText(/^You didn't clock out on .*, so no time counts/).count());
  }
  const [, listed, shown] = /\d–[\d,]+ of ([\d,]+)|\b([\d,]+) of [\d,]+ people/.exec(await main.innerText()) ?? [];
  const total = listed ?? shown;
  if (total !== undefined) return total.replaceAll(',', '');
  const waiting = main.getByRole('list', { name: /^Pending/ });
  if (await waiting.isVisible()) return String(await waiting.getByRole('link').count());
  return (await main.getByText(/^(No|Nobody|Nothing|None)\b/).count()) > 0 ? '0' : 'no list';
}

/** Until nothing is being loaded. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.MuiSkeleton-root:visible, [aria-busy="true"]:visible')).toHaveCount(0);
}
