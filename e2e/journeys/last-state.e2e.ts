import { expect, openAs, test } from '../support/journey.js';

test.use({ viewport: { width: 390, height: 844 } });

test('a start on a slow network shows the last state with its time, then the fresh one; a sign-out leaves nothing', async ({
  page,
}) => {
  await openAs(page, 'manager', '/approvals');
  const approve = page.getByRole('button', { name: 'Approve' }).first();
  await expect(approve).toBeEnabled();
  // Kept answers allow nothing; the frame's own may be kept before those of the list.
  await page.waitForFunction(() =>
    Object.keys(localStorage).some(
      (key) =>
        key.startsWith('last-state:') &&
        /"approve":\{"allowed":false,"reason":"Available once/.test(localStorage.getItem(key) ?? ''),
    ),
  );

  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByText(/^Page as of \d/)).toBeVisible();
  await expect(approve).toHaveAttribute('aria-disabled', 'true');
  const before = await approve.boundingBox();
  release();
  await expect(page.getByText(/^Page as of \d/)).toBeHidden();
  await expect(approve).not.toHaveAttribute('aria-disabled', 'true');
  expect(await approve.boundingBox()).toEqual(before);

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('alertdialog', { name: 'Logout' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('last-state:')));
  expect(left).toEqual([]);
});
