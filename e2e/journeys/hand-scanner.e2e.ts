import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../support/journey.js';
import { call, createItem, movementsOf } from '../support/stock.js';

// A pack that is forgotten while it is chosen.
test.use({ tolerated: /packs were changed/ });

/**
 * Scans as a hand scanner does, until it was understood: on a busy machine the keys can come as slowly as a person's,
 * which are no code.
 */
async function scan(page: Page, code: string, isUnderstood: () => Promise<void>, prepare = async () => {}) {
  await expect(async () => {
    await prepare();
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await isUnderstood();
  }).toPass({ timeout: 90_000 });
}

test('a hand scanner receives a box, in whatever field the cursor is, without a camera', async ({ page }) => {
  const gtin = '00036000291452';
  await signIn(page, 'labAdmin');
  const id = await createItem(page, 'Dengue rapid test', gtin);
  await page.goto('/inventory/scan?to=in');
  await expect(page.getByText(/camera/i).last()).toBeVisible();
  const drawer = page.getByRole('dialog', { name: 'Receive stock' });
  const hasQuantity = (quantity: string) => expect(drawer.getByLabel('Quantity received')).toHaveValue(quantity);
  await scan(page, `01${gtin}1728060010LOT-7`, () => hasQuantity('1'));
  await scan(
    page,
    `01${gtin}1728060010LOT-7`,
    () => hasQuantity('2'),
    () => drawer.getByLabel('Notes').fill('Left at the '),
  );
  await drawer.getByLabel('Notes').press('End');
  await drawer.getByLabel('Notes').pressSequentially('door');
  await expect(drawer.getByLabel('Notes')).toHaveValue('Left at the door');
  await scan(
    page,
    ']d20109501101020918',
    () => expect(drawer.getByText(/The check digit of the GTIN 09501101020918 is wrong/)).toBeVisible(),
    () => drawer.getByRole('button', { name: 'Cancel' }).focus(),
  );
  await drawer.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(drawer).toBeHidden();
  expect(await movementsOf(page, id)).toMatchObject([
    { quantity: 100, entered: { quantity: 2 }, batch: { batchNumber: 'LOT-7', expiryDate: '2028-06-30' } },
  ]);
});

test('an unknown code is asked for once, found the next time, and can be forgotten', async ({ page }) => {
  const gtin = '05901234123457';
  await signIn(page, 'labAdmin');
  const { _id: id } = await call<{ _id: string }>(page, 'POST', '', {
    name: 'Malaria antigen test',
    category: 'kit',
    unit: 'test',
  });
  await page.goto('/inventory/scan?to=in');
  await expect(page.getByText(/camera/i).last()).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Which item is this?' });
  await scan(page, `01${gtin}1728060010LOT-9`, () => expect(question).toBeVisible());
  await question.getByRole('combobox', { name: 'Item' }).fill('Malaria antigen');
  await page.getByRole('option', { name: /Malaria antigen test/ }).click();
  await question.getByLabel('Contains').fill('25');
  await question.getByRole('button', { name: 'Remember code' }).click();
  const drawer = page.getByRole('dialog', { name: 'Receive stock' });
  await expect(drawer.getByText('1 box of 25 = 25 tests')).toBeVisible();
  await expect(drawer.getByLabel(/^Batch number/)).toHaveValue('LOT-9');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await call<{ packages: unknown[] }>(page, 'GET', `/${id}`)).packages).toEqual([]);
});
