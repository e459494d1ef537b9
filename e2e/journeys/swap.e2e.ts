import type { Browser, Page } from '@playwright/test';
import { violationsOn } from '../support/accessibility.js';
import { accounts, expect, openAs, PASSWORD } from '../support/journey.js';
import { test as ownServerTest } from '../support/own-server.js';

/** Other journeys plan a roster too, so this one runs in a worker, and with a server, of its own. */
const test = ownServerTest.extend<object, { alone: boolean }>({
  alone: [async ({}, use) => use(true), { scope: 'worker', auto: true }],
});

type Session = { token: string; user: { _id: string; name: string; laboratoryId: { _id: string } } };

async function sessionOf(page: Page, email: string): Promise<Session> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password: PASSWORD } });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { data: Session }).data;
}

async function post<Data>(page: Page, { token }: Session, path: string, data: object): Promise<Data> {
  const answer = await page.request.post(`/api/attendance/${path}`, {
    data,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { data: Data }).data;
}

async function phoneOf(browser: Browser, baseURL: string | undefined, session: Session): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await phone.goto('/favicon.svg');
  await phone.evaluate(({ token, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, session);
  await phone.goto('/attendance/roster');
  return phone;
}

/** The address of another active person of the laboratory who signs in with the password of the demo. */
async function colleagueOf(page: Page, { token, user }: Session): Promise<string> {
  const query = `laboratoryId=${user.laboratoryId._id}&role=staff&status=active&limit=50`;
  const answer = await page.request.get(`/api/staff?${query}`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data: { email: string; employmentType: string }[] };
  const other = data.find(({ email, employmentType }) => email !== accounts.staff && employmentType === 'permanent');
  return other?.email ?? '';
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The night from the last day of a month to the first of the next one, at least a week ahead. */
function lastNightOfMonth(): string {
  const ahead = new Date(Date.now() + 7 * 86_400_000);
  return new Date(Date.UTC(ahead.getUTCFullYear(), ahead.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}

test('a night at the end of a month is swapped on two phones, and decided in the inbox', async ({
  page,
  browser,
  baseURL,
}) => {
  const planner = await sessionOf(page, accounts.labAdmin);
  const [rohan, colleague] = [
    await sessionOf(page, accounts.staff),
    await sessionOf(page, await colleagueOf(page, planner)),
  ];
  const laboratoryId = planner.user.laboratoryId._id;
  const day = lastNightOfMonth();
  const { _id } = await post<{ _id: string }>(page, planner, 'shift-types', {
    laboratoryId,
    name: 'Night',
    code: 'NX',
    colour: 'indigo',
    start: '22:00',
    end: '06:00',
    breakMinutes: 30,
    department: null,
    skills: [],
    minimumStaff: [0, 0, 0, 0, 0, 0, 0],
  });
  const cells = (shift: string) =>
    [day, dayAfter(day, 1)].map((each, index) => ({ day: each, shift: index === 0 ? shift : 'off', version: 0 }));
  await post(page, planner, 'roster/cells', {
    laboratoryId,
    people: [
      { userId: rohan.user._id, cells: cells(_id) },
      { userId: colleague.user._id, cells: cells('off') },
    ],
  });
  await post(page, planner, 'roster/publish', { laboratoryId, from: day, to: dayAfter(day, 1) });

  const first = await phoneOf(browser, baseURL, rohan);
  await first.getByRole('button', { name: /^Swap shift on/ }).click();
  const dialog = first.getByRole('dialog', { name: 'Who takes this shift?' });
  await dialog.getByRole('checkbox', { name: new RegExp(colleague.user.name) }).check();
  expect(await violationsOn(first), 'the dialog of a swap').toEqual([]);
  await dialog.getByRole('button', { name: 'Ask', exact: true }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(first.getByText(`You asked ${colleague.user.name}`)).toBeVisible();

  const second = await phoneOf(browser, baseURL, colleague);
  const swaps = second.getByRole('list', { name: 'Swaps' });
  await expect(swaps).toContainText(`${rohan.user.name} asks you`);
  await swaps.getByRole('button', { name: 'Accept' }).click();
  await second.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click();
  await expect(swaps).toContainText('Pending approval');
  expect(await violationsOn(second), 'the own roster with a swap').toEqual([]);
  await expect(first.getByRole('list', { name: 'Swaps' })).toContainText(`${colleague.user.name} accepted`);

  await openAs(page, 'labAdmin', '/approvals?kind=swaps');
  await expect(page.getByText(`${colleague.user.name} takes a shift of ${rohan.user.name}`).first()).toBeVisible();
  await page.getByRole('button', { name: 'Approve', exact: true }).first().click();
  await expect(page.getByText('No swaps need your decision.')).toBeVisible();

  // Both phones follow without being asked.
  await expect(second.getByRole('list', { name: 'My roster' })).toContainText('Night, 10:00 PM – 6:00 AM (next day)');
  await expect(first.getByRole('list', { name: 'My roster' })).not.toContainText('Night');
  await first.context().close();
  await second.context().close();
});
