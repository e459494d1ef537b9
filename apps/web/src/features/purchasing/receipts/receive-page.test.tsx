import { contract, type EnteredPacks, type ReceiveOrderInput } from '@shifa/contract';
import { laboratory, purchaseOrder, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { ReceivePage } from './receive-page';

const user = sessionUser({ role: 'manager', laboratoryId: laboratory() });
const order = purchaseOrder({ number: 'PO-KOL-2026-27-000012', actions: { receive: { allowed: true } } });

function open() {
  renderApp(
    <Routes>
      <Route path="/purchase-orders/:id/receive" element={<ReceivePage Scanner={() => null} />} />
      <Route path="*" element="The order" />
    </Routes>,
    { user, at: `/purchase-orders/${order._id}/receive` },
  );
}

describe('receiving goods of an order', () => {
  it('is prefilled with what is outstanding, and asks about a short shelf life', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    api.on(contract.purchaseOrders.receive, ({ body }) =>
      (body as { acceptShortShelfLife: boolean }).acceptShortShelfLife
        ? answer({ ...order, status: 'received', actions: {} })
        : failure('SHORT_SHELF_LIFE', { message: 'Glucose reagent expires on Dec 20, 2026' }),
    );
    open();
    const line = await screen.findByRole('region', { name: 'Glucose reagent' });
    expect(within(line).getByLabelText('Accepted')).toHaveValue('20');
    await userEvent.type(within(line).getByLabelText('Batch number'), 'LOT-7');
    await userEvent.type(within(line).getByLabelText('Expires'), '2026-12-20');
    await userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    const question = await screen.findByRole('alertdialog', { name: 'Accept a short shelf life?' });
    expect(question).toHaveTextContent('expires on Dec 20, 2026');
    await userEvent.click(within(question).getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('The order')).toBeVisible();
    expect(api.requests(contract.purchaseOrders.receive).map(({ body }) => body)).toMatchObject([
      { acceptShortShelfLife: false, version: 1 },
      {
        acceptShortShelfLife: true,
        lines: [{ batches: [{ batchNumber: 'LOT-7', expiryDate: '2026-12-20', quantity: 20 }] }],
      },
    ]);
  });

  describe('of a batch that the stock has with another expiry date', () => {
    const inStock = 'Batch LOT-7 expires on Jan 31, 2099';
    const setUp = async () => {
      const api = fakeApi();
      api.on(contract.purchaseOrders.get, () => answer(order));
      api.on(contract.purchaseOrders.receive, ({ body }) => {
        const [batch] = (body as ReceiveOrderInput).lines[0]?.batches ?? [];
        if (batch?.otherExpiry || batch?.batchNumber !== 'LOT-7') return answer({ ...order, status: 'received' });
        const errors = [{ field: 'lines.0.batches.0.expiryDate', message: inStock }];
        return failure('BATCH_MISMATCH', { message: inStock, errors });
      });
      open();
      await userEvent.click(await screen.findByRole('button', { name: 'Add a batch' }));
      const [number, date, accepted] = ['Batch number', 'Expires', 'Accepted'].map(
        (label) => screen.getAllByLabelText(label)[1] as HTMLElement,
      ) as [HTMLElement, HTMLElement, HTMLElement];
      await userEvent.clear(screen.getAllByLabelText('Accepted')[0] as HTMLElement);
      await userEvent.type(accepted, '20');
      await userEvent.type(number, 'LOT-7');
      await userEvent.type(date, '2099-02-28');
      const receive = () => userEvent.click(screen.getByRole('button', { name: 'Receive' }));
      await receive();
      const sent = () =>
        api.requests(contract.purchaseOrders.receive).map(({ body }) => (body as ReceiveOrderInput).lines[0]?.batches);
      return { reason: await screen.findByLabelText('Reason for the date'), number, receive, sent };
    };

    it('shows both dates, and is received with a reason', async () => {
      const { reason, receive, sent } = await setUp();
      expect(screen.getByText(`${inStock}, but this one expires on Feb 28, 2099.`, { exact: false })).toBeVisible();
      expect(reason).toHaveFocus();
      await receive();
      expect(reason).toHaveAccessibleDescription(expect.stringContaining('Reason is required'));
      expect(sent()).toHaveLength(1);
      await userEvent.type(reason, 'The label of this box says so');
      await receive();
      expect(await screen.findByText('The order')).toBeVisible();
      const batch = { batchNumber: 'LOT-7', expiryDate: '2099-02-28', quantity: 20 };
      expect(sent()).toEqual([[batch], [{ ...batch, otherExpiry: true, reason: 'The label of this box says so' }]]);
    });

    it('needs none once the number is corrected', async () => {
      const { reason, number, receive, sent } = await setUp();
      await userEvent.type(number, '1');
      expect(reason).not.toBeInTheDocument();
      await receive();
      expect(await screen.findByText('The order')).toBeVisible();
      expect(sent()[1]).toEqual([{ batchNumber: 'LOT-71', expiryDate: '2099-02-28', quantity: 20 }]);
    });
  });

  it('says that what arrived must be accepted before use', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    const batches = [{ batchNumber: 'LOT-7', expiryDate: '2099-12-31', quantity: 20, needsAcceptance: true }];
    const line = { lineId: order.lines[0]?._id ?? '', batches, short: 0, damaged: 0, refused: 0, reason: null };
    const by = { _id: 'a'.repeat(24), name: 'Asha Rao' };
    const told = { number: 'GRN-KOL-2026-27-000004', day: '2026-11-20', deliveryNote: null, by };
    const receipt = { _id: 'b'.repeat(24), ...told, at: '2026-11-20T05:30:00.000Z', lines: [line] };
    api.on(contract.purchaseOrders.receive, () => answer({ ...order, status: 'received', receipts: [receipt] }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Receive' }));
    const outcome = `${order.number} was received. 1 item must be accepted before use.`;
    expect(await screen.findByText(outcome)).toBeVisible();
  });

  describe('of an item with packs', () => {
    const box = { gtin: null, name: 'Box', factor: 5 };
    const strip = { gtin: null, name: 'Strip', factor: 3 };
    const packs = [box, strip];
    const setUp = (entered: EnteredPacks | null = null) => {
      const api = fakeApi();
      api.on(contract.purchaseOrders.get, () =>
        answer({ ...order, lines: order.lines.map((one) => ({ ...one, packs, entered })) }),
      );
      api.on(contract.purchaseOrders.receive, () => answer({ ...order, status: 'received', actions: {} }));
      open();
      return () =>
        api.requests(contract.purchaseOrders.receive).map(({ body }) => (body as ReceiveOrderInput).lines[0]?.batches);
    };
    const receive = async () => userEvent.click(screen.getByRole('button', { name: 'Receive' }));

    it('is prefilled in the packs that were ordered, and says what they come to', async () => {
      const sent = setUp({ name: 'box', factor: 5, quantity: 4 });
      expect(await screen.findByLabelText('Accepted')).toHaveValue('4');
      expect(screen.getByLabelText('Counted in')).toHaveValue('Box of 5');
      await userEvent.clear(screen.getByLabelText('Accepted'));
      await userEvent.type(screen.getByLabelText('Accepted'), '3');
      expect(screen.getByText('3 boxes of 5 = 15 bottles')).toBeVisible();
      await receive();
      await waitFor(() => expect(sent()).toHaveLength(1));
      expect(sent()[0]).toEqual([{ expiryDate: null, quantity: 15, entered: { name: 'Box', factor: 5, quantity: 3 } }]);
    });

    it('keeps what is outstanding in other packs, but not what was typed', async () => {
      const sent = setUp();
      const choose = async (pack: string) => userEvent.selectOptions(await screen.findByLabelText('Counted in'), pack);
      await choose('Box of 5');
      expect(screen.getByLabelText('Accepted')).toHaveValue('4');
      await choose('Bottle');
      expect(screen.getByLabelText('Accepted')).toHaveValue('20');
      await choose('Strip of 3');
      expect(screen.getByLabelText('Accepted')).toHaveValue('');
      await userEvent.type(screen.getByLabelText('Accepted'), '2');
      await choose('Box of 5');
      expect(screen.getByLabelText('Accepted')).toHaveValue('2');
      await receive();
      await waitFor(() => expect(sent()).toHaveLength(1));
      expect(sent()[0]).toMatchObject([{ quantity: 10, entered: { name: 'Box', factor: 5, quantity: 2 } }]);
    });

    it('says at the quantity that the packs were changed meanwhile', async () => {
      const api = fakeApi();
      api.on(contract.purchaseOrders.get, () =>
        answer({ ...order, lines: order.lines.map((one) => ({ ...one, packs })) }),
      );
      const message = "The item's packs were changed. Choose the pack again.";
      const errors = [{ field: 'lines.0.batches.0.quantity', message }];
      api.on(contract.purchaseOrders.receive, () => failure('VALIDATION_FAILED', { errors }));
      open();
      await userEvent.selectOptions(await screen.findByLabelText('Counted in'), 'Box of 5');
      await receive();
      await waitFor(() => expect(screen.getByLabelText('Accepted')).toHaveAccessibleDescription(message));
    });
  });

  it('says at its line that the item was discontinued', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    const message = 'Glucose reagent is discontinued. Reactivate it, or enter it as refused or short.';
    const errors = [{ field: 'lines.0.lineId', message }];
    api.on(contract.purchaseOrders.receive, () => failure('ITEM_DISCONTINUED', { message, errors }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Receive' }));
    const line = screen.getByRole('region', { name: 'Glucose reagent' });
    expect(await within(line).findByText(message)).toBeVisible();
  });

  it('says at the delivery note that a receipt of the order has it', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    const message = 'GRN-KOL-2026-27-000003 already has this delivery note.';
    const errors = [{ field: 'deliveryNote', message }];
    api.on(contract.purchaseOrders.receive, () => failure('VALIDATION_FAILED', { errors }));
    open();
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
    open();
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
    open();
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

  it('shows a fault at its batch, also where one before it has no quantity', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    const message = 'It expired on Jan 1, 2026. Enter it as refused.';
    const errors = [{ field: 'lines.0.batches.0.expiryDate', message }];
    api.on(contract.purchaseOrders.receive, () => failure('VALIDATION_FAILED', { errors }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add a batch' }));
    const [first, second] = screen.getAllByLabelText('Accepted');
    await userEvent.clear(first as HTMLElement);
    await userEvent.type(second as HTMLElement, '3');
    await userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    await waitFor(() => expect(screen.getAllByLabelText('Expires')[1]).toBeInvalid());
    expect(screen.getAllByLabelText('Expires')[0]).toBeValid();
  });

  it('takes what is broken from what is assumed to have arrived, and not from what was typed', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Report a problem' }));
    await userEvent.type(screen.getByLabelText('Damaged'), '2');
    await userEvent.type(screen.getByLabelText('Short'), '1');
    const accepted = screen.getByLabelText('Accepted');
    expect(accepted).toHaveValue('17');
    await userEvent.clear(accepted);
    await userEvent.type(accepted, '15');
    await userEvent.type(screen.getByLabelText('Refused'), '1');
    expect(accepted).toHaveValue('15');
  });

  it('does not drop a batch whose quantity is missing', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add a batch' }));
    await userEvent.type(screen.getAllByLabelText('Batch number')[1] as HTMLElement, 'LOT-8');
    await userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    await waitFor(() =>
      expect(screen.getAllByLabelText('Accepted')[1]).toHaveAccessibleDescription('Enter the quantity'),
    );
    expect(api.requests(contract.purchaseOrders.receive)).toEqual([]);
  });

  describe('with faults', () => {
    const setUp = async () => {
      const api = fakeApi();
      api.on(contract.purchaseOrders.get, () => answer(order));
      open();
      await userEvent.click(await screen.findByRole('button', { name: 'Add a batch' }));
      const type = async (label: string, place: number, text: string) => {
        const field = screen.getAllByLabelText(label)[place];
        if (!field) throw new Error(`No ${label} ${place}`);
        await userEvent.clear(field);
        if (text !== '') await userEvent.type(field, text);
        return field;
      };
      const receive = () => userEvent.click(screen.getByRole('button', { name: 'Receive' }));
      return { api, type, receive };
    };

    it.each(['2.5', 'five', '-1'])('does not send an accepted quantity of %s, and says why at it', async (text) => {
      const { api, type, receive } = await setUp();
      await type('Accepted', 0, '');
      const second = await type('Accepted', 1, text);
      await receive();
      expect(second).toHaveAccessibleDescription(text === '-1' ? 'Must be at least 1' : 'Enter a whole number');
      expect(second).toHaveFocus();
      expect(api.requests(contract.purchaseOrders.receive)).toEqual([]);
      await type('Accepted', 1, '3');
      expect(second).toBeValid();
    });

    it('says at a refused quantity that it is no number', async () => {
      const { api, type, receive } = await setUp();
      await userEvent.click(screen.getByRole('button', { name: 'Report a problem' }));
      const refused = await type('Refused', 0, 'two');
      await receive();
      expect(refused).toHaveAccessibleDescription('Enter a whole number');
      expect(api.requests(contract.purchaseOrders.receive)).toEqual([]);
    });

    it('leaves the fault at its batch while others are changed', async () => {
      const { api, type, receive } = await setUp();
      const errors = [{ field: 'lines.0.batches.1.expiryDate', message: 'It expired on Jan 1, 2026.' }];
      api.on(contract.purchaseOrders.receive, () => failure('VALIDATION_FAILED', { errors }));
      await type('Accepted', 1, '3');
      await receive();
      const second = screen.getAllByLabelText('Expires')[1];
      await waitFor(() => expect(second).toBeInvalid());
      await type('Accepted', 0, '');
      expect(second).toBeInvalid();
    });
  });
});
