import { contract } from '@shifa/contract';
import {
  inventoryItem,
  inventoryListItem,
  laboratory,
  purchaseOrder,
  sessionUser,
  supplier,
} from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { session } from '../../data/session';
import { answer, answerCreated, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { OrderPage } from './orders/order-page';
import { orderResource } from './orders/order.resource';
import { OrdersPage } from './orders/orders-page';
import { ReceivePage } from './receipts/receive-page';

const home = laboratory();
const user = sessionUser({ role: 'manager', laboratoryId: home });
const allowed = { allowed: true } as const;
const order = purchaseOrder({ version: 3, actions: { edit: allowed, receive: allowed, returnGoods: allowed } });

function open(at: string) {
  return renderApp(
    <Routes>
      <Route path="/purchase-orders" element={<OrdersPage tabs={null} />} />
      <Route path="/purchase-orders/:id" element={<OrderPage />} />
      <Route path="/purchase-orders/:id/receive" element={<ReceivePage Scanner={() => null} />} />
    </Routes>,
    { user, at },
  );
}

function setUp(stored = order) {
  const api = fakeApi();
  api.on(contract.purchaseOrders.list, () => answerPage([]));
  api.on(contract.purchaseOrders.get, () => answer(stored));
  return api;
}

const restored = () => screen.findByText(/^Your changes from/);

describe('a new order', () => {
  async function typeNew() {
    const item = inventoryListItem({ name: 'Glucose reagent', laboratoryId: home });
    const api = setUp();
    api.on(contract.inventory.list, () => answerPage([item]));
    api.on(contract.suppliers.list, () => answerPage([supplier({ name: 'Medline Traders', status: 'approved' })]));
    api.on(contract.inventory.get, () => answer(inventoryItem()));
    const view = open('/purchase-orders');
    await userEvent.click(await screen.findByRole('button', { name: 'New order' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Supplier' }));
    await userEvent.click(await screen.findByRole('option', { name: /Medline Traders/ }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Item' }));
    await userEvent.click(await screen.findByRole('option', { name: /Glucose reagent/ }));
    const quantity = await screen.findByLabelText('Quantity');
    await userEvent.clear(quantity);
    await userEvent.type(quantity, '7');
    return { api, view };
  }
  const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save draft' }));

  it('is there again after a reload, and saved once although the first answer was lost', async () => {
    const { api, view } = await typeNew();
    api.on(contract.purchaseOrders.create, () => failure('UNAVAILABLE'));
    await save();
    await screen.findByText('The service is busy. Try again in a moment.');
    view.unmount();

    open('/purchase-orders');
    expect(await restored()).toBeVisible();
    expect(screen.getByLabelText('Quantity')).toHaveValue('7');
    api.on(contract.purchaseOrders.create, () => answerCreated(order));
    await save();
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    const [first, second] = api.requests(contract.purchaseOrders.create);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });

  it('is changed after a lost answer: the person is told that it was sent before, and can send it again', async () => {
    const { api, view } = await typeNew();
    view.unmount();
    open('/purchase-orders');
    await restored();
    await userEvent.type(screen.getByLabelText('Quantity'), '0');
    api.on(contract.purchaseOrders.create, () => failure('IDEMPOTENCY_KEY_REUSED'));
    await save();
    expect(
      await screen.findByText(/^An earlier version of this was already sent\. Check whether it was saved/),
    ).toBeVisible();
    api.on(contract.purchaseOrders.create, () => answerCreated(order));
    await save();
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    const [first, second] = api.requests(contract.purchaseOrders.create);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'));
  });

  it('is not shown to another person', async () => {
    const { view } = await typeNew();
    view.unmount();
    act(() => session.end('expired'));
    act(() => session.start('token', sessionUser({ role: 'manager', laboratoryId: home })));
    expect(sessionStorage).toHaveLength(0);
  });

  it('is gone once it is discarded', async () => {
    const { view } = await typeNew();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(sessionStorage).toHaveLength(0);
    view.unmount();
  });
});

describe('an order that is edited', () => {
  async function typeNotes() {
    setUp();
    const view = open(`/purchase-orders/${order._id}`);
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await userEvent.type(await screen.findByLabelText(/^Notes/), 'Cold chain');
    view.unmount();
  }

  it('is open again with what was typed', async () => {
    await typeNotes();
    setUp();
    open(`/purchase-orders/${order._id}`);
    expect(await restored()).toBeVisible();
    expect(screen.getByLabelText(/^Notes/)).toHaveValue('Cold chain');
  });

  it('names the version that it was typed for, so that nothing of a newer one is overwritten', async () => {
    await typeNotes();
    const api = setUp({ ...order, version: 4, notes: 'Ring first' });
    api.on(contract.purchaseOrders.update, () => failure('VERSION_CONFLICT'));
    open(`/purchase-orders/${order._id}`);
    expect(await screen.findByText(/^Someone else changed this order/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.requests(contract.purchaseOrders.update)).toHaveLength(1));
    expect(api.requests(contract.purchaseOrders.update)[0]?.body).toMatchObject({ version: 3, notes: 'Cold chain' });

    await userEvent.click(screen.getByRole('button', { name: 'Show the order' }));
    expect(screen.getByLabelText(/^Notes/)).toHaveValue('Ring first');
    expect(screen.queryByText(/^Someone else changed/)).toBeNull();
  });

  it('keeps the time at which it was typed through another reload', async () => {
    await typeNotes();
    const typed = sessionStorage.getItem(sessionStorage.key(0) ?? '');
    setUp();
    const view = open(`/purchase-orders/${order._id}`);
    await restored();
    view.unmount();
    expect(typed).toContain('Cold chain');
    expect(sessionStorage.getItem(sessionStorage.key(0) ?? '')).toBe(typed);
  });

  it('is not saved over what someone else saves while it is open', async () => {
    const api = setUp();
    api.on(contract.purchaseOrders.update, () => failure('VERSION_CONFLICT'));
    const { queryClient } = open(`/purchase-orders/${order._id}`);
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await userEvent.type(await screen.findByLabelText(/^Notes/), 'Cold chain');
    act(() => {
      queryClient.setQueryData(orderResource.detail(order._id).queryKey, { ...order, version: 4, notes: 'Ring first' });
    });
    expect(await screen.findByText(/^Someone else changed this order/)).toBeVisible();
    expect(screen.getByLabelText(/^Notes/)).toHaveValue('Cold chain');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.requests(contract.purchaseOrders.update)).toHaveLength(1));
    expect(api.requests(contract.purchaseOrders.update)[0]?.body).toMatchObject({ version: 3 });
  });
});

describe('goods that are received', () => {
  const path = `/purchase-orders/${order._id}/receive`;

  async function typeBatch() {
    setUp();
    const view = open(path);
    await userEvent.type(await screen.findByLabelText('Batch number'), 'LOT-7');
    view.unmount();
  }

  it('are there again after a reload', async () => {
    await typeBatch();
    const api = setUp();
    api.on(contract.purchaseOrders.receive, () => answer({ ...order, status: 'received', actions: {} }));
    open(path);
    expect(await restored()).toBeVisible();
    expect(screen.getByLabelText('Batch number')).toHaveValue('LOT-7');
    await userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    expect(api.requests(contract.purchaseOrders.receive)[0]?.body).toMatchObject({ version: 3 });
  });

  it('are not counted twice where others have received some since', async () => {
    await typeBatch();
    const [line] = order.lines;
    if (!line) throw new Error('no line');
    const api = setUp({ ...order, version: 4, lines: [{ ...line, accepted: 12, outstanding: 8 }] });
    api.on(contract.purchaseOrders.receive, () => failure('VERSION_CONFLICT'));
    open(path);
    expect(await screen.findByText('Someone else changed this order in the meantime.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    await waitFor(() => expect(api.requests(contract.purchaseOrders.receive)).toHaveLength(1));
    expect(api.requests(contract.purchaseOrders.receive)[0]?.body).toMatchObject({ version: 3 });

    await userEvent.click(screen.getByRole('button', { name: 'Show what is outstanding' }));
    expect(screen.getByLabelText('Accepted')).toHaveValue('8');
    expect(screen.getByLabelText('Batch number')).toHaveValue('');
  });
});

it('goods that are returned are there again after a reload, and returned once although the first answer was lost', async () => {
  const batches = [{ batchNumber: 'LOT-7', expiryDate: '2099-12-31', quantity: 12, needsAcceptance: false }];
  const line = { lineId: order.lines[0]?._id ?? '', batches, short: 0, damaged: 0, refused: 0, reason: null };
  const by = { _id: 'a'.repeat(24), name: 'Asha Rao' };
  const told = { number: 'GRN-KOL-2026-27-000004', day: '2026-11-20', deliveryNote: null, by };
  const receipt = { _id: 'b'.repeat(24), ...told, at: '2026-11-20T05:30:00.000Z', lines: [line] };
  const api = setUp({ ...order, receipts: [receipt] });
  api.on(contract.purchaseOrders.returnGoods, () => failure('UNAVAILABLE'));
  const at = `/purchase-orders/${order._id}?tab=receipts`;
  const view = open(at);
  await userEvent.click(await screen.findByRole('button', { name: `Return goods of ${receipt.number}` }));
  const form = () => screen.findByRole('dialog', { name: 'Return goods' });
  await userEvent.type(within(await form()).getByLabelText('Quantity to return'), '3');
  await userEvent.type(within(await form()).getByLabelText('Reason'), 'Leaking');
  const send = async () => userEvent.click(within(await form()).getByRole('button', { name: 'Return goods' }));
  await send();
  await screen.findByText('The service is busy. Try again in a moment.');
  view.unmount();

  // The first request has arrived.
  api.on(contract.purchaseOrders.get, () => answer({ ...order, receipts: [receipt], version: 4 }));
  open(at);
  expect(await restored()).toBeVisible();
  expect(screen.getByLabelText('Quantity to return')).toHaveValue('3');
  await send();
  await waitFor(() => expect(api.requests(contract.purchaseOrders.returnGoods)).toHaveLength(2));
  const [first, second] = api.requests(contract.purchaseOrders.returnGoods);
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
});
