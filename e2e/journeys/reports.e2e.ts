import readExcel from 'read-excel-file/node';
import { Clerk } from '../support/finance.js';
import { expect, openAs, test } from '../support/journey.js';

/** `₹1,250.50` → 125050. */
const paise = (text: string) => Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100);

test('an Excel file holds the total of its analysis, and names the entry that is approved later', async ({ page }) => {
  // In Dubai, where no other journey enters or approves anything meanwhile.
  const author = await Clerk.signIn(page.request, 'labAdminOfDubai');
  const entry = await author.enter({ type: 'income', category: 'test_fees', amount: '987.65', party: 'Late Payer' });

  await openAs(page, 'superAdmin', '/reports');
  const card = page.getByRole('link', { name: /^Income/ });
  await expect(card).toContainText('₹');
  const figureOf = async () => /₹[\d,]+\.\d\d/.exec(await card.innerText())?.[0] ?? '';
  const ofAll = await figureOf();
  await page.getByRole('combobox', { name: 'Laboratory' }).selectOption({ label: 'Shifa Diagnostics Dubai' });
  await expect(page).toHaveURL(/laboratoryId=/);
  // The previous figure stays until the next one has been loaded.
  await expect(card).not.toContainText(ofAll);
  const figure = await figureOf();
  expect(paise(figure)).toBeGreaterThan(0);

  await page.getByRole('link', { name: 'Excel file', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Laboratory' })).toHaveText(/Shifa Diagnostics Dubai/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Generate Excel file' }).click();
  const sheets = await readExcel(await (await download).createReadStream());
  const [header = [], ...rows] = sheets.find(({ sheet }) => sheet === 'Transactions')?.data ?? [];
  const income = header.indexOf('Income');
  expect(Math.round(Number(rows.at(-1)?.[income]) * 100)).toBe(paise(figure));
  expect(rows.map(([number]) => number)).toContain(entry.transactionNo);

  const row = page.getByRole('row', { name: /Financial.*Shifa Diagnostics Dubai.*Ready/ }).first();
  const compare = async () => {
    await row.getByRole('button', { name: /^Actions for Financial/ }).click();
    await page.getByRole('menuitem', { name: 'What changed since' }).click();
    return page.getByRole('dialog', { name: 'What changed since' });
  };
  await expect(await compare()).toContainText('Nothing has changed since this report was generated.');
  await page.getByRole('button', { name: 'Close' }).click();

  const approver = await Clerk.signIn(page.request, 'superAdmin');
  expect((await approver.decide(entry._id, { approved: true })).status).toBe(200);
  const changes = await compare();
  const change = changes.getByRole('listitem').filter({ hasText: entry.transactionNo });
  await expect(change).toContainText('Pending → Approved');
  await expect(change).toContainText('987.65');
});

test('an analysis is printed on white paper in the dark theme too, with its totals once', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openAs(page, 'superAdmin', '/reports?kind=financial');
  await expect(page.getByRole('link', { name: /^Income/ })).toContainText('₹');
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const table = page.getByRole('table').first();
  await expect(table).toBeVisible();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden();
  await expect(table.locator('tfoot')).toHaveCSS('display', 'table-row-group');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  expect((await page.pdf()).byteLength).toBeGreaterThan(10_000);
});
