import { contract, type InventoryItem } from '@shifa/contract';
import { batch, inventoryItem, movement, sessionUser } from '@shifa/contract/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { LiveSocket } from '../../../data/socket';
import { clickBeside } from '../../../testing/click-beside';
import { answer, failure, answerPage, fakeApi } from '../../../testing/fake-api';
import { FakeSocket } from '../../../testing/fake-socket';
import { renderApp } from '../../../testing/render-app';
import { typePartly } from '../../../testing/type-partly';
import { inventoryLive } from '../inventory.resource';
import { BatchRedirectPage } from '../labels/batch-redirect-page';
import { ItemPage } from './item-page';

const usable = batch({ batchNumber: 'B-GOOD', quantity: 12 });
const expired = batch({
  batchNumber: 'B-OLD',
  quantity: 3,
  isExpired: true,
  expiryDate: '2026-01-31',
  lastUsableDay: '2026-01-31',
  unusableReason: 'Expired on Jan 31, 2026',
});
const held = batch({
  batchNumber: 'B-HELD',
  quantity: 5,
  status: 'quarantined',
  statusReason: 'Cold chain interrupted',
  unusableReason: 'Quarantined',
  actions: { release: { allowed: true } },
});
const glucose = inventoryItem({
  name: 'Glucose reagent',
  quantity: 20,
  usableQuantity: 12,
  batches: [usable, expired, held],
});

function setUp(at = `/inventory/${glucose._id}`, item: InventoryItem = glucose) {
  const api = fakeApi();
  api.on(contract.inventory.get, () => answer(item));
  api.on(contract.inventory.batch, () => answer(item));
  api.on(contract.inventory.movements, () => answerPage([movement({ reason: 'First delivery' })]));
  api.on(contract.preferences.get, () => answer({ grids: {} }));
  const view = renderApp(
    <Routes>
      <Route path="/inventory/batches/:batchId" element={<BatchRedirectPage />} />
      <Route path="/inventory/:id" element={<ItemPage />} />
    </Routes>,
    { user: sessionUser({ role: 'lab_admin' }), at },
  );
  return { ...view, api };
}

const rowOf = async (number: string) =>
  within((await screen.findByRole('rowheader', { name: new RegExp(number) })).closest('tr') ?? document.body);

describe('the page of an item', () => {
  it('says when it was counted last, and by whom', async () => {
    const by = { _id: 'a'.repeat(24), name: 'Biren Das' };
    setUp(undefined, { ...glucose, lastCount: { at: '2026-11-24T06:00:00.000Z', day: '2026-11-24', by } });
    await userEvent.click(await screen.findByRole('tab', { name: 'Details' }));
    expect(await screen.findByText('Nov 24, 2026 by Biren Das')).toBeVisible();
  });

  it('explains the usable quantity by the batches that count and those that do not', async () => {
    setUp();
    await userEvent.click(await screen.findByRole('button', { name: 'Why 12 bottles usable?' }));
    const dialog = within(screen.getByRole('dialog'));
    const [counted, others] = dialog.getAllByRole('list');
    expect(counted).toHaveTextContent('B-GOOD');
    expect(counted).not.toHaveTextContent('B-OLD');
    expect(others).toHaveTextContent('B-OLDExpired on Jan 31, 20263');
    expect(others).toHaveTextContent('B-HELDQuarantined5');
  });

  it('shows the state of each batch in words, and why one cannot be used', async () => {
    setUp();
    expect((await rowOf('B-GOOD')).getByText('Active')).toBeVisible();
    expect((await rowOf('B-OLD')).getByText('Expired')).toBeVisible();
    const row = await rowOf('B-HELD');
    expect(row.getByText('Quarantined', { selector: '.MuiChip-label' })).toBeVisible();
    await userEvent.click(row.getByRole('button', { name: 'Actions for batch B-HELD' }));
    expect(screen.getByRole('menuitem', { name: 'Use this batch' })).toHaveAccessibleDescription('Quarantined');
    expect(screen.queryByRole('menuitem', { name: 'Quarantine' })).not.toBeInTheDocument();
  });

  it('keeps the day on which a batch was opened when someone clicks beside the dialog', async () => {
    setUp();
    await userEvent.click((await rowOf('B-GOOD')).getByRole('button', { name: 'Actions for batch B-GOOD' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Open' }));
    fireEvent.change(await screen.findByLabelText('Opened on'), { target: { value: '2026-01-02' } });
    await clickBeside();
    expect(screen.getByLabelText('Opened on')).toHaveValue('2026-01-02');
  });

  it('opens no batch on a part of a date', async () => {
    const { api } = setUp();
    await userEvent.click((await rowOf('B-GOOD')).getByRole('button', { name: 'Actions for batch B-GOOD' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Open' }));
    api.on(contract.inventory.changeBatch, () => failure('VALIDATION_FAILED'));
    const openedOn = await screen.findByLabelText('Opened on');
    typePartly(openedOn);
    fireEvent.blur(openedOn);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByText('Complete the date.')).toBeVisible();
    expect(api.requests(contract.inventory.changeBatch)).toEqual([]);
  });

  it('quarantines a batch with a reason', async () => {
    const { api } = setUp();
    api.on(contract.inventory.changeBatch, () => answer({ ...glucose, movements: [] }));
    await userEvent.click((await rowOf('B-GOOD')).getByRole('button', { name: 'Actions for batch B-GOOD' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Quarantine' }));
    await userEvent.type(await screen.findByLabelText('Reason'), 'Cold chain interrupted');
    await userEvent.click(screen.getByRole('button', { name: 'Quarantine' }));
    expect(await screen.findByText('Batch B-GOOD was quarantined')).toBeVisible();
    const [request] = api.requests(contract.inventory.changeBatch);
    expect(request?.params).toEqual({ id: glucose._id, batchId: usable._id });
    expect(request?.body).toEqual({ action: 'quarantine', reason: 'Cold chain interrupted' });
  });

  describe('with a batch that arrived and is not accepted yet', () => {
    const pending = batch({
      batchNumber: 'B-NEW',
      quantity: 7,
      status: 'quarantined',
      acceptancePending: true,
      statusReason: 'Not accepted yet',
      unusableReason: "It must be accepted on the item's page first",
      actions: { accept: { allowed: true } },
    });
    const item = { ...glucose, requiresAcceptance: true, batches: [usable, pending] };

    it('says so, and accepts it with a note', async () => {
      const { api } = setUp(undefined, item);
      api.on(contract.inventory.changeBatch, () => answer({ ...item, movements: [] }));
      const row = await rowOf('B-NEW');
      expect(row.getByText('Not accepted yet')).toBeVisible();
      expect(screen.getAllByText('Not accepted yet')).toHaveLength(2);
      await userEvent.click(row.getByRole('button', { name: 'Accept batch B-NEW' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Accept batch' }));
      await userEvent.click(dialog.getByRole('button', { name: 'Accept' }));
      expect(dialog.getByText('Note is required')).toBeVisible();
      await userEvent.type(dialog.getByLabelText('Note'), 'Certificate checked');
      await userEvent.click(dialog.getByRole('button', { name: 'Accept' }));
      expect(await screen.findByText('Batch B-NEW was accepted')).toBeVisible();
      const [request] = api.requests(contract.inventory.changeBatch);
      expect(request?.params).toEqual({ id: glucose._id, batchId: pending._id });
      expect(request?.body).toEqual({ action: 'accept', reason: 'Certificate checked' });
    });

    it('offers it to nobody without the right', async () => {
      setUp(undefined, { ...item, batches: [{ ...pending, actions: {} }] });
      expect((await rowOf('B-NEW')).getByText('Not accepted yet')).toBeVisible();
      expect(screen.queryByRole('button', { name: /^Accept/ })).not.toBeInTheDocument();
    });
  });

  it('marks the batch of a scanned label', async () => {
    const { address } = setUp(`/inventory/batches/${held._id}`);
    const row = (await screen.findByRole('rowheader', { name: /B-HELD/ })).closest('tr');
    expect(row).toHaveAttribute('aria-current', 'true');
    expect(address()).toBe(`/inventory/${glucose._id}?batch=${held._id}`);
  });

  it('lists the ledger of this item and fetches again when someone moves stock', async () => {
    const { api, queryClient } = setUp(`/inventory/${glucose._id}?tab=ledger`);
    const socket = new FakeSocket();
    inventoryLive(socket as unknown as LiveSocket, queryClient);
    expect(await screen.findByText('+20')).toBeVisible();
    const before = api.requests(contract.inventory.movements);
    expect(before.every(({ query }) => query.get('itemId') === glucose._id)).toBe(true);
    socket.receive('inventory:updated', {
      ...glucose,
      laboratoryId: glucose.laboratoryId._id,
      by: null,
      at: glucose.updatedAt,
    });
    await waitFor(() => expect(api.requests(contract.inventory.movements).length).toBeGreaterThan(before.length));
  });
});
