import type { Page } from '@playwright/test';
import { expect, openAs, test, WITHOUT_NETWORK } from '../support/journey.js';

test.use({
  serviceWorkers: 'allow',
  tolerated: WITHOUT_NETWORK,
  viewport: { width: 360, height: 640 },
  hasTouch: true,
});

type Item = { _id: string; name: string; quantity: number; storageLocation: string | null };
type Counted = Item & { lastCount: { day: string; by: { name: string } } | null };

async function read<Data>(page: Page, path: string): Promise<Data> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.get(`/api/inventory${path}`, {
    headers: { authorization: `Bearer ${token ?? ''}` },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { data: Data }).data;
}

test('a place is counted without a network, continued after the page was closed, and saved when the network is back', async ({
  page,
  context,
}) => {
  await openAs(page, 'manager', '/inventory/count');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const sheet = await read<Item[]>(page, '/count-sheet?limit=100');
  const place = sheet.find(({ storageLocation }) => storageLocation !== null)?.storageLocation ?? '';
  const items = await read<Item[]>(page, `/count-sheet?limit=100&storageLocation=${encodeURIComponent(place)}`);
  const [first] = items.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));

  await page.getByLabel('Storage location').fill(place);
  await page.getByRole('button', { name: 'Start counting' }).click();
  await expect(page.getByRole('heading', { level: 2, name: first?.name ?? '' })).toBeVisible();
  const forward = page.getByRole('button', { name: /^(Next|Skip)$/ });
  for (const size of [
    { width: 360, height: 640 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await expect(forward).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: '9', exact: true })).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 360, height: 640 });

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Matches', exact: true }).click();
  await page.getByRole('button', { name: 'One more' }).click();
  await page.close();

  const reopened = await context.newPage();
  await reopened.goto('/inventory/count');
  await reopened.getByRole('button', { name: 'Continue counting' }).click();
  const review = reopened.getByRole('heading', { level: 1, name: 'Review' });
  const position = reopened.getByText(/^Item \d+ of \d+/);
  const next = reopened.getByRole('button', { name: /^(Next|Skip)$/ });
  await expect(review.or(position)).toBeVisible();
  if (await position.isVisible()) {
    // The first item may have further batches.
    await reopened.goto((await reopened.evaluate(() => location.href)).replace(/page=\d+/, 'page=1'));
    await expect(position).toBeVisible();
  }
  const batch = reopened.getByRole('list', { name: 'Batches' }).locator('[aria-current]');
  /** Which line is counted: an item, or a batch of it. Empty at the review. */
  const line = async () => [...(await position.allInnerTexts()), ...(await batch.allInnerTexts())].join();
  while ((await line()) !== '') {
    if ((await next.innerText()) === 'Skip') {
      await reopened.getByRole('button', { name: 'Matches', exact: true }).click();
      await expect(next).toHaveText('Next');
    }
    const before = await line();
    await next.click();
    // Until then the buttons are still those of this line.
    await expect.poll(line).not.toBe(before);
  }
  await expect(review).toBeVisible();
  await expect(reopened.getByText(/^\d+ items? match(es)?, 1 differs, 0 not counted/)).toBeVisible();
  await expect(reopened.getByText(/You're offline. The count is kept on this device/)).toBeVisible();

  await context.setOffline(false);
  await reopened.getByRole('button', { name: /^Save \d+ items?$/ }).click({ timeout: 30_000 });
  await expect(reopened.getByText(/^The count of \d+ items? is saved$/)).toBeVisible({ timeout: 30_000 });
  for (const { _id, name, quantity } of items) {
    const counted = await read<Counted>(reopened, `/${_id}`);
    expect(counted.lastCount, name).not.toBeNull();
    expect(counted.quantity, name).toBe(_id === first?._id ? quantity + 1 : quantity);
  }
});

test('signing out says which count would be lost, and removes it', async ({ page }) => {
  await openAs(page, 'manager', '/inventory/count');
  await page.getByRole('button', { name: 'Start counting' }).click();
  await page.getByRole('button', { name: 'Matches', exact: true }).click();
  await page.goto('/inventory');
  await expect(page.getByText(/^Continue counting .*: 1 of \d+$/)).toBeVisible();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Logout' });
  await expect(dialog).toContainText(
    /Your stock count of .* \(1 of \d+ items counted\) will be removed from this device/,
  );
  await dialog.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('stock-count:')));
  expect(kept).toEqual([]);
});
