import { expect, type Locator, type Page } from '@playwright/test';

type NewLaboratory = { name: string; code: string; city: string };

/** Creates a laboratory through the form, from the list; ends on its page. */
export async function createLaboratory(page: Page, { name, code, city }: NewLaboratory): Promise<void> {
  await page.getByRole('button', { name: 'New laboratory' }).click();
  const form = page.getByRole('dialog', { name: 'New laboratory' });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Code', { exact: true }).fill(code);
  await form.getByRole('combobox', { name: /^Type/ }).click();
  await page.getByRole('option', { name: 'Branch' }).click();
  await form.getByLabel('Phone', { exact: true }).fill('+91 33 4021 7799');
  await form.getByLabel('City', { exact: true }).fill(city);
  await form.getByRole('button', { name: 'Create laboratory' }).click();
  await expect(page.getByText(`${name} was created`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** The row of the list that shows the laboratory, found through the search. */
export async function findInList(page: Page, name: string): Promise<Locator> {
  await page.goto('/laboratories');
  await page.getByRole('searchbox').fill(name);
  // The only row below the header: while the others are still there, it has yet to move up.
  await expect(page.getByRole('row')).toHaveCount(2);
  return page.getByRole('row', { name: new RegExp(name) });
}

/** Opens the form on the laboratory whose page is shown. */
export async function openEditor(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit laboratory' }).click();
  const form = page.getByRole('dialog', { name: 'Edit laboratory' });
  await expect(form.getByRole('button', { name: 'Save changes' })).toBeVisible();
  return form;
}
