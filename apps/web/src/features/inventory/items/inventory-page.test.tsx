import {
  contract,
  errorCatalogue,
  type InventoryListItem,
  type InventoryStats,
  type SessionUser,
} from '@shifa/contract';
import { inventoryItem, inventoryListItem, laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { answer, answerCreated, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { onPhone } from '../../../testing/on-phone';
import { renderApp } from '../../../testing/render-app';
import { InventoryPage } from './inventory-page';

const glucose = inventoryListItem({
  name: 'Glucose reagent',
  quantity: 20,
  usableQuantity: 4,
  stockStatus: 'low',
  expiredQuantity: 16,
});
const gloves = inventoryListItem({ name: 'Nitrile gloves', category: 'ppe', unit: 'box', usableQuantity: 20 });

const stats: InventoryStats = {
  items: 120,
  low: 7,
  out: 2,
  expiredBatches: 3,
  expiring7: 1,
  expiring30: 5,
  expiring90: 9,
  valuePaise: 125_000_000,
  expiredValuePaise: 150_000,
  byCategory: [],
};

type SetUp = { at?: string; rows?: InventoryListItem[]; user?: SessionUser };

function setUp({ at = '/inventory', rows = [glucose, gloves], user }: SetUp = {}) {
  const api = fakeApi();
  api.on(contract.inventory.list, () => answerPage(rows));
  api.on(contract.inventory.stats, () => answer(stats));
  api.on(contract.inventory.suggestions, () => answer(['Medline Traders']));
  api.on(contract.laboratories.options, () => answer([laboratory({ name: 'Shifa Kolkata' })]));
  api.on(contract.preferences.get, () => answer({ grids: {} }));
  const view = renderApp(
    <Routes>
      <Route path="/inventory" element={<InventoryPage />} />
      <Route path="/inventory/:id" element={<p>The item</p>} />
    </Routes>,
    { user: user ?? sessionUser({ role: 'lab_admin' }), at },
  );
  return { ...view, api };
}

describe('the list of items', () => {
  it('says how much is usable of how much, with the stock status in words', async () => {
    setUp();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Inventory Management');
    const row = (await screen.findByText('Glucose reagent')).closest<HTMLElement>('[role="row"]');
    expect(row).toHaveTextContent('4 bottles of 20');
    expect(row).toHaveTextContent('Low');
    expect(screen.getByText('Nitrile gloves').closest('[role="row"]')).toHaveTextContent('In stock');
  });

  it('links each count to the list that it counts', async () => {
    setUp();
    const link = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await link(/^Low stock 7/)).toBe('/inventory?stockStatus=low');
    expect(await link(/Out of stock/)).toBe('/inventory?stockStatus=out');
    expect(await link(/^Expiring batches 5/)).toBe('/inventory/expiring?days=30&expired=false');
    expect(await link(/^Expired batches 3/)).toBe('/inventory/expiring?expired=true');
    expect(await link(/^Value ₹1,250,000.00/)).toBe('/inventory');
  });

  it('opens with the filters of a link and asks for active items only', async () => {
    const { api } = setUp({ at: '/inventory?stockStatus=low&expiringWithin=30&blocked=true&inStock=true' });
    await screen.findByText('Glucose reagent');
    const [first] = api.requests(contract.inventory.list);
    const asked = [...(first?.query ?? [])].map(([name, value]) => `${name.replace(/\[\d+\]$/, '')}=${value}`);
    expect(asked).toEqual(
      expect.arrayContaining(['expiringWithin=30', 'blocked=true', 'inStock=true', 'status=active', 'stockStatus=low']),
    );
    expect(screen.getByText('Expires within: 30 days')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Remove Expires within: 30 days' }));
    await waitFor(() => expect(api.requests(contract.inventory.list).at(-1)?.query.has('expiringWithin')).toBe(false));
  });

  it('is exported with its filters and its order, whatever the page', async () => {
    const { api } = setUp({ at: '/inventory?page=2&category=ppe&stockStatus=low&sort=-nearestExpiry' });
    api.on(contract.inventory.export, () => failure('EXPORT_TOO_LARGE'));
    await screen.findByText('Glucose reagent');
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Export as Excel' }));
    expect(await screen.findByText(errorCatalogue.EXPORT_TOO_LARGE.message)).toBeVisible();
    const [request] = api.requests(contract.inventory.export);
    const asked = [...(request?.query ?? [])].map(([name, value]) => `${name.replace(/\[\d+\]$/, '')}=${value}`);
    expect(asked.sort()).toEqual([
      ...['category=ppe', 'format=xlsx', 'sort=-nearestExpiry', 'status=active', 'stockStatus=low'],
    ]);
  });

  it('offers every stock change behind the one permission, and says why it is refused', async () => {
    const refused = { allowed: false, reason: 'Shifa Kolkata is suspended' };
    setUp({
      rows: [inventoryListItem({ name: 'Glucose reagent', actions: { edit: { allowed: true }, move: refused } })],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Glucose reagent' }));
    for (const name of [/Use stock/, /Receive stock/, /Adjust to count/, /Write off stock/, /Return to supplier/]) {
      const entry = screen.getByRole('menuitem', { name });
      expect(entry).toHaveAttribute('aria-disabled', 'true');
      expect(entry).toHaveAccessibleDescription('Shifa Kolkata is suspended');
    }
    expect(screen.getByRole('menuitem', { name: 'Edit item' })).toHaveAttribute('aria-disabled', 'false');
  });

  it('is cards on a phone, with status, quantity and expiry', async () => {
    onPhone();
    setUp();
    const card = (await screen.findByRole('heading', { name: 'Glucose reagent' })).closest('li');
    expect(card).toHaveTextContent('Low');
    expect(card).toHaveTextContent('4 bottles of 20');
    expect(card).toHaveTextContent('Jun 30, 2027');
  });
});

describe('a new item', () => {
  it('is created with its opening stock, its cost in rupees and one key', async () => {
    const { api, address } = setUp();
    const created = inventoryItem({ name: 'Urea reagent' });
    api.on(contract.inventory.create, () => answerCreated(created));
    api.on(contract.inventory.get, () => answer(created));
    await userEvent.click(await screen.findByRole('button', { name: 'New item' }));
    await screen.findByLabelText('Name');
    const drawer = within(screen.getByRole('dialog', { name: 'New item' }));
    await userEvent.type(drawer.getByLabelText('Name'), 'Urea reagent');
    await userEvent.type(drawer.getByLabelText(/^Unit cost/), '1,250.50');
    await userEvent.click(drawer.getByRole('button', { name: /^Opening stock/ }));
    await userEvent.type(drawer.getByLabelText(/^Quantity/), '12');
    await userEvent.click(drawer.getByRole('button', { name: 'Create item' }));
    expect(await drawer.findByText('Expiry date is required, because this item tracks expiry')).toBeVisible();
    await userEvent.type(drawer.getByLabelText(/^Expiry date/), '2027-06-30');
    await userEvent.click(drawer.getByRole('button', { name: 'Create item' }));
    await waitFor(() => expect(address()).toBe(`/inventory/${created._id}`));
    const [request] = api.requests(contract.inventory.create);
    expect(request?.body).toMatchObject({
      name: 'Urea reagent',
      unitCostPaise: 125_050,
      quantity: 12,
      expiryDate: '2027-06-30',
      leadTimeDays: 7,
    });
    expect(request?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('an item that has stock', () => {
  it('is not discontinued, and the dialog says what is there', async () => {
    const { api } = setUp({
      rows: [inventoryListItem({ name: 'Glucose reagent', actions: { discontinue: { allowed: true } } })],
    });
    api.on(contract.inventory.discontinue, () =>
      failure('ITEM_HAS_STOCK', { blockers: [{ name: 'bottles in stock', count: 4 }] }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Glucose reagent' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Discontinue item' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discontinue' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'The item still has stock' });
    expect(dialog).toHaveTextContent('4 bottles in stock');
  });
});

describe('several items', () => {
  it.each([
    ['8', 8],
    ['1,200', 1200],
  ])('are edited after a dry run that shows each, to %s', async (text, minQuantity) => {
    const { api } = setUp();
    api.on(contract.inventory.bulkUpdate, ({ body }) =>
      answer({
        applied: !(body as { dryRun: boolean }).dryRun,
        results: [
          {
            _id: glucose._id,
            name: glucose.name,
            changes: [{ field: 'minQuantity', before: 5, after: minQuantity }],
            fault: null,
          },
        ],
      }),
    );
    await screen.findByText('Glucose reagent');
    await userEvent.click(screen.getAllByRole('checkbox', { name: /select row/i })[0] ?? document.body);
    await userEvent.click(
      within(screen.getByRole('region', { name: 'Selection' })).getByRole('button', { name: 'Edit' }),
    );
    await userEvent.type(screen.getByLabelText('Minimum'), text);
    expect(await screen.findByText('1 item would change.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save 1 item' }));
    expect(await screen.findByText('1 item was saved')).toBeVisible();
    const bodies = api.requests(contract.inventory.bulkUpdate).map(({ body }) => body);
    expect(bodies).toEqual([
      { updates: [{ _id: glucose._id, version: glucose.version, minQuantity }], dryRun: true },
      { updates: [{ _id: glucose._id, version: glucose.version, minQuantity }], dryRun: false },
    ]);
  });
});
