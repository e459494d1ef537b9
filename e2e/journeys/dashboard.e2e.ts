import { pressClock } from '../support/clock.js';
import { expect, openAs, test } from '../support/journey.js';

test('the numbers of the dashboard are those of their lists, and follow what somebody else does', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, 'labAdmin', '/dashboard');
  await expect(page.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
  const out = page.getByRole('region', { name: 'Stock' }).getByRole('link', { name: /^Out of stock/ });
  const count = Number((await out.innerText()).match(/\d+/)?.[0]);
  expect(count).toBeGreaterThan(0);
  await out.click();
  await expect(page).toHaveURL(/\/inventory\?stockStatus=out/);
  await expect(page.getByRole('row')).toHaveCount(count + 1);

  await page.goBack();
  const attendance = page.getByRole('region', { name: 'Attendance today' });
  const inNow = attendance.getByRole('link', { name: /^In now/ });
  const staff = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await openAs(staff, 'staff', '/dashboard');
  await expect(staff.getByRole('region', { name: 'Stock' })).toBeHidden();
  const clock = staff.getByRole('region', { name: 'Your clock' });
  await expect(clock.getByRole('button', { name: /^Clock (in|out)$/ })).toBeEnabled();
  const isIn = await clock.getByRole('button', { name: 'Clock out' }).isVisible();
  await pressClock(
    clock.getByRole('button', { name: isIn ? 'Clock out' : 'Clock in', exact: true }),
    clock.getByText(isIn ? "You're clocked out" : /^You're (clocked )?in/),
  );
  // Other journeys clock people too, so the number follows that of the list.
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const headers = { authorization: `Bearer ${token}` };
  const listed = async () => {
    const answer = await page.request.get('/api/attendance/people?show=in&limit=1', { headers });
    return ((await answer.json()) as { pagination: { total: number } }).pagination.total;
  };
  await expect
    .poll(async () => Number((await inNow.innerText()).match(/\d+/)?.[0]) - (await listed()), { timeout: 15_000 })
    .toBe(0);
});
