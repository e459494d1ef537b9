import { contract, type EnteredPacks, type ReceiveOrderInput } from '@shifa/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { openReceiving, order } from './testing/receiving';

describe('a received line', () => {
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
      openReceiving();
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
      openReceiving();
      await userEvent.selectOptions(await screen.findByLabelText('Counted in'), 'Box of 5');
      await receive();
      await waitFor(() => expect(screen.getByLabelText('Accepted')).toHaveAccessibleDescription(message));
    });
  });

  it('shows a fault at its batch, also where one before it has no quantity', async () => {
    const api = fakeApi();
    api.on(contract.purchaseOrders.get, () => answer(order));
    const message = 'It expired on Jan 1, 2026. Enter it as refused.';
    const errors = [{ field: 'lines.0.batches.0.expiryDate', message }];
    api.on(contract.purchaseOrders.receive, () => failure('VALIDATION_FAILED', { errors }));
    openReceiving();
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
    openReceiving();
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
    openReceiving();
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
      openReceiving();
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
      await type('Accepted', 0, '17');
      await type('Accepted', 1, '3');
      await receive();
      const second = screen.getAllByLabelText('Expires')[1];
      await waitFor(() => expect(second).toBeInvalid());
      await type('Accepted', 0, '');
      expect(second).toBeInvalid();
    });
  });
});
