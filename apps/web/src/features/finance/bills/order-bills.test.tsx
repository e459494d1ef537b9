import { contract, type EnterBillBody, type OrderBills } from '@shifa/contract';
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
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, answerCreated, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { EditTransaction } from '../form/edit-transaction';
import { EntryBillDetails } from './entry-bill';
import { OrderBillList } from './order-bills';

const user = sessionUser({ role: 'lab_admin', laboratoryId: laboratory() });
const order = purchaseOrder({ status: 'partly_received' });

async function open(known: OrderBills = orderBills()) {
  const api = fakeApi();
  api.on(contract.bills.ofOrder, () => answer(known));
  renderApp(<OrderBillList order={order} />, { user });
  await userEvent.click(await screen.findByRole('button', { name: 'Enter bill' }));
  const form = await screen.findByRole('dialog', { name: 'Bill of Medline Traders' });
  await within(form).findByLabelText('Bill number');
  const entered = () => api.requests(contract.bills.enter).map(({ body }) => body as EnterBillBody);
  return { api, form, entered, line: within(form).getByRole('region', { name: 'Glucose reagent' }) };
}

const fill = async (form: HTMLElement, line: HTMLElement) => {
  await userEvent.type(within(form).getByLabelText('Bill number'), 'INV/7');
  await userEvent.type(within(form).getByLabelText('Date of the bill'), '2026-11-20');
  await userEvent.selectOptions(within(line).getByLabelText('GST'), '18%');
};
const send = (form: HTMLElement) => userEvent.click(within(form).getByRole('button', { name: 'Enter bill' }));

describe('the bills of an order', () => {
  it('say what differs and lead to their entry', async () => {
    const api = fakeApi();
    const message = 'Glucose reagent: 20 bottles billed, 12 bottles received';
    const differences = [{ lineId: nextId(), kind: 'quantity' as const, message }];
    const [good, bad] = [bill(), bill({ differences, readyToPay: false, gstKind: 'cgst_sgst' })];
    api.on(contract.bills.ofOrder, () => answer(orderBills({ bills: [bad, good], actions: {} })));
    renderApp(<OrderBillList order={order} />, { user });
    const ready = await screen.findByRole('region', { name: `Bill ${good.number}` });
    expect(within(ready).getByText('Ready to pay')).toBeVisible();
    expect(within(ready).getByText('IGST 18%')).toBeVisible();
    expect(within(ready).getByRole('link', { name: good.entry.transactionNo })).toHaveAttribute(
      'href',
      `/finances/transactions?entry=${good._id}`,
    );
    const differing = screen.getByRole('region', { name: `Bill ${bad.number}` });
    expect(within(differing).getByText(message)).toBeVisible();
    expect(within(differing).getByText('SGST 9%')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Enter bill' })).toBeNull();
  });

  it('are entered with what was received and not billed, and the paper is attached to the entry', async () => {
    const { api, form, line, entered } = await open();
    expect(within(line).getByLabelText('Quantity')).toHaveValue('12');
    expect(within(line).getByLabelText('Price per unit')).toHaveValue('125.00');
    await fill(form, line);
    await userEvent.type(within(form).getByLabelText(/^Freight/), '500');
    const total = within(form).getByLabelText('Total of the bill');
    expect(within(total).getByText('GST 18%')).toBeVisible();
    expect(within(total).getByText('₹2,270.00')).toBeVisible();
    const paper = new File(['%PDF-1.4'], 'bill.pdf', { type: 'application/pdf' });
    await userEvent.upload(within(form).getByLabelText('Choose receipts', { selector: 'input' }), paper);
    const made = bill();
    api.on(contract.bills.enter, () => answerCreated(made));
    api.on(contract.transactions.attachReceipt, () => answerCreated(transaction({ _id: made._id })));
    await send(form);
    await waitFor(() => expect(api.requests(contract.transactions.attachReceipt)).toHaveLength(1));
    expect(api.requests(contract.transactions.attachReceipt)[0]?.params).toEqual({ id: made._id });
    expect(entered()).toMatchObject([
      {
        number: 'INV/7',
        date: '2026-11-20',
        freightPaise: 50_000,
        category: 'reagents_consumables',
        lines: [{ quantity: 12, pricePaise: 12_500, gstRate: 18 }],
      },
    ]);
  });

  it('show the differences while they are typed, and what is missing before they are sent', async () => {
    const { form, line, entered } = await open();
    await send(form);
    expect(within(form).getByText('Bill number is required')).toBeVisible();
    expect(within(form).getByText('Choose the rate')).toBeVisible();
    expect(within(form).queryByText(/no one can approve it yet/)).toBeNull();
    await userEvent.clear(within(line).getByLabelText('Quantity'));
    expect(within(form).getByText('Enter the quantity of at least one line')).toBeVisible();
    await userEvent.type(within(line).getByLabelText('Quantity'), '20');
    expect(within(form).getByText('Glucose reagent: 20 bottles billed, 12 bottles received')).toBeVisible();
    expect(entered()).toEqual([]);
  });

  it('go on when a price is typed that is more than any entry can hold', async () => {
    const { form, line, entered } = await open();
    await fill(form, line);
    const price = within(line).getByLabelText('Price per unit');
    await userEvent.clear(price);
    await userEvent.type(price, '99999999999999');
    await send(form);
    expect(within(form).getByText('Enter the price')).toBeVisible();
    expect(price).toHaveValue('99999999999999');
    expect(entered()).toEqual([]);
  });

  it('are not entered twice: the number says under which entry it is', async () => {
    const { api, form, line } = await open();
    await fill(form, line);
    const message = 'Bill INV/7 of Medline Traders is already entered as KOL-2026-27-000003 for PO-1.';
    api.on(contract.bills.enter, () =>
      failure('BILL_NUMBER_TAKEN', { message, errors: [{ field: 'number', message }] }),
    );
    await send(form);
    expect(await within(form).findByText(message)).toBeVisible();
    expect(within(form).getByLabelText('Bill number')).toHaveValue('INV/7');
  });
});

describe('the entry of a bill', () => {
  it('is edited without what the bill says', async () => {
    const { number } = bill();
    const entry = transaction({ type: 'expense', category: 'reagents_consumables', bill: bill({ number }) });
    const api = fakeApi();
    api.on(contract.laboratories.get, () => answer(laboratory({ _id: entry.laboratoryId._id })));
    api.on(contract.transactions.duplicates, () => answer([]));
    api.on(contract.transactions.get, () => answer(entry));
    api.on(contract.transactions.periodClose, () => answer(periodClose()));
    renderApp(<EditTransaction id={entry._id} onClose={() => undefined} />, { user });
    expect(await screen.findByText(new RegExp(`are those of bill ${number}`))).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Payment method' })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Amount' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: /^Party/ })).toBeNull();
  });

  it('leads to the order', () => {
    const { number, order: of, ...rest } = bill({ readyToPay: true });
    renderApp(<EntryBillDetails bill={{ number, order: of, ...rest }} />, { user });
    expect(screen.getByText('Ready to pay')).toBeVisible();
    expect(screen.getByRole('link', { name: of.number })).toHaveAttribute(
      'href',
      `/purchase-orders/${of._id}?tab=bills`,
    );
  });
});
