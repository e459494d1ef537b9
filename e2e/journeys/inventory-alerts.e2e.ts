import type { Page } from '@playwright/test';
import { Clerk } from '../support/finance.js';
import { expect, openAs, test } from '../support/journey.js';

test('stock is received and used until it is low, ordered, and resolved by the delivery', async ({ page, request }) => {
  const name = 'Journey reagent';
  await openAs(page, 'labAdmin', '/inventory');
  await page.getByRole('button', { name: 'New item' }).click();
  const form = page.getByRole('dialog', { name: 'New item' });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Minimum').fill('10');
  await form.getByRole('button', { name: 'Create item' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await receive(page, '20');
  await page.getByRole('button', { name: 'Use stock' }).click();
  const use = page.getByRole('dialog', { name: 'Use stock' });
  await use.getByLabel('Quantity used').fill('15');
  await use.getByRole('button', { name: 'Use', exact: true }).click();
  await expect(use).toBeHidden();

  await page.goto('/inventory/alerts');
  const alert = page.getByRole('row', { name: new RegExp(name) });
  await expect(alert).toContainText('Low stock');
  await expect(alert).toContainText('Open');
  await alert.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Record an order' }).click();
  const order = page.getByRole('dialog', { name: 'Record an order' });
  await order.getByLabel('Quantity ordered').fill('30');
  await order.getByRole('button', { name: 'Record order' }).click();
  await expect(page.getByText(`${name} is on order`)).toBeVisible();
  await expect(alert).toContainText('Ordered');

  await alert.getByRole('link').click();
  await expect(page.getByText(/^On order: 30 /)).toBeVisible();
  await receive(page, '30');
  await expect(page.getByText(/^On order/)).toHaveCount(0);
  await page.goto('/inventory/alerts');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(alert).toHaveCount(0);
  const clerk = await Clerk.signIn(request, 'labAdmin');
  const { data } = await clerk.get<{ data: { item: { name: string } }[] }>('/inventory/alerts?state=resolved');
  expect(data.map(({ item }) => item.name)).toContain(name);
});

async function receive(page: Page, quantity: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Receive stock' }).click();
  const form = page.getByRole('dialog', { name: 'Receive stock' });
  await form.getByLabel('Quantity received').fill(quantity);
  await form.getByLabel('Expiry date').fill('2099-12-31');
  await form.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(form).toBeHidden();
}
