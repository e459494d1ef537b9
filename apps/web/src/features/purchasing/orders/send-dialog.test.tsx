import { contract, type PurchaseOrder } from '@shifa/contract';
import { laboratory, purchaseOrder, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { SendDialog } from './send-dialog';

const user = sessionUser({ role: 'lab_admin', laboratoryId: laboratory() });

function open(emailing: PurchaseOrder['emailing']) {
  const api = fakeApi();
  const order = purchaseOrder({ status: 'approved', emailing, version: 3, actions: { send: { allowed: true } } });
  api.on(contract.purchaseOrders.get, () => answer(order));
  api.on(contract.purchaseOrders.send, () => answer({ ...order, status: 'sent' }));
  renderApp(<SendDialog item={order} onDone={vi.fn()} onClose={vi.fn()} />, { user, at: '/purchase-orders' });
  return { order, bodies: () => api.requests(contract.purchaseOrders.send).map(({ body }) => body) };
}

it('emails an order to the address of the supplier, which can be changed', async () => {
  const { order, bodies } = open({ suggested: 'orders@medline.example' });
  const address = await screen.findByRole('textbox', { name: 'Email address' });
  expect(address).toHaveValue('orders@medline.example');
  expect(screen.getByText(new RegExp(`Replies go to ${user.email}`))).toBeVisible();
  await userEvent.clear(address);
  await userEvent.type(address, 'nobody');
  await userEvent.click(screen.getByRole('button', { name: 'Email order' }));
  expect(await screen.findByText('Invalid email address')).toBeVisible();
  expect(address).toBeInvalid();
  await userEvent.type(address, '@medline.example');
  await userEvent.click(screen.getByRole('button', { name: 'Email order' }));
  expect(await screen.findByText(`${order.number} is being emailed to nobody@medline.example`)).toBeVisible();
  expect(bodies()).toEqual([{ way: 'emailed', email: 'nobody@medline.example', version: 3 }]);
});

it('records how people sent an order themselves', async () => {
  const { bodies } = open({ suggested: null });
  expect(await screen.findByText('Medline Traders has no contact with an email address.')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Email it to the supplier' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'How' }), 'Handed over on paper');
  await userEvent.click(screen.getByRole('button', { name: 'Record' }));
  await waitFor(() => expect(bodies()).toEqual([{ way: 'printed', version: 3 }]));
});

it('records nothing as sent while it does not know the order', async () => {
  const api = fakeApi();
  const order = purchaseOrder({ status: 'approved', version: 3, actions: { send: { allowed: true } } });
  api.on(contract.purchaseOrders.get, () => failure('UNAVAILABLE'));
  renderApp(<SendDialog item={order} onDone={vi.fn()} onClose={vi.fn()} />, { user, at: '/purchase-orders' });
  expect(await screen.findByText("Couldn't load the order")).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'How' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(api.requests(contract.purchaseOrders.send)).toEqual([]);
});

it('offers no email where none is set up', async () => {
  const { bodies } = open(null);
  expect(await screen.findByRole('combobox', { name: 'How' })).toBeVisible();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Record' })).toBeEnabled());
  await userEvent.click(screen.getByRole('button', { name: 'Record' }));
  await waitFor(() => expect(bodies()).toEqual([{ way: 'emailed', version: 3 }]));
});
