import { expect, openAs, test } from '../support/journey.js';

test('a preference changes the whole product, and a policy is rehearsed, saved and in effect', async ({ page }) => {
  await openAs(page, 'labAdminOfDubai', '/settings');
  const dates = page.getByRole('radiogroup', { name: 'Dates' });
  const sent = page.waitForRequest('**/api/preferences/display');
  await dates.getByText(/^\d{4}-\d\d-\d\d$/).click();
  await sent;
  await page.goto('/attendance/month');
  await expect(page.getByRole('group', { name: 'Month', exact: true })).toContainText(/^\d{4}-\d\d$/);

  await page.goto('/settings');
  await page.getByRole('link', { name: 'Laboratory', exact: true }).click();
  const edit = page.getByRole('button', { name: 'Edit policies' });
  await edit.click();
  const form = page.getByRole('dialog', { name: 'Edit policies' });
  const grace = form.getByLabel('Late after', { exact: true });
  await expect(grace).toHaveAttribute('readonly');
  await expect(form.getByLabel('Approval limit', { exact: true })).toHaveAttribute('readonly');

  // What decides on a lab admin's own work is set by a super admin.
  await openAs(page, 'superAdmin', '/settings/network');
  await page.getByRole('link', { name: 'Shifa Diagnostics Dubai' }).click();
  await edit.click();
  await expect(form.getByText(/^Change a value to see/)).toHaveCount(2);
  await grace.fill('1');
  await form.getByText('90 days', { exact: true }).first().click();
  await expect(form.getByRole('status')).toContainText(
    /^\d+ of [\d,]+ days would have been different: .*more late day/,
  );
  await expect(form.getByRole('columnheader', { name: 'Late days' })).toBeVisible();

  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('link', { name: /^Shifts and holidays/ }).click();
  await expect(page.getByText('Late after').locator('..')).toContainText('1 m');

  // The accounts and the laboratory are those of other journeys as well.
  await page.goto('/settings/network');
  await page.getByRole('link', { name: 'Shifa Diagnostics Dubai' }).click();
  await edit.click();
  await grace.fill('15');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toBeHidden();
  await openAs(page, 'labAdminOfDubai', '/settings');
  await dates.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/).click();
  await expect(dates.getByRole('radio', { checked: true })).toBeVisible();
});
