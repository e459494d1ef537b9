import type { Page } from '@playwright/test';
import { Clerk } from '../support/finance.js';
import { type Account, expect, openAs } from '../support/journey.js';
import { compareNotification, followNumber, numberLinks, numberNotifications } from '../support/numbers.js';
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
    for (const notification of await numberNotifications(page)) await compareNotification(page, notification);
  });
}

/** The same numbers in every run, from 0 to below 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

type Listed = { data: { _id: string }[] };

test('the numbers are still those of their lists after 500 changes', async ({ page, request }) => {
  test.setTimeout(400_000);
  const [clerk, approver, manager] = await Promise.all([
    Clerk.signIn(request, 'labAdmin'),
    Clerk.signIn(request, 'superAdmin'),
    Clerk.signIn(request, 'manager'),
  ]);
  const random = seeded(20_261_125);
  const pick = <One>(all: readonly One[]): One | undefined => all[Math.floor(random() * all.length)];
  const idOf = async (who: Clerk, list: string) => pick((await who.get<Listed>(list)).data)?._id;
  const decision = () => ({ approved: random() < 0.6, reason: 'Decided at random' });
  const decide = async (list: string) => {
    const id = await idOf(clerk, `${list}?waitingForMe=true&limit=50`);
    return id === undefined ? 0 : clerk.put(`${list}/${id}/approve`, decision());
  };
  const items = (await clerk.get<Listed>('/inventory?limit=100')).data;
  const move = (change: object) => clerk.put(`/inventory/${pick(items)?._id ?? ''}/stock`, change);
  const changes: Record<string, () => Promise<number>> = {
    enter: async () => {
      const kind = random() < 0.3 ? { type: 'income', category: 'other_income' } : {};
      await clerk.enter({ amountPaise: 1 + Math.floor(random() * 9_999_999), ...kind });
      return 200;
    },
    decideEntry: async () => {
      const id = await idOf(approver, '/transactions?waitingForMe=true&limit=50');
      return id === undefined ? 0 : (await approver.decide(id, decision())).status;
    },
    decideRecord: () => decide('/attendance'),
    decideLeave: () => decide('/attendance/leaves'),
    use: () => move({ type: 'out', quantity: 1 + Math.floor(random() * 9) }),
    receive: () => move({ type: 'in', quantity: 1 + Math.floor(random() * 20), expiryDate: '2027-06-30' }),
    waste: () => move({ type: 'waste', quantity: 1, reason: 'Broken in the store' }),
    recount: () => move({ type: 'adjustment', quantity: Math.floor(random() * 30), reason: 'Counted again' }),
    read: async () => {
      const id = await idOf(manager, '/notifications?isRead=false&limit=50');
      return id === undefined ? 0 : manager.patch(`/notifications/${id}/read`);
    },
  };
  const done: Record<string, number> = {};
  let made = 0;
  // Some are refused, such as the use of what is not there.
  for (let tried = 0; made < 500 && tried < 2_000; tried += 1) {
    const [name = '', change] = pick(Object.entries(changes)) ?? [];
    const status = (await change?.()) ?? 0;
    expect(status, name).toBeLessThan(500);
    if (status !== 200) continue;
    made += 1;
    done[name] = (done[name] ?? 0) + 1;
  }
  expect(made).toBe(500);
  expect(Object.keys(done).sort(), JSON.stringify(done)).toEqual(Object.keys(changes).sort());
  await openAs(page, 'labAdmin');
  expect(await followAll(page, ['/dashboard', '/finances', '/inventory'])).toBeGreaterThan(15);
  const notifications = await numberNotifications(page);
  expect(notifications.length).toBeGreaterThan(0);
  for (const notification of notifications) await compareNotification(page, notification);
});
