import { contract, type GoodsReturn } from '@shifa/contract';
import { laboratory, purchaseOrder, sessionUser } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { OrderReceipts } from './order-receipts';
// Fetched beforehand, as a cold import can take longer than a test looks for it.
import './return-drawer';

const user = sessionUser({ role: 'manager', laboratoryId: laboratory() });
const by = { _id: 'a'.repeat(24), name: 'Asha Rao' };
const at = '2026-11-20T05:30:00.000Z';
const sent = purchaseOrder({ status: 'received', actions: { returnGoods: { allowed: true } } });
const lineId = sent.lines[0]?._id ?? '';
const batch = { batchNumber: 'LOT-7', expiryDate: '2099-12-31', quantity: 20 };
const received = { lineId, batches: [batch], short: 0, damaged: 0, refused: 0, reason: null };
const receipt = {
  _id: 'b'.repeat(24),
  number: 'GRN-KOL-2026-27-000004',
  day: '2026-11-20',
  deliveryNote: null,
  by,
  at,
  lines: [received],
};
const box = { gtin: null, name: 'Box', factor: 5 };
const order = { ...sent, lines: sent.lines.map((line) => ({ ...line, packs: [box] })), receipts: [receipt] };

function returnOf(quantity: number): GoodsReturn {
  const { _id, number } = receipt;
  return {
    _id: 'c'.repeat(24),
    number: 'RTN-KOL-2026-27-000001',
    receipt: { _id, number },
    day: '2026-11-21',
    by,
    at,
    reason: 'Cold chain interrupted',
    lines: [{ lineId, ...batch, quantity, entered: null }],
  };
}

async function open(receipts = <OrderReceipts order={order} />) {
  renderApp(receipts, { user });
  await userEvent.click(screen.getByRole('button', { name: `Return goods of ${receipt.number}` }));
  const reason = await screen.findByLabelText('Reason');
  const drawer = screen.getByRole('dialog', { name: 'Return goods' });
  const confirm = () => userEvent.click(within(drawer).getByRole('button', { name: 'Return goods' }));
  return { drawer, reason, quantity: within(drawer).getByLabelText('Quantity to return'), confirm };
}

describe('the receipts of an order', () => {
  it('return goods by batch, in packs, with a reason', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.returnGoods, () => answer({ ...order, returns: [returnOf(10)] }));
    const { drawer, reason, quantity, confirm } = await open();
    expect(drawer).toHaveTextContent('Order replacements separately.');
    expect(drawer).toHaveTextContent('at most 20 bottles');
    await confirm();
    expect(drawer).toHaveTextContent('Enter the quantity to return');
    expect(drawer).toHaveTextContent('Reason must be at least 5 characters');
    await userEvent.type(quantity, '2');
    await userEvent.selectOptions(within(drawer).getByLabelText('Counted in'), 'Box of 5');
    await userEvent.type(reason, 'Cold chain interrupted');
    await confirm();
    expect(await screen.findByText('RTN-KOL-2026-27-000001 was recorded')).toBeVisible();
    const { expiryDate, batchNumber } = batch;
    const line = { lineId, batchNumber, expiryDate, quantity: 10, entered: { name: 'Box', factor: 5, quantity: 2 } };
    expect(api.requests(contract.purchaseOrders.returnGoods).map(({ body }) => body)).toEqual([
      { receiptId: receipt._id, lines: [line], reason: 'Cold chain interrupted', version: order.version },
    ]);
  });

  it.each([2, 20])(
    'are returned once, although the answer was lost and the order has changed by it (%i of 20)',
    async (count) => {
      const api = fakeApi();
      api.on(contract.purchaseOrders.returnGoods, () => {
        throw new TypeError('Failed to fetch');
      });
      let fetched = (_: typeof order) => {};
      function Fetched() {
        const [current, setCurrent] = useState(order);
        useEffect(() => void (fetched = setCurrent), []);
        return <OrderReceipts order={current} />;
      }
      const { drawer, reason, quantity, confirm } = await open(<Fetched />);
      await userEvent.type(quantity, String(count));
      await userEvent.type(reason, 'Leaking');
      await confirm();
      await waitFor(() => expect(within(drawer).getByRole('alert')).toBeVisible());
      act(() => fetched({ ...order, version: order.version + 1, returns: [returnOf(count)] }));
      await confirm();
      await waitFor(() => expect(api.requests(contract.purchaseOrders.returnGoods)).toHaveLength(2));
      const [first, second] = api
        .requests(contract.purchaseOrders.returnGoods)
        .map(({ headers, body }) => ({ body, key: headers.get('idempotency-key') }));
      expect(second).toEqual(first);
    },
  );

  it('say at the quantity what can be returned, before and after it is sent', async () => {
    const api = fakeApi();
    const message = 'Only 3 bottles are in stock';
    api.on(contract.purchaseOrders.returnGoods, () =>
      failure('STOCK_INSUFFICIENT', { message, errors: [{ field: 'lines.0.quantity', message }] }),
    );
    const { reason, quantity, confirm } = await open();
    await userEvent.type(reason, 'Leaking');
    await userEvent.type(quantity, '21');
    await confirm();
    expect(quantity).toHaveAccessibleDescription('At most 20 bottles can be returned');
    expect(api.requests(contract.purchaseOrders.returnGoods)).toHaveLength(0);
    await userEvent.clear(quantity);
    await userEvent.type(quantity, '4');
    await confirm();
    expect(await screen.findByText(message)).toBeVisible();
    expect(quantity).toHaveAccessibleDescription(message);
  });

  it('list each batch with its expiry date, and what was damaged with the reason', () => {
    fakeApi();
    const problems = { damaged: 2, refused: 1, reason: 'Broken in transit' };
    const batches = [batch, { batchNumber: 'LOT-8', expiryDate: null, quantity: 1 }];
    const receipts = [{ ...receipt, lines: [{ ...received, ...problems, batches }] }];
    renderApp(<OrderReceipts order={{ ...order, receipts }} />, { user });
    expect(screen.getByRole('heading', { name: 'Glucose reagent' })).toBeVisible();
    expect(screen.getByText('20 bottles of LOT-7, expires Dec 31, 2099')).toBeVisible();
    expect(screen.getByText('1 bottle of LOT-8')).toBeVisible();
    expect(screen.getByText('2 bottles damaged, 1 bottle refused: Broken in transit')).toBeVisible();
  });

  it('list what went back, and offer nothing more once all of it did', () => {
    fakeApi();
    renderApp(<OrderReceipts order={{ ...order, returns: [returnOf(20)] }} />, { user });
    expect(screen.getByText('RTN-KOL-2026-27-000001')).toBeVisible();
    expect(screen.getByText(/Returned to Medline Traders · Asha Rao, .* · of GRN-KOL-2026-27-000004/)).toBeVisible();
    expect(screen.getByText('Glucose reagent: 20 bottles of LOT-7')).toBeVisible();
    expect(screen.getByText('Cold chain interrupted')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Return goods/ })).toBeNull();
  });
});
