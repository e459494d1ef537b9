import { expect, type Locator } from '@playwright/test';

/** Presses a button of a clock. A person who clocked in within two minutes, in another journey, is asked to confirm. */
export async function pressClock(button: Locator, outcome: Locator): Promise<void> {
  const question = button.page().getByRole('alertdialog', { name: 'Clock out already' });
  await button.click();
  await expect(question.or(outcome)).toBeVisible();
  if (await question.isVisible()) await question.getByRole('button', { name: 'Clock out' }).click();
  await expect(outcome).toBeVisible();
}
