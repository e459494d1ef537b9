import { expect, signIn, test } from '../support/journey.js';

test('a name on items becomes a supplier, is taken back, and a supplier is put on hold', async ({ page }) => {
  await signIn(page, 'labAdmin');
  await page.goto('/inventory');
  await page.getByRole('navigation', { name: 'Inventory' }).getByRole('link', { name: 'Suppliers' }).click();
  // Both tabs have the heading and «More actions»: only this button tells that the tab of suppliers is there.
  await expect(page.getByRole('button', { name: 'New supplier' })).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Names on items' }).click();
  const group = page.getByRole('region', { name: 'Bengal Diagnostics Supply' });
  await expect(group.getByRole('combobox', { name: /^Supplier/ })).toHaveValue('Bengal Diagnostics Supply (BENGAL)');
  await group.getByRole('button', { name: /^Link \d+ items?$/ }).click();
  await expect(group).toBeHidden();
  const linked = page.getByRole('region', { name: 'Linked now' });
  await linked.getByRole('button', { name: 'Undo Bengal Diagnostics Supply' }).click();
  await expect(group).toBeVisible();
  await expect(linked).toBeHidden();

  await page.goto('/suppliers');
  await page.getByRole('button', { name: 'New supplier' }).click();
  const form = page.getByRole('dialog', { name: 'New supplier' });
  await form.getByLabel('Name', { exact: true }).fill('Hooghly Glassware Pvt Ltd');
  await form.getByLabel(/^GSTIN/).fill('27AAPFU0939F1ZW');
  await form.getByRole('button', { name: 'Create supplier' }).click();
  await expect(form.getByText(/A character of the GSTIN is mistyped/)).toBeVisible();
  await form.getByLabel(/^GSTIN/).fill('27 aapfu 0939f1zv');
  // The button ignores a second tap that follows at once.
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Hooghly Glassware Pvt Ltd' })).toBeVisible();
  await expect(page.getByText('GSTIN 27AAPFU0939F1ZV')).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Put on hold' }).click();
  const question = page.getByRole('dialog', { name: /^Put Hooghly/ });
  await question.getByLabel('Reason').fill('Two boxes came opened');
  await question.getByRole('button', { name: 'Put on hold' }).click();
  await expect(page.getByText('On hold: Two boxes came opened')).toBeVisible();
});
