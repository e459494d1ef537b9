import { expect, openAs, test } from '../support/journey.js';

test('an order from a suggestion is approved, sent, received in two deliveries, billed, and returned in part', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, 'manager', '/inventory/reorder');
  await page.getByRole('button', { name: 'Draft orders' }).click();
  const drawer = page.getByRole('dialog', { name: 'Draft orders' });
  await expect(drawer.getByRole('checkbox').first()).toBeVisible();
  await drawer.getByRole('button', { name: 'Draft orders' }).click();
  const drafted = drawer.getByRole('link', { name: /^PO-/ }).first();
  await expect(drafted).toBeVisible();
  const number = /PO-[A-Z0-9-]+-\d{6}/.exec(await drafted.innerText())?.[0] ?? '';
  await drafted.click();

  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText('Pending approval').first()).toBeVisible();
  const address = page.url();

  const admin = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await openAs(admin, 'labAdmin', new URL(address).pathname);
  await admin.getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByText(/^1 of 2 approvals/)).toBeVisible();
  const superAdmin = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await openAs(superAdmin, 'superAdmin', new URL(address).pathname);
  await superAdmin.getByRole('button', { name: 'Approve' }).click();
  await expect(superAdmin.getByText('Approved', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Send to supplier' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();

  const receive = async (isLast: boolean) => {
    await page.goto(`${address}/receive`);
    await expect(page.getByLabel('Accepted').first()).toBeVisible();
    for (const line of await page.getByRole('main').getByRole('region').all()) {
      const accepted = line.getByLabel('Accepted');
      if ((await accepted.count()) === 0) continue;
      const outstanding = Number(await accepted.inputValue());
      await accepted.fill(String(isLast ? outstanding : Math.max(1, Math.floor(outstanding / 2))));
      await line.getByLabel('Batch number').fill(isLast ? 'JOURNEY-2' : 'JOURNEY-1');
      await line.getByLabel('Expires').fill('2029-12-31');
    }
    await page.getByRole('button', { name: 'Receive', exact: true }).click();
    await expect(page.getByText(isLast ? `${number} was received` : `${number} was received in part`)).toBeVisible();
  };
  await receive(false);

  // The bill of everything arrives with the first delivery.
  await admin.goto(`${address}?tab=bills`);
  await admin.getByRole('button', { name: 'Enter bill' }).click();
  const form = admin.getByRole('dialog', { name: /^Bill of / });
  await form.getByLabel('Bill number').fill('JOURNEY/1');
  await form.getByLabel('Date of the bill').fill('2026-04-02');
  const line = form.getByRole('region').first();
  const ordered = /([\d,]+) \S+ ordered/.exec(await line.innerText())?.[1] ?? '';
  await line.getByLabel('Quantity').fill(ordered);
  await line.getByLabel('GST').selectOption('12%');
  await expect(form.getByText('You can enter this bill, but no one can approve it yet:')).toBeVisible();
  await form.getByRole('button', { name: 'Enter bill' }).click();
  await expect(admin.getByText('1 difference', { exact: true })).toBeVisible();

  await superAdmin.goto(`${address}?tab=bills`);
  await superAdmin.getByRole('link', { name: /^KOL-.*-\d{6}$/ }).click();
  const entry = superAdmin.getByRole('dialog', { name: /^Entry KOL-/ });
  const approve = entry.getByRole('button', { name: 'Approve', exact: true });
  await expect(approve).toHaveAccessibleDescription(/ billed, .* received/);
  await receive(true);
  await expect(page.getByText('Received', { exact: true }).first()).toBeVisible();
  await superAdmin.reload();
  await expect(entry.getByText('Ready to pay')).toBeVisible();
  await approve.click();
  await expect(entry.getByText(/^(Partially approved|Approved)$/).first()).toBeVisible();

  // A unit of the last delivery is broken.
  await page.goto(`${address}?tab=receipts`);
  await page
    .getByRole('button', { name: /^Return goods of GRN-/ })
    .last()
    .click();
  const returning = page.getByRole('dialog', { name: 'Return goods' });
  await returning.getByLabel('Quantity to return').first().fill('1');
  await returning.getByLabel('Reason').fill('Broken in transit');
  await returning.getByLabel('Reason').press('Tab');
  await returning.getByRole('button', { name: 'Return goods' }).click();
  await expect(returning).toBeHidden();
  await expect(page.getByRole('heading', { name: /^RTN-KOL-/ })).toBeVisible();
});
