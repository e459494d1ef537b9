import { contract, type PurchaseOrder } from '@shifa/contract';
import { purchaseOrder } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, fakeApi } from '../../../testing/fake-api';
import { type Box, outstandingEntries, toReceivedLines, withBox } from './received-lines';
import { openReceiving } from './testing/receiving';

/** Everything of it has arrived. */
function completeOrder(overDeliveryPercent: number, more: readonly PurchaseOrder['lines'][number][] = []) {
  const base = purchaseOrder({ status: 'received', actions: { receive: { allowed: true } } });
  const lines = [...base.lines.map((line) => ({ ...line, accepted: 20, outstanding: 0 })), ...more];
  return { ...base, lines, limits: { ...base.limits, overDeliveryPercent } };
}

function open(order: PurchaseOrder) {
  const api = fakeApi();
  api.on(contract.purchaseOrders.get, () => answer(order));
  api.on(contract.purchaseOrders.receive, () => answer(order));
  openReceiving(order);
  return () => api.requests(contract.purchaseOrders.receive).map(({ body }) => body);
}

const receive = () => userEvent.click(screen.getByRole('button', { name: 'Receive' }));

describe('more than was ordered', () => {
  it('is entered for a line of which everything has arrived, with nothing prefilled', async () => {
    const order = completeOrder(10);
    const sent = open(order);
    const line = await screen.findByRole('region', { name: 'Glucose reagent' });
    expect(line).toHaveTextContent('Nothing is outstanding. At most 2 bottles more can be accepted.');
    await receive();
    expect(screen.getByText('Enter what was received.')).toBeVisible();
    await userEvent.click(within(line).getByRole('button', { name: 'More of Glucose reagent arrived' }));
    const accepted = screen.getByLabelText('Accepted');
    expect(accepted).toHaveValue('');
    expect(accepted).toHaveFocus();
    await userEvent.type(accepted, '2');
    await userEvent.type(screen.getByLabelText('Batch number'), 'LOT-8');
    await receive();
    expect(await screen.findByText('The order')).toBeVisible();
    const batches = [{ batchNumber: 'LOT-8', expiryDate: null, quantity: 2 }];
    expect(sent()).toMatchObject([{ lines: [{ lineId: order.lines[0]?._id, batches }] }]);
  });

  it('beyond the tolerance is said at the quantity before it is sent, until it is mended', async () => {
    const base = purchaseOrder({ actions: { receive: { allowed: true } } });
    const sent = open({ ...base, limits: { ...base.limits, overDeliveryPercent: 10 } });
    const line = await screen.findByRole('region', { name: 'Glucose reagent' });
    expect(line).toHaveTextContent('20 bottles outstanding. At most 22 bottles can be accepted.');
    const accepted = within(line).getByLabelText('Accepted');
    await userEvent.clear(accepted);
    await userEvent.type(accepted, '23');
    await receive();
    expect(accepted).toHaveAccessibleDescription('At most 22 bottles can be accepted. Enter the rest as refused.');
    expect(accepted).toHaveFocus();
    await userEvent.click(within(line).getByRole('button', { name: 'Report a problem' }));
    await userEvent.type(within(line).getByLabelText('Short'), '1');
    expect(within(line).getByLabelText('Short')).toHaveAccessibleDescription(
      "Accepted and short can't be more than the 20 bottles outstanding",
    );
    await userEvent.clear(within(line).getByLabelText('Short'));
    await userEvent.clear(accepted);
    await userEvent.type(accepted, '22');
    expect(accepted).toBeValid();
    expect(sent()).toEqual([]);
    await receive();
    expect(await screen.findByText('The order')).toBeVisible();
    expect(sent()).toMatchObject([{ lines: [{ batches: [{ quantity: 22 }] }] }]);
  });

  it('beyond the tolerance is only refused or damaged', async () => {
    const [outstanding] = purchaseOrder().lines;
    if (!outstanding) throw new Error('The order has no line');
    const named = { ...outstanding, item: { ...outstanding.item, name: 'Lancets' } };
    const sent = open({ ...completeOrder(0, [named]), status: 'partly_received' });
    await userEvent.click(await screen.findByRole('button', { name: 'More of Glucose reagent arrived' }));
    const line = screen.getByRole('region', { name: 'Glucose reagent' });
    expect(within(line).queryByLabelText('Accepted')).toBeNull();
    expect(within(line).queryByLabelText('Short')).toBeNull();
    expect(within(line).queryByRole('button', { name: 'Add a batch' })).toBeNull();
    await userEvent.type(within(line).getByLabelText('Refused'), '3');
    await userEvent.type(within(line).getByLabelText('Reason'), 'Not ordered');
    await receive();
    expect(await screen.findByText('The order')).toBeVisible();
    expect(sent()).toMatchObject([{ lines: [{ batches: [{ quantity: 20 }] }, { refused: 3, reason: 'Not ordered' }] }]);
  });

  it('is counted by scanning its boxes, as far as it is tolerated', () => {
    const scan = (order: PurchaseOrder) => {
      const item = { _id: order.lines[0]?.itemId, name: 'Glucose reagent' };
      const code = { batchNumber: 'LOT-8', expiryDate: '2099-12-31', count: null, contained: null, serial: null };
      const box = { step: 'new', scan: { code, item, package: null, batch: null } } as unknown as Box;
      return withBox(outstandingEntries(order), order, box);
    };
    const taken = scan(completeOrder(10));
    expect('entries' in taken && toReceivedLines(taken.entries)[0]?.batches).toEqual([
      { batchNumber: 'LOT-8', expiryDate: '2099-12-31', quantity: 1 },
    ]);
    expect(scan(completeOrder(0))).toEqual({ fault: 'This order has no outstanding Glucose reagent.' });
  });
});
