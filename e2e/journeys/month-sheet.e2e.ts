import type { Page } from '@playwright/test';
import readExcel from 'read-excel-file/node';
import { violationsOn } from '../support/accessibility.js';
import { accounts, expect, openAs, PASSWORD } from '../support/journey.js';
import { test } from '../support/own-server.js';

const path = '/attendance/month-sheet';

type Pending = { kind: string; _id: string | null };
type Sheet = {
  month: string;
  laboratory: { _id: string };
  pending: { total: number; items: Pending[] };
  lines: { person: { _id: string; name: string; employeeCode: string }; figures: Record<string, number> }[];
};

async function tokenOf(page: Page): Promise<string> {
  const data = { email: accounts.superAdmin, password: PASSWORD };
  const answer = await page.request.post('/api/auth/login', { data });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

async function isAccessible(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
    expect(await violationsOn(page), `${name} at ${width} px`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${name} at ${width} px is not wider than the screen`).toBeLessThanOrEqual(0);
  }
}

test('a month is settled, closed, handed over to payroll, and shows what a later change would do', async ({ page }) => {
  test.slow();
  await openAs(page, 'labAdmin', path);
  const status = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Close month' }) });
  await expect(status.getByText('Open', { exact: true })).toBeVisible();
  await isAccessible(page, 'an open month');

  // A super admin decides on what is pending, also on what the lab admin is concerned by.
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  const laboratoryId = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { laboratoryId: { _id: string } }).laboratoryId._id,
  );
  const read = async () => {
    const answer = await page.request.get(`/api${path}?laboratoryId=${laboratoryId}`, { headers });
    return ((await answer.json()) as { data: Sheet }).data;
  };
  for (let rounds = 0; rounds < 20; rounds += 1) {
    const { pending } = await read();
    if (pending.total === 0) break;
    for (const { kind, _id } of pending.items) {
      const family = kind === 'leave' ? 'attendance/leaves' : 'attendance';
      const decision = { approved: true, reason: 'Settled for payroll' };
      await page.request.put(`/api/${family}/${String(_id)}/approve`, { headers, data: decision });
    }
  }
  const { month, lines } = await read();
  await page.reload();
  await page.getByRole('button', { name: 'Close month' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Close month' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await isAccessible(page, 'a closed month');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^payroll-\\w+-${month}\\.xlsx$`));
  const [sheet] = await readExcel(await download.path());
  const [headings = [], ...rows] = sheet?.data ?? [];
  const columnOf = (heading: string) => headings.indexOf(heading);
  for (const { person, figures } of lines) {
    const row = rows.find((cells) => cells[columnOf('Employee code')] === person.employeeCode);
    expect(row?.[columnOf('Days paid')]).toBe(figures['paid']);
    expect(row?.[columnOf('Loss of pay')]).toBe(figures['lossOfPay']);
  }

  // The month is closed for the laboratory, and not for a super admin. The first person is the admin, whose own days
  // others correct.
  const absent = lines.findLast(({ figures }) => (figures['absent'] ?? 0) >= 1) ?? lines.at(-1);
  const records = await page.request.get(
    `/api/attendance?userId=${absent?.person._id ?? ''}&from=${month}-01&to=${month}-28&status=present&limit=1`,
    { headers },
  );
  const [record] = ((await records.json()) as { data: { _id: string; workDate: string; version: number }[] }).data;
  const { _id = '', workDate = '', version } = record ?? {};
  const times = {
    segments: [{ in: `${workDate}T09:00`, out: `${workDate}T11:00` }],
    reason: 'Only two hours',
    version,
  };
  const own = await page.evaluate(() => localStorage.getItem('token'));
  const send = (authorization: string) =>
    page.request.put(`/api/attendance/${_id}`, { headers: { authorization }, data: times });
  expect((await send(`Bearer ${own ?? ''}`)).status()).toBe(409);
  expect((await send(headers.authorization)).status()).toBe(200);
  await expect(page.getByText(/changed since the month was closed/)).toBeVisible();
  await isAccessible(page, 'a month with drift');

  await page.getByRole('button', { name: 'Reopen month' }).click();
  const question = page.getByRole('dialog', { name: /^Reopen/ });
  await question.getByRole('textbox', { name: 'Reason' }).fill('A day was entered wrongly');
  await question.getByRole('button', { name: 'Reopen month' }).click();
  await expect(page.getByText(/reopened by .*: A day was entered wrongly/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close month' })).toHaveAttribute('aria-disabled', 'true');
});
