import { contract } from '@shifa/contract';
import { batch, inventoryItem, laboratory, sessionUser, stockTransfer } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, answerCreated, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { SendDrawer } from './send-drawer';
import { TransfersPage } from './transfers-page';

const admin = sessionUser({ role: 'lab_admin', laboratoryId: laboratory({ name: 'Dubai Marina' }) });
const head = sessionUser({ role: 'super_admin', laboratoryId: null });
const transfer = stockTransfer();
const dubai = { _id: 'd'.repeat(24), name: 'Dubai Marina', code: 'DXB' };

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('sending stock', () => {
  it('begins on the page of transfers with the choice of an item', async () => {
    const api = fakeApi();
    const item = inventoryItem({ name: 'Nitrile gloves', usableQuantity: 20, batches: [batch({ quantity: 20 })] });
    api.on(contract.inventory.get, () => answer(item));
    api.on(contract.stockTransfers.list, () => answerPage([]));
    api.on(contract.stockTransfers.destinations, () => answer([dubai]));
    api.on(contract.inventory.list, () => answerPage([item]));
    renderApp(<TransfersPage />, { user: admin, at: '/inventory/transfers' });
    await userEvent.click((await screen.findAllByRole('button', { name: 'New transfer' }))[0] as HTMLElement);
    await userEvent.click(await screen.findByRole('combobox', { name: 'Item' }));
    await userEvent.click(await screen.findByRole('option', { name: /Nitrile gloves/ }));
    expect(await screen.findByRole('textbox', { name: 'Quantity' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Nitrile gloves' })).toBeVisible();
  });

  it('takes the first expiry first, and lets single batches be chosen', async () => {
    const api = fakeApi();
    const soon = batch({ batchNumber: 'SOON', quantity: 5 });
    const late = batch({ batchNumber: 'LATE', quantity: 7 });
    const blocked = batch({ batchNumber: 'HELD', status: 'quarantined', unusableReason: 'It is quarantined' });
    const item = inventoryItem({ usableQuantity: 12, quantity: 32, batches: [soon, late, blocked] });
    api.on(contract.stockTransfers.destinations, () => answer([dubai, item.laboratoryId]));
    api.on(contract.inventory.get, () => answer(item));
    api.on(contract.stockTransfers.send, () => ({
      status: 201 as const,
      body: { success: true as const, data: transfer },
    }));
    renderApp(<SendDrawer itemId={item._id} onClose={() => undefined} />, { user: head });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Quantity' }), '8');
    expect(screen.getByRole('textbox', { name: 'Batch SOON' })).toHaveValue('5');
    expect(screen.getByRole('textbox', { name: 'Batch LATE' })).toHaveValue('3');
    expect(screen.queryByRole('textbox', { name: 'Batch HELD' })).toBeNull();
    await userEvent.clear(screen.getByRole('textbox', { name: 'Batch SOON' }));
    expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('3');
    await press('Send');
    expect(await screen.findByText('Choose the laboratory that receives it')).toBeVisible();
    await userEvent.click(screen.getByRole('combobox', { name: 'To' }));
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await userEvent.click(screen.getByRole('option', { name: 'Dubai Marina (DXB)' }));
    await press('Send');
    await waitFor(() => expect(api.requests(contract.stockTransfers.send)).toHaveLength(1));
    expect(api.requests(contract.stockTransfers.send)[0]?.body).toMatchObject({
      toLaboratoryId: dubai._id,
      lines: [{ itemId: item._id, batchId: late._id, quantity: 3 }],
    });
  });

  it('sends packs as they were entered: once from several batches, or of each chosen one', async () => {
    const api = fakeApi();
    const soon = batch({ batchNumber: 'SOON', quantity: 30 });
    const late = batch({ batchNumber: 'LATE', quantity: 70 });
    const packages = [{ gtin: null, name: 'Box', factor: 10 }];
    const item = inventoryItem({ unit: 'test', usableQuantity: 100, quantity: 100, batches: [soon, late], packages });
    api.on(contract.stockTransfers.destinations, () => answer([dubai]));
    api.on(contract.inventory.get, () => answer(item));
    api.on(contract.stockTransfers.send, () => failure('LABORATORY_SUSPENDED'));
    renderApp(<SendDrawer itemId={item._id} onClose={() => undefined} />, { user: head });
    const sentLines = () =>
      api.requests(contract.stockTransfers.send).map(({ body }) => (body as { lines: unknown }).lines);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Quantity' }), '5');
    const [ofTotal, ofSoon] = screen.getAllByLabelText('Counted in');
    await userEvent.selectOptions(ofTotal as HTMLElement, 'Box of 10');
    expect(screen.getByText('5 boxes of 10 = 50 tests')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Batch SOON' })).toHaveValue('30');
    await userEvent.click(screen.getByRole('combobox', { name: 'To' }));
    await userEvent.click(screen.getByRole('option', { name: 'Dubai Marina (DXB)' }));
    await press('Send');
    const entered = (quantity: number) => ({ name: 'Box', factor: 10, quantity });
    await waitFor(() => expect(sentLines()).toEqual([[{ itemId: item._id, quantity: 50, entered: entered(5) }]]));
    await userEvent.selectOptions(ofSoon as HTMLElement, 'Box of 10');
    expect(screen.getByRole('textbox', { name: 'Batch SOON' })).toHaveValue('3');
    expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('50');
    await press('Send');
    await waitFor(() => expect(sentLines()).toHaveLength(2));
    expect(sentLines()[1]).toEqual([
      { itemId: item._id, batchId: soon._id, quantity: 30, entered: entered(3) },
      { itemId: item._id, batchId: late._id, quantity: 20 },
    ]);
  });

  it('sends several items of the laboratory at once', async () => {
    const api = fakeApi();
    const lot = () => batch({ quantity: 20 });
    const [first, second] = [
      inventoryItem({ name: 'Glucose reagent', usableQuantity: 20, batches: [lot()] }),
      inventoryItem({ name: 'Nitrile gloves', unit: 'box', usableQuantity: 20, batches: [lot()] }),
    ];
    api.on(contract.stockTransfers.destinations, () => answer([dubai]));
    api.on(contract.inventory.get, ({ params }) => answer(params['id'] === second._id ? second : first));
    api.on(contract.inventory.list, () => answerPage([first, second]));
    api.on(contract.stockTransfers.send, () => ({
      status: 201 as const,
      body: { success: true as const, data: transfer },
    }));
    renderApp(<SendDrawer itemId={first._id} onClose={() => undefined} />, { user: head });
    const quantityOf = async (name: string) =>
      within(await screen.findByRole('region', { name })).getByRole('textbox', { name: 'Quantity' });
    await userEvent.type(await quantityOf('Glucose reagent'), '4');
    await userEvent.click(await screen.findByRole('combobox', { name: /^Add another item/ }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Nitrile gloves'),
    ]);
    expect(api.requests(contract.inventory.list)[0]?.query.toString()).toContain(first.laboratoryId._id);
    await userEvent.click(screen.getByRole('option'));
    await userEvent.click(screen.getByRole('combobox', { name: 'To' }));
    await userEvent.click(screen.getByRole('option', { name: 'Dubai Marina (DXB)' }));
    await quantityOf('Nitrile gloves');
    await press('Send');
    expect(await screen.findByText('Enter the quantity to send')).toBeVisible();
    await userEvent.type(await quantityOf('Nitrile gloves'), '2');
    await press('Send');
    await waitFor(() => expect(api.requests(contract.stockTransfers.send)).toHaveLength(1));
    expect(api.requests(contract.stockTransfers.send)[0]?.body).toMatchObject({
      lines: [
        { itemId: first._id, quantity: 4 },
        { itemId: second._id, quantity: 2 },
      ],
    });
  });

  it('is there again after a reload, and sent once although the first answer was lost', async () => {
    const api = fakeApi();
    const item = inventoryItem({ usableQuantity: 12, batches: [batch({ batchNumber: 'SOON', quantity: 12 })] });
    api.on(contract.stockTransfers.destinations, () => answer([dubai]));
    api.on(contract.inventory.get, () => answer(item));
    api.on(contract.stockTransfers.send, () => failure('UNAVAILABLE'));
    const open = () => renderApp(<SendDrawer itemId={item._id} onClose={() => undefined} />, { user: head });
    const view = open();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Quantity' }), '8');
    await userEvent.click(screen.getByRole('combobox', { name: 'To' }));
    await userEvent.click(screen.getByRole('option', { name: 'Dubai Marina (DXB)' }));
    await press('Send');
    await screen.findByText('The service is busy. Try again in a moment.');
    view.unmount();

    open();
    expect(await screen.findByText(/^Your changes from/)).toBeVisible();
    expect(await screen.findByRole('textbox', { name: 'Quantity' })).toHaveValue('8');
    api.on(contract.stockTransfers.send, () => answerCreated(transfer));
    await press('Send');
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    const [first, second] = api.requests(contract.stockTransfers.send);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });

  it('is sent again as it was after a lost answer, although the stock has gone by then', async () => {
    const api = fakeApi();
    const [soon, late] = [batch({ batchNumber: 'SOON', quantity: 8 }), batch({ batchNumber: 'LATE', quantity: 1 })];
    const item = inventoryItem({ usableQuantity: 9, quantity: 9, batches: [soon, late] });
    api.on(contract.stockTransfers.destinations, () => answer([dubai]));
    api.on(contract.inventory.get, () => answer(item));
    api.on(contract.stockTransfers.send, () => {
      const left = { ...item, usableQuantity: 1, quantity: 1, batches: [{ ...soon, quantity: 0 }, late], version: 9 };
      api.on(contract.inventory.get, () => answer(left));
      throw new TypeError('Failed to fetch');
    });
    renderApp(<SendDrawer itemId={item._id} onClose={() => undefined} />, { user: head });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Quantity' }), '8');
    await userEvent.click(screen.getByRole('combobox', { name: 'To' }));
    await userEvent.click(screen.getByRole('option', { name: 'Dubai Marina (DXB)' }));
    await press('Send');
    expect(await screen.findByText(/it's saved only once/)).toBeVisible();
    expect(await screen.findByText(/1 bottle usable/)).toBeVisible();
    expect(screen.queryByText(/^Only/)).toBeNull();

    api.on(contract.stockTransfers.send, () => answerCreated(transfer));
    await press('Send');
    await waitFor(() => expect(api.requests(contract.stockTransfers.send)).toHaveLength(2));
    const [first, second] = api.requests(contract.stockTransfers.send);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });
});
