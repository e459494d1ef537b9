import { contract } from '@shifa/contract';
import { laboratory, orderBills, purchaseOrder, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { OrderBillList } from './order-bills';

const user = sessionUser({ role: 'lab_admin', laboratoryId: laboratory() });
const order = purchaseOrder({ status: 'partly_received' });
const bill = { _id: 'a'.repeat(24), number: 'INV/7' };
const returned = { _id: 'b'.repeat(24), number: 'RTN-KOL-2026-27-000001' };
const known = orderBills({ creditable: [{ bill, return: returned, mostPaise: 50_000 }] });

const open = () => renderApp(<OrderBillList order={order} />, { user });

it.each([
  ['bill', 'Enter bill', 'Bill number'],
  ['credit note', 'Enter credit note', 'Credit note number'],
])('a %s is there again after a reload, and gone once it is discarded', async (_, button, label) => {
  const api = fakeApi();
  api.on(contract.bills.ofOrder, () => answer(known));
  const view = open();
  await userEvent.click(await screen.findByRole('button', { name: button }));
  await userEvent.type(await screen.findByLabelText(label), 'INV/8');
  view.unmount();

  open();
  expect(await screen.findByText(/^Your changes from/)).toBeVisible();
  expect(screen.getByLabelText(label)).toHaveValue('INV/8');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByLabelText(label)).toHaveValue('');
  expect(sessionStorage).toHaveLength(0);
});

it('a bill whose answer was lost is sent again with the same key after a reload', async () => {
  const api = fakeApi();
  api.on(contract.bills.ofOrder, () => answer(known));
  api.on(contract.bills.enter, () => failure('UNAVAILABLE'));
  const view = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Enter bill' }));
  await userEvent.type(await screen.findByLabelText('Bill number'), 'INV/8');
  await userEvent.type(screen.getByLabelText('Date of the bill'), known.today);
  await userEvent.selectOptions(screen.getByLabelText('GST'), '18%');
  const send = () => userEvent.click(screen.getAllByRole('button', { name: 'Enter bill' }).at(-1) as HTMLElement);
  await send();
  await screen.findByText('The service is busy. Try again in a moment.');
  view.unmount();

  open();
  await screen.findByText(/^Your changes from/);
  await send();
  await waitFor(() => expect(api.requests(contract.bills.enter)).toHaveLength(2));
  const [first, second] = api.requests(contract.bills.enter);
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
});

it('a credit note that was left open is not shown again once nothing can be credited', async () => {
  const api = fakeApi();
  api.on(contract.bills.ofOrder, () => answer(known));
  const view = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Enter credit note' }));
  await userEvent.type(await screen.findByLabelText('Credit note number'), 'CN/8');
  view.unmount();

  api.on(contract.bills.ofOrder, () => answer(orderBills({ creditable: [] })));
  open();
  expect(await screen.findByRole('button', { name: 'Enter bill' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a credit note whose return was credited meanwhile asks for another one', async () => {
  const api = fakeApi();
  api.on(contract.bills.ofOrder, () => answer(known));
  const view = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Enter credit note' }));
  await userEvent.type(await screen.findByLabelText('Credit note number'), 'CN/8');
  await userEvent.type(screen.getByLabelText('Date of the credit note'), known.today);
  view.unmount();

  const other = { _id: 'c'.repeat(24), number: 'RTN-KOL-2026-27-000002' };
  api.on(contract.bills.ofOrder, () => answer(orderBills({ creditable: [{ bill, return: other, mostPaise: 9_900 }] })));
  open();
  await screen.findByText(/^Your changes from/);
  await userEvent.click(screen.getAllByRole('button', { name: 'Enter credit note' }).at(-1) as HTMLElement);
  expect(await screen.findByText('Choose the return')).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Return'), other.number);
  expect(screen.queryByText('Choose the return')).toBeNull();
  expect(screen.getByLabelText('Amount')).toHaveValue('99.00');
});
