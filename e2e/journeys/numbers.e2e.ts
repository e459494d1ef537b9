import type { Page } from '@playwright/test';
import { Clerk } from '../support/finance.js';
import { type Account, expect, openAs } from '../support/journey.js';
import { followNumber, numberLinks } from '../support/numbers.js';
// Other journeys would change a number between the link and its list.
import { test } from '../support/own-server.js';

const pages: Record<Exclude<Account, 'labAdminOfDubai'>, readonly string[]> = {
  superAdmin: ['/dashboard', '/attendance', '/finances', '/inventory', '/staff', '/laboratories'],
  labAdmin: ['/dashboard', '/attendance', '/finances', '/inventory', '/staff'],
  manager: ['/dashboard', '/attendance', '/inventory'],
  staff: ['/dashboard', '/attendance'],
};

/** Follows every number of the pages once; of a comparison of laboratories, two rows. */
async function followAll(page: Page, paths: readonly string[]): Promise<number> {
  const seen = new Map<string, number>();
  for (const path of paths) {
    await page.goto(path);
    for (const link of await numberLinks(page)) {
      const row = link.href.includes('laboratoryId=') && !/\D/.test(link.text);
      const kind = row ? link.href.replace(/laboratoryId=[^&]*/, '') : `${link.href} ${link.shown}`;
      const times = seen.get(kind) ?? 0;
      seen.set(kind, times + 1);
      if (times < (row ? 2 : 1)) await followNumber(page, link);
    }
  }
  return seen.size;
}

for (const [who, paths] of Object.entries(pages) as [Account, readonly string[]][]) {
  test(`each number that a ${who} sees opens a list of as many`, async ({ page }) => {
    test.setTimeout(400_000);
    await openAs(page, who);
    expect(await followAll(page, paths)).toBeGreaterThan(who === 'staff' ? 0 : 15);
  });
}

test('the numbers are still those of their lists after many changes', async ({ page, request }) => {
  test.setTimeout(400_000);
  const clerk = await Clerk.signIn(request, 'labAdmin');
  const approver = await Clerk.signIn(request, 'superAdmin');
  const items = (await clerk.get<{ data: { _id: string }[] }>('/inventory?limit=100')).data;
  const waiting = (await clerk.get<{ data: { _id: string }[] }>('/attendance?waitingForMe=true&limit=20')).data;
  const taken: number[] = [];
  for (let made = 0; made < 60; made += 1) {
    const entry = await clerk.enter({ amountPaise: 1 + made * 99_991, reference: `N${made}` });
    if (made % 3 === 0) await approver.decide(entry._id, { approved: made % 2 === 0, reason: 'Wrong amount' });
    const item = items[(made * 7) % items.length];
    taken.push(await clerk.put(`/inventory/${item?._id ?? ''}/stock`, { type: 'out', quantity: 1 + (made % 5) }));
    const record = waiting[made];
    if (record)
      await clerk.put(`/attendance/${record._id}/approve`, { approved: made % 4 !== 0, reason: 'Not agreed' });
  }
  expect(taken.filter((status) => status === 200).length).toBeGreaterThan(20);
  await openAs(page, 'labAdmin');
  expect(await followAll(page, ['/dashboard', '/finances', '/inventory'])).toBeGreaterThan(15);
});
