import readExcel from 'read-excel-file/node';
import { expect, openAs, test } from '../support/journey.js';

test('each number of a person leads to a list with as many rows, and the month exports to Excel', async ({ page }) => {
  await openAs(page, 'labAdmin', '/attendance/month');
  const first = page.getByRole('group', { name: 'Month grid' }).locator('tbody').getByRole('rowheader').first();
  const name = await first.innerText();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const sheets = await readExcel(await (await download).createReadStream());
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Month', 'About']);
  const [headings = [], ...rows] = sheets[0]?.data ?? [];
  expect(rows.map((row) => row[headings.indexOf('Name')])).toContain(name);

  await page.goto('/attendance/leaves');
  const balances = page.getByRole('table', { name: 'Team leave balances' });
  await balances.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true');
  const month = page.getByRole('region', { name: 'This month' });
  for (const label of ['Present', 'Late', 'Absent']) {
    const link = month.getByRole('link', { name: new RegExp(`^${label}`) });
    const count = Number(/\d+/.exec(await link.innerText())?.[0]);
    await link.click();
    const total = count === 0 ? page.getByText(/^No /) : page.getByText(new RegExp(`\\d–\\d+ of ${count}(?!\\d)`));
    await expect(total.first()).toBeVisible();
    await page.goBack();
  }
});
