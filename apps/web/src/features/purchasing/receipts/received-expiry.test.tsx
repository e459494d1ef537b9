import { contract, type ReceiveOrderInput } from '@shifa/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { openReceiving, order } from './testing/receiving';

describe('the expiry dates of received goods', () => {
  it('is prefilled with what is outstanding, and asks about a short shelf life', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    api.on(contract.purchaseOrders.receive, ({ body }) =>
      (body as { acceptShortShelfLife: boolean }).acceptShortShelfLife
        ? answer({ ...order, status: 'received', actions: {} })
        : failure('SHORT_SHELF_LIFE', { message: 'Glucose reagent expires on Dec 20, 2026' }),
    );
    openReceiving();
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
      openReceiving();
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

  describe('that are both soon and not those of the stock', () => {
    const soon = 'Glucose reagent expires on Dec 20, 2026';
    const inStock = 'Batch LOT-7 expires on Jan 31, 2099';
    const reason = 'The label of this box says so';

    /** Asks for what is missing, the shelf life first or last. */
    const setUp = async (first: 'shelf life' | 'reason') => {
      const api = fakeApi();
      api.on(contract.purchaseOrders.get, () => answer(order));
      api.on(contract.purchaseOrders.receive, ({ body }) => {
        const { lines, acceptShortShelfLife } = body as ReceiveOrderInput;
        const asked = { life: !acceptShortShelfLife, reason: !lines[0]?.batches?.[0]?.otherExpiry };
        const errors = [{ field: 'lines.0.batches.0.expiryDate', message: inStock }];
        const mismatch = () => failure('BATCH_MISMATCH', { message: inStock, errors });
        if (first === 'reason' && asked.reason) return mismatch();
        if (asked.life) return failure('SHORT_SHELF_LIFE', { message: soon });
        return asked.reason ? mismatch() : answer({ ...order, status: 'received' });
      });
      openReceiving();
      await userEvent.type(await screen.findByLabelText('Batch number'), 'LOT-7');
      await userEvent.type(screen.getByLabelText('Expires'), '2026-12-20');
      const receive = () => userEvent.click(screen.getByRole('button', { name: 'Receive' }));
      const accept = async () => userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
      const explain = async () => userEvent.type(await screen.findByLabelText('Reason for the date'), reason);
      await receive();
      const sent = () => api.requests(contract.purchaseOrders.receive).map(({ body }) => body as ReceiveOrderInput);
      return { receive, accept, explain, sent };
    };

    it.each(['shelf life', 'reason'] as const)('are each asked about once, the %s first', async (first) => {
      const { receive, accept, explain, sent } = await setUp(first);
      if (first === 'shelf life') await accept();
      await explain();
      await receive();
      if (first === 'reason') await accept();
      expect(await screen.findByText('The order')).toBeVisible();
      expect(sent()).toHaveLength(3);
      expect(sent()[2]).toMatchObject({
        acceptShortShelfLife: true,
        lines: [{ batches: [{ otherExpiry: true, reason }] }],
      });
    });

    it('are asked about again once another date is entered', async () => {
      const { receive, accept, explain, sent } = await setUp('shelf life');
      await accept();
      await explain();
      await userEvent.clear(screen.getByLabelText('Expires'));
      await userEvent.type(screen.getByLabelText('Expires'), '2026-12-10');
      await receive();
      expect(await screen.findByRole('alertdialog', { name: 'Accept a short shelf life?' })).toBeVisible();
      expect(sent()[2]).toMatchObject({ acceptShortShelfLife: false });
    });
  });
});
