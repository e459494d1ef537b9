import readExcel from 'read-excel-file/node';
import { card, Clerk } from '../support/finance.js';
import { expect, openAs, test } from '../support/journey.js';

/** `₹1,250.50` → 125050. */
const paise = (text: string) => Math.round(Number(text.replaceAll(/[^\d.−-]/g, '').replace('−', '-')) * 100);

test('what a card tells, its list sums up, the report repeats and the sheet holds', async ({ page }) => {
  await openAs(page, 'superAdmin', '/finances');
  const income = card(page, 'Income');
  await expect(income).toContainText('₹');
  const thisMonth = await income.innerText();
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last month');
  await expect(income).not.toHaveText(thisMonth, { useInnerText: true });
  const figure = /₹[\d,]+\.\d\d/.exec(await income.innerText())?.[0] ?? '';
  expect(paise(figure)).toBeGreaterThan(0);

  await income.click();
  await expect(page).toHaveURL(/\/finances\/transactions\?.*type=income/);
  const totals = page.getByRole('region', { name: 'Totals' });
  await expect(totals).toContainText(figure);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export/ }).click();
  await page.getByRole('menuitem', { name: /Excel/ }).click();
  const rows = await readExcel(await (await download).createReadStream());
  const sheet = Array.isArray(rows) && 'data' in (rows[0] ?? {}) ? (rows[0] as { data: unknown[][] }).data : rows;
  const [heading = [], ...lines] = sheet as unknown[][];
  const amount = heading.indexOf('Amount');
  const sum = lines.reduce((total, line) => total + Math.round(Number(line[amount]) * 100), 0);
  expect(sum).toBe(paise(figure));

  await page.getByRole('navigation', { name: 'Finances' }).getByRole('link', { name: 'Report' }).click();
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last month');
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText(figure);
});

test('a chart has the same figures as a table', async ({ page }) => {
  await openAs(page, 'labAdmin', '/finances');
  const trend = page.getByRole('region', { name: /months/i });
  await trend.getByRole('button', { name: /table/i }).click();
  const clerk = await Clerk.signIn(page.request, 'labAdmin');
  type Stats = { data: { trend: { month: string; incomePaise: number }[] } };
  const { data } = await clerk.get<Stats>('/transactions/stats');
  const rows = trend.getByRole('row');
  await expect(rows).toHaveCount(data.trend.length + 1);
  const last = data.trend.at(-2);
  const shown = await rows.nth(data.trend.length - 1).innerText();
  expect(shown.split(/\s+/).map(paise)).toContain(last?.incomePaise);
});

test('a sheet with faults is refused whole, and taken once it is mended', async ({ page }) => {
  const header = 'Date,Type,Amount,Category,Payment method,Reference,Party,Description';
  const clerk = await Clerk.signIn(page.request, 'labAdmin');
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
  const row = (amount: string, method = 'Cash', reference = '') =>
    `${today},Expense,${amount},Logistics,${method},${reference},Sheet Movers,Trip`;
  const sheet = (lines: string[]) => ({
    name: 'entries.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([header, ...lines].join('\r\n')),
  });
  const found = async () =>
    (await clerk.get<{ pagination: { total: number } }>('/transactions?search=Sheet+Movers&limit=1')).pagination.total;

  await openAs(page, 'labAdmin', '/finances/transactions');
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Import entries' }).click();
  const dialog = page.getByRole('dialog', { name: /Import/ });
  const good = [row('"1,00,000.50"', 'UPI', 'SM-1'), row('₹ 500'), row('12.34')];
  await dialog.locator('input[type=file]').setInputFiles(sheet([...good, row('12.345'), row('-5'), row('9', 'UPI')]));
  await expect(dialog.getByRole('alert').filter({ hasText: '3 of 6 rows' })).toBeVisible();
  expect(await found()).toBe(0);
  await dialog.locator('input[type=file]').setInputFiles(sheet(good));
  await expect(dialog).toContainText('₹100,512.84');
  await dialog.getByRole('button', { name: /^Import 3/ }).click();
  await expect.poll(found).toBe(3);
});

test('a voucher prints on one page, with its amount in words', async ({ page }) => {
  const labAdmin = await Clerk.signIn(page.request, 'labAdmin');
  const superAdmin = await Clerk.signIn(page.request, 'superAdmin');
  const entry = await labAdmin.enter({ amount: '1,250.50', party: 'Voucher House' });
  await openAs(page, 'labAdmin', `/finances/vouchers/${entry._id}`);
  await expect(page.getByText(/not valid/i).first()).toBeVisible();
  await superAdmin.decide(entry._id, { approved: true });
  await page.reload();
  const voucher = page.getByRole('article', { name: /^Payment voucher/ });
  await expect(voucher.getByText(/one thousand two hundred (and )?fifty and fifty paise only/i)).toBeVisible();
  await expect(page.getByText(/not valid/i)).toHaveCount(0);
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
