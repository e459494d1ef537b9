import { contract, type StockChange, type StockChangeInput, type StockChangeType } from '@shifa/contract';
import { batch, inventoryItem, movement, sessionUser } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { inventoryResource } from '../inventory.resource';
import { StockDrawer } from './stock-drawer';

const user = sessionUser({ role: 'lab_admin' });
const early = batch({ batchNumber: 'B-EARLY', expiryDate: '2027-01-31', quantity: 4 });
const late = batch({ batchNumber: 'B-LATE', expiryDate: '2027-06-30', quantity: 16 });
const item = inventoryItem({ name: 'Glucose reagent', batches: [early, late], movementSeq: 7 });

/** What the server answers to a change that takes 4 of the first batch and 12 of the second. */
function afterUse(): StockChange {
  const part = (taken: typeof early, quantity: number, seq: number) =>
    movement({ type: 'out', quantity, seq, batch: { ...taken }, valuePaise: quantity * 125_000 });
  return {
    ...item,
    quantity: 4,
    usableQuantity: 4,
    stockStatus: 'low',
    batches: [
      { ...early, quantity: 0 },
      { ...late, quantity: 4 },
    ],
    movements: [part(early, -4, 8), part(late, -12, 9)],
  };
}

function setUp(
  type: StockChangeType,
  batchId?: string,
  { remembered, newest = item }: { remembered?: typeof item; newest?: typeof item } = {},
) {
  const api = fakeApi();
  api.on(contract.inventory.get, () => answer(newest));
  api.on(contract.inventory.changeStock, () => answer(afterUse()));
  const onClose = vi.fn();
  function Host() {
    const [open, setOpen] = useState(true);
    onClose.mockImplementation(() => setOpen(false));
    return open && <StockDrawer itemId={item._id} type={type} batchId={batchId} onClose={onClose} />;
  }
  const view = renderApp(<Opening remembered={remembered} drawer={<Host />} />, {
    user,
  });
  const sent = (dryRun: boolean) =>
    api
      .requests(contract.inventory.changeStock)
      .map(({ body }) => body as StockChangeInput)
      .filter((body) => Boolean(body.dryRun) === dryRun);
  return { ...view, api, onClose, sent };
}

/** Opens the drawer after the item was remembered. */
function Opening({ remembered, drawer }: { remembered: typeof item | undefined; drawer: ReactNode }) {
  const queryClient = useQueryClient();
  useState(() => {
    if (remembered) queryClient.setQueryData(inventoryResource.detail(remembered._id).queryKey, remembered);
  });
  return drawer;
}

async function save(counted: string): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Counted quantity'), counted);
  await userEvent.type(screen.getByRole('combobox', { name: 'Reason' }), 'Stock count');
  await userEvent.click(screen.getByRole('button', { name: 'Save count' }));
}

describe('receiving stock of an item that requires acceptance', () => {
  it('says before and after that it must be accepted before use', async () => {
    const pending = { ...late, _id: 'c'.repeat(24), batchNumber: 'B-NEW', acceptancePending: true };
    const stored = { ...item, requiresAcceptance: true };
    const { api } = setUp('in', undefined, { newest: stored });
    const received = movement({ type: 'in', quantity: 5, seq: 8, batch: { ...pending } });
    const batches = [...stored.batches, { ...pending, quantity: 5 }];
    api.on(contract.inventory.changeStock, () => answer({ ...stored, batches, movements: [received] }));
    expect(await screen.findByText(/can't be used until it's accepted/)).toBeVisible();
    await userEvent.type(screen.getByLabelText('Quantity received'), '5');
    await userEvent.type(screen.getByLabelText('Expiry date'), '2099-12-31');
    await userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    expect(await screen.findByText('Glucose reagent: batch B-NEW must be accepted before use')).toBeVisible();
  });
});

describe('a pack that somebody changes while the form is open', () => {
  it('is chosen again, instead of as many units', async () => {
    const packages = [{ gtin: null, name: 'Box', factor: 10 }];
    const { api, sent, queryClient } = setUp('out', undefined, { newest: { ...item, packages } });
    await userEvent.type(await screen.findByLabelText('Quantity used'), '1');
    await userEvent.click(screen.getByRole('combobox', { name: 'Counted in' }));
    await userEvent.click(screen.getByRole('option', { name: 'Box of 10' }));
    expect(screen.getByText('1 box of 10 = 10 bottles')).toBeVisible();
    api.on(contract.inventory.get, () => answer({ ...item, packages: [{ gtin: null, name: 'Box', factor: 20 }] }));
    await act(() => queryClient.invalidateQueries());
    await userEvent.click(screen.getByRole('combobox', { name: 'Counted in' }));
    expect(await screen.findByRole('option', { name: 'Box of 20' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Use' }));
    expect(await screen.findByText("The item's packs were changed. Choose the pack again.")).toBeVisible();
    expect(sent(false)).toEqual([]);
  });
});

describe('using stock', () => {
  it('previews the batches that are taken, what is left and that the item becomes low, and writes nothing', async () => {
    const { sent } = setUp('out');
    await userEvent.type(await screen.findByLabelText('Quantity used'), '16');
    const preview = within(await screen.findByRole('status', { name: 'Preview' }));
    const [first, second] = preview.getAllByRole('listitem');
    expect(first).toHaveTextContent('B-EARLY expires Jan 31, 2027−4 0 left');
    expect(second).toHaveTextContent('B-LATE expires Jun 30, 2027−12 4 left');
    expect(preview.getByText('20 → 4 bottles')).toBeVisible();
    expect(preview.getByText(/becomes low: the minimum is 5 bottles/)).toBeVisible();
    expect(sent(true).at(-1)).toMatchObject({ type: 'out', quantity: 16, dryRun: true });
    expect(sent(false)).toEqual([]);
  });

  it('shows what is usable beside the quantity when others were faster', async () => {
    const { api, onClose } = setUp('out');
    api.on(contract.inventory.changeStock, ({ body }) => {
      if ((body as StockChangeInput).dryRun) return answer(afterUse());
      return failure('STOCK_INSUFFICIENT', { errors: [{ field: 'quantity', message: 'Only 7 bottles are usable' }] });
    });
    const quantity = await screen.findByLabelText('Quantity used');
    await userEvent.type(quantity, '16');
    await userEvent.click(screen.getByRole('button', { name: 'Use' }));
    await waitFor(() => expect(quantity).toHaveAccessibleDescription('Only 7 bottles are usable'));
    expect(quantity).toHaveFocus();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is not taken from the stock a second time by a preview, once its answer was lost', async () => {
    const { api, sent } = setUp('out');
    await userEvent.type(await screen.findByLabelText('Quantity used'), '16');
    await screen.findByRole('status', { name: 'Preview' });
    api.on(contract.inventory.changeStock, ({ body }) => {
      if ((body as StockChangeInput).dryRun) return answer(afterUse());
      api.on(contract.inventory.get, () => answer({ ...afterUse(), version: item.version + 1 }));
      throw new TypeError('Failed to fetch');
    });
    const use = () => userEvent.click(screen.getByRole('button', { name: 'Use' }));
    await use();
    expect(await screen.findByText(/4 bottles usable/)).toBeVisible();
    expect(screen.getByText('The stock shown above may already include this change.')).toBeVisible();
    expect(screen.queryByRole('status', { name: 'Preview' })).toBeNull();
    api.on(contract.inventory.changeStock, () => answer(afterUse()));
    await use();
    await waitFor(() => expect(sent(false)).toHaveLength(2));
    const keys = api.requests(contract.inventory.changeStock).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys.filter((key) => key !== null)).size).toBe(1);
  });

  it('asks for a reason only when another batch than the next one is chosen', async () => {
    const { sent } = setUp('out', late._id);
    await userEvent.type(await screen.findByLabelText('Quantity used'), '2');
    expect(screen.getByText('B-LATE · 16 bottles · until Jun 30, 2027')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Use' }));
    expect(await screen.findByText('Reason is required')).toBeVisible();
    expect(sent(false)).toEqual([]);
    await userEvent.type(screen.getByRole('combobox', { name: 'Reason' }), 'Batch already open');
    await userEvent.click(screen.getByRole('button', { name: 'Use' }));
    await waitFor(() => expect(sent(false)).toHaveLength(1));
    expect(sent(false)).toMatchObject([{ batchId: late._id, reason: 'Batch already open' }]);
  });
});

describe('receiving stock', () => {
  it('needs an expiry date where the item tracks it, and goes on with the next batch', async () => {
    const { api, sent, onClose } = setUp('in');
    await userEvent.type(await screen.findByLabelText('Quantity received'), '10');
    const again = screen.getByRole('button', { name: 'Receive and enter another' });
    await userEvent.click(again);
    expect(await screen.findByText('Expiry date is required, because this item tracks expiry')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Expiry date'), '2027-12-31');
    await userEvent.click(again);
    await waitFor(() => expect(screen.getByLabelText('Quantity received')).toHaveValue(''));
    expect(onClose).not.toHaveBeenCalled();
    expect(sent(false)).toMatchObject([{ type: 'in', quantity: 10, expiryDate: '2027-12-31' }]);
    const keys = api
      .requests(contract.inventory.changeStock)
      .flatMap(({ body, headers }) => ((body as StockChangeInput).dryRun ? [] : headers.get('idempotency-key')));
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });
});

describe('receiving a batch that cannot be used', () => {
  it('is warned of before it is saved, and can be received', async () => {
    const { api, sent } = setUp('in');
    const expired = batch({ batchNumber: 'OLD', unusableReason: 'It expired on Nov 20, 2026', isExpired: true });
    const received = movement({ type: 'in', quantity: 4, seq: 8, batch: { ...expired } });
    const after = { ...item, batches: [early, late, expired], movements: [received] };
    api.on(contract.inventory.changeStock, () => answer(after));
    await userEvent.type(await screen.findByLabelText('Quantity received'), '4');
    await userEvent.type(screen.getByLabelText('Expiry date'), '2026-11-20');
    expect(await screen.findByText(/Batch OLD can't be used: It expired on Nov 20, 2026/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Receive' }));
    await waitFor(() => expect(sent(false)).toHaveLength(1));
  });
});

describe('a change of one batch', () => {
  it('is taken back by an adjustment that keeps later movements', async () => {
    const { api, sent } = setUp('waste', late._id);
    const written = movement({ type: 'waste', quantity: -3, seq: 8, batch: { ...late } });
    const after = { ...item, batches: [early, { ...late, quantity: 13 }], movements: [written] };
    api.on(contract.inventory.changeStock, () => answer(after));
    await userEvent.type(await screen.findByLabelText('Quantity to write off'), '3');
    await userEvent.type(screen.getByRole('combobox', { name: 'Reason' }), 'Broken or spilled');
    await userEvent.click(screen.getByRole('button', { name: 'Write off' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent(false)).toHaveLength(2));
    expect(sent(false)[1]).toMatchObject({ type: 'adjustment', batchId: late._id, quantity: 16, countedAtSeq: 8 });
  });

  it('is not offered to be taken back where that would leave the use as it is', async () => {
    const { api } = setUp('out');
    const used = movement({ type: 'out', quantity: -3, seq: 8, batch: { ...late } });
    const after = { ...item, batches: [early, { ...late, quantity: 13 }], movements: [used] };
    api.on(contract.inventory.changeStock, () => answer(after));
    await userEvent.type(await screen.findByLabelText('Quantity used'), '3');
    await userEvent.click(screen.getByRole('button', { name: 'Use' }));
    expect(await screen.findByText(/^Glucose reagent: .* usable$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });
});

describe('a count', () => {
  const moved = { ...item, quantity: 15, movementSeq: 9 };

  it('names the movement after which it was counted', async () => {
    const { sent } = setUp('adjustment');
    await save('18');
    await waitFor(() => expect(sent(false)).toHaveLength(1));
    expect(sent(false)).toMatchObject([{ type: 'adjustment', quantity: 18, countedAtSeq: 7, reason: 'Stock count' }]);
  });

  it('begins with the newest state of the item, not with a remembered one', async () => {
    const { sent } = setUp('adjustment', undefined, { remembered: item, newest: moved });
    await save('15');
    await waitFor(() => expect(sent(false)).toHaveLength(1));
    expect(sent(false)).toMatchObject([{ quantity: 15, countedAtSeq: 9 }]);
  });

  it('that was restored from a draft keeps its movement, until it is made anew', async () => {
    const first = setUp('adjustment');
    await userEvent.type(await screen.findByLabelText('Counted quantity'), '18');
    first.unmount();
    const { sent } = setUp('adjustment', undefined, { newest: moved });
    expect(await screen.findByText(/Stock was moved after this count began/)).toBeVisible();
    await waitFor(() => expect(sent(true).at(-1)).toMatchObject({ quantity: 18, countedAtSeq: 7 }));
    await userEvent.click(screen.getByRole('button', { name: 'Counted just now' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Reason' }), 'Stock count');
    await userEvent.click(screen.getByRole('button', { name: 'Save count' }));
    await waitFor(() => expect(sent(false)).toHaveLength(1));
    expect(sent(false)).toMatchObject([{ quantity: 18, countedAtSeq: 9 }]);
  });
});
