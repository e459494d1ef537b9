import { contract } from '@shifa/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { dayAhead } from '../../../lib/calendar';
import { connection } from '../../../lib/connection';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { openReceiving, order, user } from './testing/receiving';

const zone = order.laboratoryId.timezone;
const by = { _id: 'a'.repeat(24), name: 'Asha Rao' };

describe('receiving goods of an order', () => {
  it('says that what arrived must be accepted before use', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    const batches = [{ batchNumber: 'LOT-7', expiryDate: '2099-12-31', quantity: 20, needsAcceptance: true }];
    const line = { lineId: order.lines[0]?._id ?? '', batches, short: 0, damaged: 0, refused: 0, reason: null };
    const told = { number: 'GRN-KOL-2026-27-000004', day: '2026-11-20', deliveryNote: null, by };
    const receipt = { _id: 'b'.repeat(24), ...told, at: '2026-11-20T05:30:00.000Z', lines: [line] };
    api.on(contract.purchaseOrders.receive, () => answer({ ...order, status: 'received', receipts: [receipt] }));
    openReceiving();
    await userEvent.click(await screen.findByRole('button', { name: 'Receive' }));
    const outcome = `${order.number} was received. 1 item must be accepted before use.`;
    expect(await screen.findByText(outcome)).toBeVisible();
  });

  it('says at its line that the item was discontinued', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    const message = 'Glucose reagent is discontinued. Reactivate it, or enter it as refused or short.';
    const errors = [{ field: 'lines.0.lineId', message }];
    api.on(contract.purchaseOrders.receive, () => failure('ITEM_DISCONTINUED', { message, errors }));
    openReceiving();
    await userEvent.click(await screen.findByRole('button', { name: 'Receive' }));
    const line = screen.getByRole('region', { name: 'Glucose reagent' });
    expect(await within(line).findByText(message)).toBeVisible();
    // Also at the button: the line may be out of sight.
    expect(screen.getByRole('alert').compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    await userEvent.clear(within(line).getByLabelText('Accepted'));
    expect(screen.queryByText(message)).toBeNull();
  });

  it('says at the delivery note that a receipt of the order has it', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    const message = 'GRN-KOL-2026-27-000003 already has this delivery note.';
    const errors = [{ field: 'deliveryNote', message }];
    api.on(contract.purchaseOrders.receive, () => failure('VALIDATION_FAILED', { errors }));
    openReceiving();
    const note = await screen.findByLabelText(/^Delivery note/);
    await userEvent.type(note, 'DN 7');
    await userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    await waitFor(() => expect(note).toHaveAccessibleDescription(message));
  });

  it('says what somebody else has received in the meantime', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    const message = 'Asha Rao received 5 bottles of Glucose reagent with GRN-KOL-2026-27-000003 in the meantime.';
    api.on(contract.purchaseOrders.receive, () => failure('VERSION_CONFLICT', { message }));
    openReceiving();
    await userEvent.click(await screen.findByRole('button', { name: 'Receive' }));
    expect(await screen.findByText(message)).toBeVisible();
    api.on(contract.purchaseOrders.get, () =>
      answer({ ...order, version: 2, lines: order.lines.map((line) => ({ ...line, accepted: 5, outstanding: 15 })) }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show what is outstanding' }));
    await waitFor(() => expect(screen.queryByText(message)).not.toBeInTheDocument());
  });

  it('asks before it discards what was typed', async () => {
    fakeApi().on(contract.purchaseOrders.get, () => answer(order));
    openReceiving();
    const batch = await screen.findByLabelText('Batch number');
    await userEvent.type(batch, 'LOT-7');
    await userEvent.click(screen.getByRole('link', { name: 'Order' }));
    const question = await screen.findByRole('alertdialog', { name: 'Discard changes' });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(batch).toHaveValue('LOT-7');
    await userEvent.click(await screen.findByRole('link', { name: 'Order' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('The order')).toBeVisible();
  });

  it('limits the day to what is possible, and says which days are', async () => {
    const emailed = { way: 'emailed' as const, email: 'orders@meril.example', delivery: 'sent' as const, by };
    const sent = [{ ...emailed, at: `${dayAhead(-2, zone)}T12:00:00.000Z` }];
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer({ ...order, sent, createdAt: '2026-01-01T12:00:00.000Z' }));
    api.on(contract.purchaseOrders.receive, () => answer({ ...order, status: 'received' }));
    openReceiving();
    const day = await screen.findByLabelText(/^Day of receipt/);
    expect(day).toHaveAttribute('min', dayAhead(-2, zone));
    expect(day).toHaveAttribute('max', dayAhead(0, zone));
    const receive = () => userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    for (const impossible of [dayAhead(-3, zone), dayAhead(1, zone)]) {
      await userEvent.clear(day);
      await userEvent.type(day, impossible);
      await receive();
      expect(day).toHaveAccessibleDescription(expect.stringContaining('Choose a day from '));
      expect(day).toHaveFocus();
    }
    expect(api.requests(contract.purchaseOrders.receive)).toEqual([]);
    await userEvent.clear(day);
    await userEvent.type(day, dayAhead(-2, zone));
    await receive();
    expect(await screen.findByText('The order')).toBeVisible();
    expect(api.requests(contract.purchaseOrders.receive)[0]?.body).toMatchObject({ day: dayAhead(-2, zone) });
  });

  it('keeps what was typed without a connection, and says when the connection is back', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    openReceiving();
    await userEvent.type(await screen.findByLabelText('Batch number'), 'LOT-7');
    const isOffline = () => Promise.reject(new Error('Failed to fetch'));
    api.on(contract.purchaseOrders.get, isOffline);
    api.on(contract.purchaseOrders.receive, isOffline);
    await userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    expect(await screen.findByText(/^Can't reach the server/)).toBeVisible();
    act(() => connection.report(true));
    expect(await screen.findByText(/^You're back online\. This may already have been saved\./)).toBeVisible();
    expect(screen.queryByText(/^Can't reach the server/)).toBeNull();
    expect(screen.getByLabelText('Batch number')).toHaveValue('LOT-7');
    api.on(contract.purchaseOrders.receive, () => answer({ ...order, status: 'received' }));
    await userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    expect(await screen.findByText('The order')).toBeVisible();
    const [first, second] = api.requests(contract.purchaseOrders.receive);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });

  it('blames no one else for a receipt whose answer was lost, and says what was recorded once nothing is left', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    openReceiving();
    await userEvent.type(await screen.findByLabelText('Batch number'), 'LOT-7');
    const received = { ...order, version: order.version + 1, updatedBy: user.name };
    api.on(contract.purchaseOrders.get, () => answer(received));
    api.on(contract.purchaseOrders.receive, () => Promise.reject(new Error('Failed to fetch')));
    const receive = () => userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    await receive();
    expect(await screen.findByText(/^You're back online\. This may already have been saved\./)).toBeVisible();
    expect(screen.queryByText(/changed this order/)).toBeNull();

    const by = { _id: user._id, name: user.name };
    const told = { number: 'GRN-KOL-2026-27-000004', day: '2026-11-20', deliveryNote: null, by, lines: [] };
    const receipt = { _id: 'b'.repeat(24), at: '2026-11-20T05:30:00.000Z', ...told };
    const done = { ...received, status: 'received' as const, actions: {}, receipts: [receipt] };
    api.on(contract.purchaseOrders.get, () => answer(done));
    await receive();
    expect(
      await screen.findByText(
        `This order has nothing to receive. ${user.name} recorded the last receipt, ${told.number}.`,
      ),
    ).toBeVisible();
  });

  it('asks before it is left without an answer, and the late answer leads nowhere', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    let reply = () => {};
    const waiting = new Promise<void>((done) => (reply = done));
    api.on(contract.purchaseOrders.receive, async () => {
      await waiting;
      return answer({ ...order, status: 'received' });
    });
    openReceiving();
    await userEvent.click(await screen.findByRole('button', { name: 'Receive' }));
    await userEvent.click(screen.getByRole('link', { name: 'Order' }));
    const question = await screen.findByRole('alertdialog', { name: 'Leave before the answer?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Leave' }));
    await userEvent.click(await screen.findByRole('link', { name: 'The order' }));
    expect(await screen.findByText('Elsewhere')).toBeVisible();
    reply();
    expect(await screen.findByText(`${order.number} was received`)).toBeVisible();
    expect(screen.getByText('Elsewhere')).toBeVisible();
  });
});
