import { contract, type CreatePurchaseOrderInput } from '@shifa/contract';
import {
  inventoryItem,
  inventoryListItem,
  laboratory,
  purchaseOrder,
  sessionUser,
  supplier,
} from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { answer, answerCreated, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { EditOrder, NewOrder } from './order-form';

const home = laboratory();
const user = sessionUser({ role: 'manager', laboratoryId: home });
const box = { gtin: null, name: 'Box', factor: 5 };
const strip = { gtin: null, name: 'Strip', factor: 3 };

/** A draft of 4 boxes of 5, whose item has other packs by now if `packs` says so. */
function draft(packs = [box, strip]) {
  const order = purchaseOrder({ status: 'draft', actions: { edit: { allowed: true } } });
  const entered = { name: 'Box', factor: 5, quantity: 4 };
  return { ...order, lines: order.lines.map((line) => ({ ...line, packs, entered })) };
}

function setUp(order = draft()) {
  const api = fakeApi();
  api.on(contract.purchaseOrders.get, () => answer(order));
  api.on(contract.purchaseOrders.update, () => answer({ ...order, version: 2 }));
  renderApp(<EditOrder id={order._id} onClose={() => undefined} />, { user });
  const sent = () => api.requests(contract.purchaseOrders.update).map(({ body }) => body as CreatePurchaseOrderInput);
  return { api, sent };
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

it('keeps the packs of an order, without asking for each item', async () => {
  const { api, sent } = setUp();
  expect(await screen.findByLabelText('Quantity')).toHaveValue('4');
  expect(screen.getByLabelText('Counted in')).toHaveValue('Box of 5');
  await save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.lines).toMatchObject([{ quantity: 20, entered: { name: 'Box', factor: 5, quantity: 4 } }]);
  expect(api.requests(contract.inventory.get)).toEqual([]);
});

it('keeps the meaning of packs that the item no longer has, until others are chosen', async () => {
  const { sent } = setUp(draft([strip]));
  await userEvent.clear(await screen.findByLabelText('Quantity'));
  await userEvent.type(screen.getByLabelText('Quantity'), '6');
  expect(screen.getByText('6 boxes of 5 = 30 bottles')).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Counted in'), 'Strip of 3');
  await save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.lines).toMatchObject([{ quantity: 18, entered: { name: 'Strip', factor: 3, quantity: 6 } }]);
});

it('asks for the quantity and the price again where the item is counted in another unit now', async () => {
  const { lines, ...order } = draft([]);
  const { sent } = setUp({ ...order, lines: lines.map((line) => ({ ...line, unitNow: 'test' as const })) });
  const text = /now counted in tests\. The order has 20 bottles at ₹125\.00 for 1 bottle\. Enter .* in tests\./;
  expect(await screen.findByText(text)).toBeVisible();
  const [quantity, price] = [screen.getByLabelText('Quantity'), screen.getByLabelText('Price per unit')];
  expect(quantity).toHaveValue('');
  expect(price).toHaveValue('');
  await save();
  expect(quantity).toHaveAccessibleDescription('Enter the quantity');
  await userEvent.type(quantity, '400');
  expect(screen.getByText('tests')).toBeVisible();
  await userEvent.type(price, '6.25');
  await save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.lines).toMatchObject([{ quantity: 400, unit: 'test', pricePaise: 625 }]);
});

it('says at the quantity that the packs were changed', async () => {
  const { api } = setUp();
  const message = "The item's packs were changed. Choose the pack again.";
  const errors = [{ field: 'lines.0.quantity', message }];
  api.on(contract.purchaseOrders.update, () => failure('VALIDATION_FAILED', { errors }));
  await screen.findByLabelText('Quantity');
  await save();
  await waitFor(() => expect(screen.getByLabelText('Quantity')).toHaveAccessibleDescription(message));
});

it.each([
  ['at the line of an item that was discontinued', 'lines.0.itemId', 'The item is discontinued'],
  ['above the form, of a field that it does not show', 'laboratoryId', 'The laboratory is suspended'],
])('says why it was refused %s', async (_, field, message) => {
  const { api } = setUp();
  api.on(contract.purchaseOrders.update, () => failure('VALIDATION_FAILED', { errors: [{ field, message }] }));
  await screen.findByLabelText('Quantity');
  await save();
  expect(await screen.findByText(message, { exact: false })).toBeVisible();
});

it('orders an item in its packs, and says what is missing', async () => {
  const api = fakeApi();
  const item = inventoryItem({ name: 'Dengue test', unit: 'kit', packages: [box], laboratoryId: home });
  const medline = supplier({ name: 'Medline Traders', status: 'approved' });
  api.on(contract.inventory.get, () => answer(item));
  api.on(contract.inventory.list, () =>
    answerPage([
      inventoryListItem({ ...{ _id: item._id, name: item.name, unit: 'kit', laboratoryId: home }, reorderQuantity: 0 }),
    ]),
  );
  api.on(contract.suppliers.list, () => answerPage([medline]));
  api.on(contract.purchaseOrders.create, () => answerCreated(purchaseOrder({ status: 'draft' })));
  renderApp(<NewOrder onClose={() => undefined} />, { user });
  await userEvent.click(screen.getByRole('combobox', { name: 'Item' }));
  await userEvent.click(await screen.findByRole('option', { name: /Dengue test/ }));
  const line = await screen.findByRole('region', { name: 'Dengue test' });
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(within(line).getByText('Enter the quantity')).toBeVisible();
  expect(screen.getByText('Choose the supplier')).toBeVisible();
  await userEvent.click(screen.getByRole('combobox', { name: 'Supplier' }));
  await userEvent.click(await screen.findByRole('option', { name: /Medline Traders/ }));
  await userEvent.selectOptions(await within(line).findByLabelText('Counted in'), 'Box of 5');
  await userEvent.type(within(line).getByLabelText('Quantity'), '2');
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(api.requests(contract.purchaseOrders.create)).toHaveLength(1));
  expect(api.requests(contract.purchaseOrders.create)[0]?.body).toMatchObject({
    supplierId: medline._id,
    lines: [{ itemId: item._id, quantity: 10, entered: { name: 'Box', factor: 5, quantity: 2 } }],
  });
});

it('expects a new line so many days from the current day of the laboratory, which can be ahead of UTC', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:00:00Z') });
  const api = fakeApi();
  const item = inventoryItem({ name: 'Dengue test', laboratoryId: home });
  const { _id, name } = item;
  api.on(contract.inventory.get, () => answer(item));
  api.on(contract.inventory.list, () =>
    answerPage([inventoryListItem({ _id, name, laboratoryId: home, leadTimeDays: 7 })]),
  );
  renderApp(<NewOrder onClose={() => undefined} />, { user });
  await userEvent.click(screen.getByRole('combobox', { name: 'Item' }));
  await userEvent.click(await screen.findByRole('option', { name: /Dengue test/ }));
  expect(await screen.findByLabelText('Expected')).toHaveValue('2026-11-28');
});

it.each([
  ['Quantity', '2.5', 'Enter a whole number'],
  ['Quantity', 'five', 'Enter a whole number'],
  ['Price per unit', '100000000.01', 'Must be at most ₹100,000,000.00'],
  ['Price per unit', '20000000000', 'Must be at most ₹100,000,000.00'],
])('says at the %s why %s is not saved', async (label, text, message) => {
  const { sent } = setUp();
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
  await save();
  expect(field).toHaveAccessibleDescription(message);
  await userEvent.clear(field);
  await userEvent.type(field, '6');
  await save();
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('offers the items of every laboratory again once a new order has none', async () => {
  const api = fakeApi();
  const item = inventoryItem({ name: 'Dengue test', laboratoryId: home });
  const { _id, name } = item;
  api.on(contract.inventory.get, () => answer(item));
  api.on(contract.inventory.list, () => answerPage([inventoryListItem({ _id, name, laboratoryId: home })]));
  renderApp(<NewOrder onClose={() => undefined} />, { user });
  const asked = () => api.requests(contract.inventory.list).map(({ query }) => query.toString());
  await userEvent.click(screen.getByRole('combobox', { name: 'Item' }));
  await userEvent.click(await screen.findByRole('option', { name: /Dengue test/ }));
  await userEvent.type(screen.getByRole('combobox', { name: 'Add another item' }), 'den');
  await waitFor(() => expect(asked().at(-1)).toMatch(new RegExp(`${home._id}.*search=den`)));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Dengue test' }));
  await userEvent.type(screen.getByRole('combobox', { name: 'Item' }), 'gue');
  await waitFor(() => expect(asked().at(-1)).toMatch(/search=(den)?gue/));
  expect(asked().at(-1)).not.toContain(home._id);
});
