import { Clerk, pixel } from '../support/finance.js';
import { expect, openAs, test } from '../support/journey.js';

test('an expense is entered by keyboard alone and approved by keyboard elsewhere, and both screens follow', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const approver = await other.newPage();
  await openAs(approver, 'superAdmin', '/finances/approvals');
  await expect(approver.getByRole('list', { name: 'Pending entries' })).toBeVisible();

  await openAs(page, 'labAdmin', '/finances/transactions');
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'New expense' }).click();
  const form = page.getByRole('dialog', { name: 'New entry' });
  await expect(form.getByRole('textbox', { name: 'Amount' })).toBeFocused();
  await page.keyboard.type('1,2,5');
  await page.keyboard.press('Tab');
  await expect(form.getByText(/at most two decimals/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Amount' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('₹ 1,234.50');
  await form.getByRole('combobox', { name: /^Party/ }).focus();
  await page.keyboard.type('Keyboard Traders');
  await page.keyboard.press('Tab');
  await form.getByRole('combobox', { name: /^Category/ }).focus();
  await page.keyboard.type('Logi');
  await page.keyboard.press('Enter');
  await form.getByRole('combobox', { name: /^Payment method/ }).focus();
  await page.keyboard.type('Cash');
  await page.keyboard.press('Enter');
  await form.getByRole('textbox', { name: /^Description/ }).focus();
  await page.keyboard.type('Two cold boxes');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(/was entered/)).toBeVisible();
  const row = page.getByRole('row', { name: /Keyboard Traders/ });
  await expect(row).toContainText('Pending');

  const waiting = approver.getByRole('list', { name: 'Pending entries' }).getByRole('link', {
    name: /Keyboard Traders/,
  });
  await waiting.click();
  await expect(approver.getByRole('region', { name: /^Entry KOL-/ })).toContainText('₹1,234.50');
  await approver.keyboard.press('a');
  await expect(waiting).toHaveCount(0);
  await expect(row).toContainText('Approved');

  await row.click();
  const drawer = page.getByRole('dialog', { name: /KOL-/ });
  await expect(drawer).toContainText('Two cold boxes');
  await expect(page).toHaveURL(/entry=[0-9a-f]{24}/);
  await page.reload();
  await expect(drawer).toContainText('Two cold boxes');
  await other.close();
});

test('nobody approves their own entry, a super admin neither; above the limit it takes two', async ({ page }) => {
  const superAdmin = await Clerk.signIn(page.request, 'superAdmin');
  const labAdmin = await Clerk.signIn(page.request, 'labAdmin');
  const laboratoryId = await superAdmin.laboratory('KOL');
  const own = await superAdmin.enter({ laboratoryId, amount: '50,000.01', party: 'Own Entry Limited' });
  const refused = await superAdmin.decide(own._id, { approved: true });
  expect(refused).toMatchObject({ status: 403, body: { code: 'OWN_TRANSACTION' } });

  await openAs(page, 'superAdmin', `/finances/transactions?entry=${own._id}`);
  const drawer = page.getByRole('dialog', { name: new RegExp(own.transactionNo) });
  await expect(drawer.getByRole('button', { name: /^Approve/ })).toHaveAttribute('aria-disabled', 'true');
  await expect(drawer.getByRole('button', { name: /^Approve/ })).toHaveAccessibleDescription(/entered or last edited/);

  const first = await labAdmin.decide(own._id, { approved: true });
  expect(first).toMatchObject({ status: 200, body: { data: { status: 'partially_approved' } } });
  await expect(drawer).toContainText('Partially approved');
  const twice = await labAdmin.decide(own._id, { approved: true });
  expect(twice).toMatchObject({ status: 403, body: { code: 'APPROVED_BY_SAME_PERSON' } });
});

test('a receipt goes up with its entry and opens again, for nobody of another laboratory', async ({ page }) => {
  await openAs(page, 'labAdmin', '/finances/transactions');
  await page.getByRole('button', { name: 'New entry' }).click();
  const form = page.getByRole('dialog', { name: 'New entry' });
  await form.getByRole('textbox', { name: 'Amount' }).fill('310');
  await form.getByRole('combobox', { name: /^Party/ }).fill('Receipt Givers');
  await form.getByRole('combobox', { name: /^Category/ }).click();
  await page.getByRole('option', { name: 'Test fees' }).click();
  await form.getByRole('combobox', { name: /^Payment method/ }).click();
  await page.getByRole('option', { name: 'Cash' }).click();
  await form.getByRole('textbox', { name: /^Description/ }).fill('With a bill');
  await form.locator('input[type=file]').first().setInputFiles(pixel);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/was entered/).waitFor();

  const labAdmin = await Clerk.signIn(page.request, 'labAdmin');
  type List = { data: { _id: string; receiptCount: number }[] };
  const found = () => labAdmin.get<List>('/transactions?search=Receipt+Givers');
  await expect.poll(async () => (await found()).data[0]?.receiptCount).toBe(1);
  const id = (await found()).data[0]?._id ?? '';
  await page.goto(`/finances/transactions?entry=${id}`);
  const drawer = page.getByRole('dialog', { name: /KOL-/ });
  await drawer
    .getByRole('button', { name: /bill\.png/ })
    .first()
    .click();
  const image = page.getByRole('img', { name: /bill\.png/ }).last();
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1);

  const { data } = await labAdmin.get<{ data: { receipts: { _id: string }[] } }>(`/transactions/${id}`);
  const path = `/transactions/${id}/receipts/${data.receipts[0]?._id ?? ''}`;
  const file = await labAdmin.file(path);
  expect(file.body).toEqual(pixel.buffer);
  expect(file.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-type': 'image/png' });
  expect((await (await Clerk.signIn(page.request, 'labAdminOfDubai')).file(path)).status).toBe(404);
});

test('a rejection says why, and the entry is mended and sent again', async ({ page }) => {
  const superAdmin = await Clerk.signIn(page.request, 'superAdmin');
  const labAdmin = await Clerk.signIn(page.request, 'labAdmin');
  const entry = await labAdmin.enter({ amount: '777', party: 'Mended Later' });
  await openAs(page, 'superAdmin', `/finances/transactions?entry=${entry._id}`);
  const drawer = page.getByRole('dialog', { name: new RegExp(entry.transactionNo) });
  await drawer.getByRole('button', { name: 'Reject' }).click();
  const question = page.getByRole('dialog', { name: 'Reject entry' });
  await question.getByRole('textbox').fill('no');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expect(question).toContainText('Reason must be at least 5 characters');
  await question.getByRole('textbox').fill('The bill is missing');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(drawer).toContainText('Rejected');
  await expect(drawer).toContainText('The bill is missing');

  await openAs(page, 'labAdmin', `/finances/transactions?entry=${entry._id}`);
  await drawer.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: /^Edit/ });
  await expect(form).toContainText('The bill is missing');
  await form.getByRole('textbox', { name: 'Amount' }).fill('770');
  await form.getByRole('button', { name: /^Save/ }).click();
  await expect(drawer).toContainText('Pending');
  await expect(drawer).toContainText('₹770.00');
  expect((await superAdmin.decide(entry._id, { approved: true })).status).toBe(200);
  await expect(drawer).toContainText('Approved');
});
