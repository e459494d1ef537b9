import { contract, type Credit, type EnterCreditBody } from '@shifa/contract';
import {
  bill,
  laboratory,
  nextId,
  orderBills,
  periodClose,
  purchaseOrder,
  sessionUser,
  transaction,
} from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, answerCreated, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { EditTransaction } from '../form/edit-transaction';
import { EntryMarks } from '../entry-display';
// Fetched beforehand, as a cold import can take longer than a test looks for it.
import './credit-form';
import { OrderBillList } from './order-bills';

const user = sessionUser({ role: 'lab_admin', laboratoryId: laboratory() });
const order = purchaseOrder({ status: 'received' });
const [first, second] = [1, 2].map((place) => ({ _id: nextId(), number: `RTN-KOL-2026-27-00000${place}` }));
if (!first || !second) throw new Error('No returns');
const billed = bill({ readyToPay: true });
const known = orderBills({
  bills: [billed],
  creditable: [
    { return: first, bill: billed, mostPaise: 28_320 },
    { return: second, bill: billed, mostPaise: 14_160 },
  ],
});
const credit: Credit = {
  _id: nextId(),
  number: 'CN/7',
  date: '2026-11-20',
  return: second,
  amountPaise: 14_160,
  entry: { _id: nextId(), transactionNo: 'KOL-2026-27-000044', status: 'pending' },
  createdBy: { _id: nextId(), name: 'Meera Nair' },
  createdAt: '2026-11-20T06:30:00.000Z',
};

async function open() {
  const api = fakeApi();
  api.on(contract.bills.ofOrder, () => answer(known));
  renderApp(<OrderBillList order={order} />, { user });
  await userEvent.click(await screen.findByRole('button', { name: 'Enter credit note' }));
  const number = await screen.findByLabelText('Credit note number');
  const form = screen.getByRole('dialog', { name: 'Credit note of Medline Traders' });
  const send = () => userEvent.click(within(form).getByRole('button', { name: 'Enter credit note' }));
  const sent = () => api.requests(contract.bills.enterCredit).map(({ body }) => body as EnterCreditBody);
  return { api, form, number, amount: within(form).getByLabelText('Amount'), send, sent };
}

describe('the credit notes of an order', () => {
  it('are entered for a return, with what it cost on the bill', async () => {
    const { api, form, number, amount, send, sent } = await open();
    expect(amount).toHaveValue('283.20');
    await userEvent.selectOptions(within(form).getByLabelText('Return'), second.number);
    expect(amount).toHaveValue('141.60');
    await send();
    expect(within(form).getByText('Credit note number is required')).toBeVisible();
    expect(within(form).getByText('Date is required')).toBeVisible();
    expect(sent()).toEqual([]);
    await userEvent.type(number, 'CN/7');
    await userEvent.type(within(form).getByLabelText('Date of the credit note'), '2026-11-20');
    api.on(contract.bills.enterCredit, () => answerCreated(credit));
    await send();
    expect(await screen.findByText('The credit note was entered as KOL-2026-27-000044')).toBeVisible();
    expect(sent()).toEqual([
      { returnId: second._id, billId: billed._id, number: 'CN/7', date: '2026-11-20', amountPaise: 14_160 },
    ]);
  });

  it('are at most what can be credited, as the form and the server say at the amount', async () => {
    const { api, form, number, amount, send, sent } = await open();
    await userEvent.type(number, 'CN/7');
    await userEvent.type(within(form).getByLabelText('Date of the credit note'), '2026-11-20');
    await userEvent.clear(amount);
    await userEvent.type(amount, '283.21');
    await send();
    expect(amount).toHaveAccessibleDescription(/At most ₹283\.20 can be credited/);
    expect(sent()).toEqual([]);
    await userEvent.clear(amount);
    await userEvent.type(amount, '200');
    const message = 'At most ₹100.00 can be credited';
    api.on(contract.bills.enterCredit, () =>
      failure('CREDIT_TOO_HIGH', { message, errors: [{ field: 'amountPaise', message }] }),
    );
    await send();
    expect(await within(form).findByText(message)).toBeVisible();
    expect(sent()).toMatchObject([{ amountPaise: 20_000 }]);
  });

  it('are listed with their bill and lead to their entry', async () => {
    const api = fakeApi();
    api.on(contract.bills.ofOrder, () => answer(orderBills({ bills: [{ ...billed, credits: [credit] }] })));
    renderApp(<OrderBillList order={order} />, { user });
    const listed = await screen.findByRole('region', { name: 'Credit note CN/7' });
    expect(within(listed).getByText('−₹141.60')).toBeVisible();
    expect(within(listed).getByText(second.number)).toBeVisible();
    expect(within(listed).getByRole('link', { name: 'KOL-2026-27-000044' })).toHaveAttribute(
      'href',
      `/finances/transactions?entry=${credit.entry._id}`,
    );
    expect(screen.queryByRole('button', { name: 'Enter credit note' })).toBeNull();
  });
});

describe('the entry of a credit note', () => {
  const numbered = (number: string) => ({ _id: nextId(), number });
  const entry = transaction({
    type: 'expense',
    category: 'reagents_consumables',
    reference: 'CN/7',
    reversalOf: { _id: nextId(), transactionNo: 'KOL-2026-27-000003' },
    credit: {
      number: 'CN/7',
      date: '2026-11-20',
      return: numbered('RTN-KOL-2026-27-000001'),
      bill: numbered('INV/7'),
      order: numbered('PO-KOL-2026-27-000012'),
    },
  });

  it('is told apart from a reversal', () => {
    fakeApi();
    renderApp(<EntryMarks entry={entry} />, { user });
    const text = 'Credit note CN/7 for RTN-KOL-2026-27-000001 of bill INV/7';
    expect(screen.getByRole('img', { name: text })).toBeVisible();
  });

  it('is edited in its description only', async () => {
    const api = fakeApi();
    api.on(contract.laboratories.get, () => answer(laboratory({ _id: entry.laboratoryId._id })));
    api.on(contract.transactions.duplicates, () => answer([]));
    api.on(contract.transactions.get, () => answer(entry));
    api.on(contract.transactions.periodClose, () => answer(periodClose()));
    renderApp(<EditTransaction id={entry._id} onClose={() => undefined} />, { user });
    expect(await screen.findByText(/This is credit note CN\/7/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: /^Reference/ })).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Description' })).toBeVisible();
  });
});
