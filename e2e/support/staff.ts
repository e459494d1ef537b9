import { expect, type Browser, type Page } from '@playwright/test';

export const OWN_PASSWORD = 'Mine-to-keep-1';

/** Creates a person through the form, from the list; answers the temporary password that is shown once. */
export async function createPerson(page: Page, name: string, email: string, role: string): Promise<string> {
  await page.getByRole('button', { name: 'New person' }).click();
  const form = page.getByRole('dialog', { name: 'New person' });
  await form.getByRole('textbox', { name: 'Full name' }).fill(name);
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  await form.getByRole('combobox', { name: /^Role/ }).click();
  await page.getByRole('option', { name: role }).click();
  await form.getByRole('button', { name: 'Create person' }).click();
  const shown = page.getByRole('dialog', { name: 'Temporary password' });
  return shown.getByRole('status', { name: 'Temporary password' }).innerText();
}

/** Signs in on a phone with a temporary password and changes it, as one must; ends on the dashboard. */
export async function firstSignInOnPhone(browser: Browser, baseURL: string, email: string, password: string) {
  const phone = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await phone.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^(Sign in|Login|Log in)$/ }).click();
  await page.getByLabel('Temporary Password', { exact: true }).fill(password);
  await page.getByLabel('New Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText(/Welcome back/)).toBeVisible();
  return page;
}

/** On the permissions of a person: sets one and saves. */
export async function setPermission(page: Page, permission: string, choice: 'Role default' | 'Allow' | 'Deny') {
  await page.getByRole('radiogroup', { name: permission }).getByText(choice, { exact: true }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('button', { name: /^Save/ })).toBeHidden();
}
