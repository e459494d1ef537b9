import type { Page } from '@playwright/test';
import { expect, openAs, test } from '../support/journey.js';

type Item = { _id: string; name: string; usableQuantity: number; unitCostPaise: number };

async function dearItem(page: Page, at: number): Promise<Item> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token ?? ''}` };
  const answer = await page.request.get('/api/inventory?stockStatus=ok&limit=100', { headers });
  const { data } = (await answer.json()) as { data: Item[] };
  const item = data.filter(({ usableQuantity, unitCostPaise }) => usableQuantity * unitCostPaise > 1_000_000)[at];
  if (!item) throw new Error('The demo has no dear item');
  return item;
}

test('a write-off above the limit waits, and the stock falls when somebody else approves it', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, 'manager', '/inventory');
  const item = await dearItem(page, 0);
  const quantity = Math.min(item.usableQuantity, Math.ceil(600_000 / item.unitCostPaise));
  await page.goto(`/inventory/${item._id}`);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Write off stock' }).click();
  const drawer = page.getByRole('dialog', { name: 'Write off stock' });
  await drawer.getByLabel('Quantity to write off').fill(String(quantity));
  await drawer.getByLabel('Reason').fill('Broken or spilled');
  await expect(drawer).toContainText('The stock is set aside until someone else approves it.');
  await drawer.getByRole('button', { name: 'Write off' }).click();
  await expect(page.getByText(/^WOF-\d+ is pending approval/)).toBeVisible();

  const admin = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await openAs(admin, 'labAdmin', '/approvals?kind=write-offs');
  await admin
    .getByRole('link', { name: new RegExp(item.name.replaceAll(/[()]/g, '.')) })
    .first()
    .click();
  const pane = admin.getByRole('region', { name: /^Write-off/ });
  await expect(pane).toContainText('Meera Nair');
  await pane.getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText(/was approved/)).toBeVisible();
  await expect
    .poll(async () => (await read(page, `/api/inventory/${item._id}`)).usableQuantity, { timeout: 20_000 })
    .toBe(item.usableQuantity - quantity);
});

test('a delivery of which something is missing and something damaged is received, and the transfer closes', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, 'labAdmin', '/inventory');
  const item = await dearItem(page, 1);
  await page.goto(`/inventory/${item._id}`);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Send to laboratory' }).click();
  const form = page.getByRole('dialog', { name: /^Send/ });
  await form.getByLabel('To', { exact: true }).click();
  await page.getByRole('option', { name: /Dubai/ }).click();
  await form
    .getByLabel(/^Quantity/)
    .first()
    .fill('3');
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  const sent = page.getByText(/TRF-\d+ is on its way to/).first();
  await expect(sent).toBeVisible();
  const number = /TRF-\d+/.exec(await sent.innerText())?.[0] ?? '';

  const dubai = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await openAs(dubai, 'labAdminOfDubai', '/inventory/transfers');
  await dubai.getByRole('row', { name: new RegExp(number) }).click();
  await expect(dubai.getByRole('heading', { level: 1, name: number })).toBeVisible();
  await dubai.getByRole('button', { name: 'Receive' }).click();
  const receipt = dubai.getByRole('dialog', { name: `Receive ${number}` });
  await receipt.getByLabel('Missing', { exact: true }).fill('1');
  await receipt.getByLabel('Damaged', { exact: true }).fill('1');
  await expect(receipt.getByLabel(/^Received of batch/)).toHaveValue('1');
  await receipt.getByLabel('Why is it missing or damaged?').fill('The box was wet');
  await receipt.getByRole('button', { name: 'Receive' }).click();
  await expect(dubai.getByText(`${number} was received. Missing or damaged stock was written off.`)).toBeVisible();
  await expect(dubai.getByRole('main')).toContainText('The box was wet');

  await page.goto('/inventory/transfers?status=received_short');
  await expect(page.getByRole('row', { name: new RegExp(number) })).toBeVisible();
});

async function read(page: Page, path: string): Promise<Item> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.get(path, { headers: { authorization: `Bearer ${token ?? ''}` } });
  return ((await answer.json()) as { data: Item }).data;
}
