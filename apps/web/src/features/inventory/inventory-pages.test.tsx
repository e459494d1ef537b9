import { contract, type ExpiringBatch, ExpiringBatchSchema, readProductCode, type Scan } from '@shifa/contract';
import { batch, inventoryItem, inventoryListItem, movement, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { answer, answerPage, fakeApi } from '../../testing/fake-api';
import { scanByHand } from '../../testing/hand-scanner';
import { renderApp } from '../../testing/render-app';
import { StockAlertsPage } from './alerts/stock-alerts-page';
import { ExpiringPage } from './batches/expiring-page';
import { LowStockPage } from './items/low-stock-page';
import { LabelsPage } from './labels/labels-page';
import { pathOfCode, ScanPage } from './labels/scan-page';
import { MovementsPage } from './movements/movements-page';

const other = inventoryListItem({ name: 'Nitrile gloves' });
const item = inventoryListItem({ name: 'Glucose reagent', usableQuantity: 2, stockStatus: 'low' });

function expiring(overrides: Partial<ExpiringBatch>): ExpiringBatch {
  return ExpiringBatchSchema.parse({
    ...batch({ batchNumber: 'B-OLD', quantity: 3 }),
    item,
    laboratoryId: item.laboratoryId,
    daysLeft: 4,
    valuePaise: 375_000,
    ...overrides,
  });
}

function setUp(at: string, batches = [batch()]) {
  const api = fakeApi();
  // First, as its address fits those of the lists as well.
  api.on(contract.inventory.get, () => answer(inventoryItem({ ...item, batches })));
  api.on(contract.preferences.get, () => answer({ grids: {} }));
  api.on(contract.inventory.lowStock, () => answerPage([item]));
  api.on(contract.inventory.expiring, () =>
    answerPage([
      expiring({ daysLeft: -2, isExpired: true, unusableReason: 'Expired on Nov 20, 2026' }),
      expiring({ batchNumber: 'B-NEW', daysLeft: 0 }),
    ]),
  );
  api.on(contract.inventory.movements, () => answerPage([movement({ type: 'waste', quantity: -3, reason: 'Broken' })]));
  api.on(contract.stockAlerts.list, () => answerPage([]));
  const view = renderApp(
    <Routes>
      <Route path="/inventory/low-stock" element={<LowStockPage />} />
      <Route path="/inventory/expiring" element={<ExpiringPage />} />
      <Route path="/inventory/movements" element={<MovementsPage />} />
      <Route path="/inventory/alerts" element={<StockAlertsPage />} />
      <Route path="/inventory/scan" element={<ScanPage />} />
      <Route path="/inventory/:id/labels" element={<LabelsPage />} />
      <Route path="*" element={<p>Somewhere else</p>} />
    </Routes>,
    { user: sessionUser({ role: 'lab_admin' }), at },
  );
  return { ...view, api };
}

it('low stock names what is left of which minimum, and stock can be received at once', async () => {
  const { api } = setUp('/inventory/low-stock');
  const row = (await screen.findByText('Glucose reagent')).closest('[role="row"]');
  expect(row).toHaveTextContent('2 bottles of 20');
  expect(row).toHaveTextContent('5 bottles');
  expect(api.requests(contract.inventory.lowStock)[0]?.query.has('sort')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Glucose reagent' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Receive stock' }));
  expect(await screen.findByLabelText('Quantity received')).toBeVisible();
});

it('expiring stock is one row per batch, and an expired one can be written off but not used', async () => {
  setUp('/inventory/expiring?expired=true');
  expect((await screen.findByText('B-OLD')).closest('[role="row"]')).toHaveTextContent('expired 2 days ago');
  expect(screen.getByText('B-NEW').closest('[role="row"]')).toHaveTextContent('last day today');
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Glucose reagent, batch B-OLD' }));
  const use = screen.getByRole('menuitem', { name: 'Use this batch' });
  expect(use).toHaveAccessibleDescription('Expired on Nov 20, 2026');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Write off' }));
  expect(await screen.findByLabelText('Quantity to write off')).toBeVisible();
});

it('movements of all items are a ledger with signs in words and figures', async () => {
  setUp('/inventory/movements?type=waste');
  const row = (await screen.findByText('Wasted')).closest('[role="row"]');
  expect(row).toHaveTextContent('−3');
  expect(row).toHaveTextContent('Glucose reagent');
});

it.each([
  ['movements', contract.inventory.movements],
  ['alerts', contract.stockAlerts.list],
] as const)('%s can be narrowed to one item, by the address or by a search', async (page, route) => {
  const { api, address } = setUp(`/inventory/${page}?itemId=${item._id}`);
  api.on(contract.inventory.list, () => answerPage([other]));
  const chip = await screen.findByRole('button', { name: 'Remove Item: Glucose reagent' });
  const asked = () => api.requests(route).map(({ query }) => query.get('itemId'));
  expect(asked()).toEqual([item._id]);
  await userEvent.click(chip);
  await waitFor(() => expect(asked()).toEqual([item._id, null]));
  await userEvent.click(screen.getByRole('button', { name: 'Item' }));
  await userEvent.type(await screen.findByRole('combobox', { name: 'Item' }), 'glov');
  await userEvent.click(await screen.findByRole('option', { name: /Nitrile gloves/ }));
  await waitFor(() => expect(address()).toContain(`itemId=${other._id}`));
  expect(asked().at(-1)).toBe(other._id);
});

it('labels carry name, batch and expiry, as often as asked', async () => {
  const one = batch({ batchNumber: 'B-7', quantity: 3 });
  const used = batch({ batchNumber: 'B-6', quantity: 0, status: 'depleted' });
  setUp(`/inventory/${item._id}/labels`, [one, used]);
  expect(await screen.findAllByRole('img', { name: 'Code of batch B-7' })).toHaveLength(1);
  expect(screen.getByRole('listitem')).toHaveTextContent('Expires Jun 30, 2027');
  const copies = screen.getByLabelText('Copies of each label');
  await userEvent.clear(copies);
  expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled();
  await userEvent.type(copies, '3');
  expect(screen.getAllByRole('img', { name: 'Code of batch B-7' })).toHaveLength(3);
});

it('labels are at most 1,000 at once, and a batch of another item has none', async () => {
  const many = Array.from({ length: 20 }, (_, index) => batch({ batchNumber: `B-${index}`, quantity: 3 }));
  const { unmount } = setUp(`/inventory/${item._id}/labels`, many);
  const copies = await screen.findByLabelText('Copies of each label');
  await userEvent.clear(copies);
  await userEvent.type(copies, '60');
  expect(screen.getByText('Enter a whole number from 1 to 50')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled();
  unmount();
  setUp(`/inventory/${item._id}/labels?batch=${other._id}`, many);
  expect(await screen.findByText("This batch isn't one of this item.")).toBeVisible();
});

it.each([
  ['https://lab.example/inventory/batches/65f0c0ffee65f0c0ffee65f0', '/inventory/batches/65f0c0ffee65f0c0ffee65f0'],
  ['65f0c0ffee65f0c0ffee65f0', '/inventory/batches/65f0c0ffee65f0c0ffee65f0'],
  ['https://lab.example/elsewhere', undefined],
  ['B-OLD', undefined],
])('the code %s leads to %s', (code, path) => {
  expect(pathOfCode(code)).toBe(path);
});

it('without a camera, the batch number can be typed', async () => {
  vi.stubGlobal('BarcodeDetector', undefined);
  const { address } = setUp('/inventory/scan');
  expect(await screen.findByText(/The camera needs a secure connection/)).toBeVisible();
  await userEvent.type(screen.getByLabelText('Or type a batch number'), 'B-OLD');
  await userEvent.click(screen.getByRole('button', { name: 'Find' }));
  await waitFor(() => expect(address()).toBe('/inventory?search=B-OLD'));
  vi.unstubAllGlobals();
});

it('of two items that share a code, the one that is chosen is opened', async () => {
  const { api, address } = setUp('/inventory/scan?to=find');
  const nothing = { package: null, batch: null, otherExpiry: null, next: null };
  const code = readProductCode('LOT-2026-7', '2026-11-26').code ?? null;
  const items = [inventoryItem({ ...item, batches: [] }), inventoryItem({ ...other, batches: [] })];
  api.on(contract.inventory.scan, ({ query }) => {
    const known = items.find(({ _id }) => _id === query.get('itemId')) ?? null;
    return answer<Scan>({ ...nothing, code, item: known, choices: known ? [] : [item, other] });
  });
  await screen.findByText(/The camera needs a secure connection/);
  scanByHand('LOT-2026-7');
  await userEvent.click(await screen.findByRole('button', { name: /^Nitrile gloves/ }));
  await waitFor(() => expect(address()).toBe(`/inventory/${other._id}`));
});
