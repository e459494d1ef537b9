import { contract, type Rescue } from '@shifa/contract';
import { laboratory, sessionUser, stockTransfer } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { RecallPage } from '../recalls/recall-page';
import { RescuePage } from './rescue-page';
import { TransfersPage } from './transfers-page';

const admin = sessionUser({ role: 'lab_admin', laboratoryId: laboratory({ name: 'Dubai Marina' }) });
const head = sessionUser({ role: 'super_admin', laboratoryId: null });
const transfer = stockTransfer();
const dubai = { _id: 'd'.repeat(24), name: 'Dubai Marina', code: 'DXB' };
const kolkata = { _id: 'c'.repeat(24), name: 'Kolkata Central', code: 'KOL' };

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the transfer inbox', () => {
  async function receiving() {
    const api = fakeApi();
    api.on(contract.stockTransfers.list, () => answerPage([transfer]));
    return { api, view: await openDrawer() };
  }
  async function openDrawer() {
    const view = renderApp(<TransfersPage />, { user: admin, at: '/inventory/transfers' });
    await press(`Actions for ${transfer.number}`);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Receive' }));
    return view;
  }

  it('asks for what is in transit only, and receives what is confirmed of each batch', async () => {
    const { api } = await receiving();
    const [listed] = api.requests(contract.stockTransfers.list);
    expect([...(listed?.query ?? [])].filter(([name]) => name.startsWith('status')).map(([, value]) => value)).toEqual([
      'sent',
      'partly_received',
    ]);
    api.on(contract.stockTransfers.receive, () => answer({ ...transfer, status: 'partly_received' }));
    const late = screen.getByRole('textbox', { name: 'Received of batch LATE' });
    await userEvent.clear(late);
    await press('Receive');
    await waitFor(() => expect(api.requests(contract.stockTransfers.receive)).toHaveLength(1));
    const [request] = api.requests(contract.stockTransfers.receive);
    expect(request?.body).toMatchObject({ lines: [{ lineId: transfer.lines[0]?._id, quantity: 5 }] });
    expect(request?.headers.get('idempotency-key')).toMatch(/^\w{32}$/);
    expect(await screen.findByText(/was partly received\. The rest stays in transit/)).toBeVisible();
  });

  it('names the person whose transfers a link opens, and shows those of all again', async () => {
    const api = fakeApi();
    const step = {
      kind: 'sent' as const,
      at: transfer.createdAt,
      by: 'Asha Rao',
      notes: null,
      reason: null,
      lines: [],
    };
    api.on(contract.stockTransfers.list, () => answerPage([stockTransfer({ steps: [step] })]));
    const person = 'e'.repeat(24);
    renderApp(<TransfersPage />, { user: admin, at: `/inventory/transfers?enteredBy=${person}` });
    await press('Remove Sent by: Asha Rao');
    const asked = () => api.requests(contract.stockTransfers.list).map(({ query }) => query.get('enteredBy'));
    await waitFor(() => expect(asked().at(-1)).toBeNull());
    expect(asked()).toContain(person);
  });

  it('records what is missing and damaged with a reason, and says what was written off', async () => {
    const { api } = await receiving();
    const late = within(await screen.findByRole('region', { name: 'Batch LATE' }));
    await userEvent.type(late.getByRole('textbox', { name: 'Missing' }), '1');
    await userEvent.type(late.getByRole('textbox', { name: 'Damaged' }), '2');
    // What is lost has not been received.
    expect(late.getByRole('textbox', { name: 'Received of batch LATE' })).toHaveValue('0');
    await press('Receive');
    expect(await screen.findByText('Reason is required')).toBeVisible();
    expect(api.requests(contract.stockTransfers.receive)).toHaveLength(0);
    api.on(contract.stockTransfers.receive, () => answer({ ...transfer, status: 'received_short' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Why is it missing or damaged?' }), 'Box was wet');
    await press('Receive');
    await waitFor(() => expect(api.requests(contract.stockTransfers.receive)).toHaveLength(1));
    expect(api.requests(contract.stockTransfers.receive)[0]?.body).toEqual({
      version: transfer.version,
      lines: [
        { lineId: transfer.lines[0]?._id, quantity: 5, missing: 0, damaged: 0 },
        { lineId: transfer.lines[1]?._id, quantity: 0, missing: 1, damaged: 2 },
      ],
      reason: 'Box was wet',
    });
    expect(await screen.findByText(/Missing or damaged stock was written off/)).toBeVisible();
  });

  it('keeps what was typed as received when something is lost, and refuses more than was sent', async () => {
    const { api } = await receiving();
    const late = within(await screen.findByRole('region', { name: 'Batch LATE' }));
    const received = late.getByRole('textbox', { name: 'Received of batch LATE' });
    await userEvent.clear(received);
    await userEvent.type(received, '3');
    await userEvent.type(late.getByRole('textbox', { name: 'Damaged' }), '1');
    expect(received).toHaveValue('3');
    await press('Receive');
    expect(await screen.findByText('Only 3 bottles are in transit')).toBeVisible();
    expect(api.requests(contract.stockTransfers.receive)).toHaveLength(0);
  });

  it('refuses more than is in transit before it asks, and says why the server refused', async () => {
    const { api } = await receiving();
    const late = screen.getByRole('textbox', { name: 'Received of batch LATE' });
    await userEvent.clear(late);
    await userEvent.type(late, '4');
    await press('Receive');
    expect(await screen.findByText('Only 3 bottles are in transit')).toBeVisible();
    expect(api.requests(contract.stockTransfers.receive)).toHaveLength(0);
    api.on(contract.stockTransfers.receive, () => failure('TRANSFER_CLOSED'));
    await userEvent.clear(late);
    await userEvent.type(late, '3');
    await press('Receive');
    expect(await screen.findByText('Everything in this transfer has been received or returned')).toBeVisible();
  });

  it('is not received twice by two people who count the same boxes', async () => {
    const { api } = await receiving();
    const current = { ...transfer, version: transfer.version + 1, status: 'partly_received' as const };
    const left = current.lines.map((line) => ({ ...line, inTransitQuantity: Math.min(line.inTransitQuantity, 1) }));
    const conflict = { current: { ...current, lines: left }, changedBy: 'Asha Rao', changedAt: transfer.updatedAt };
    const message = 'Asha Rao changed this transfer in the meantime';
    api.on(contract.stockTransfers.receive, () => failure('VERSION_CONFLICT', { message, conflict }));
    const received = () => screen.getByRole('textbox', { name: 'Received of batch LATE' });
    await userEvent.clear(received());
    await userEvent.type(received(), '2');
    await press('Receive');
    expect(await screen.findByText(message)).toBeVisible();
    expect(api.requests(contract.stockTransfers.receive)[0]?.body).toMatchObject({ version: transfer.version });
    expect(received()).toHaveValue('2');

    await press('Show what is in transit');
    expect(received()).toHaveValue('1');
    expect(screen.queryByText(message)).not.toBeInTheDocument();
    await press('Receive');
    await waitFor(() => expect(api.requests(contract.stockTransfers.receive)).toHaveLength(2));
    expect(api.requests(contract.stockTransfers.receive)[1]?.body).toMatchObject({ version: current.version });
  });

  it('keeps what was entered through a reload, and receives it once although the first answer was lost', async () => {
    const { api, view } = await receiving();
    api.on(contract.stockTransfers.receive, () => failure('UNAVAILABLE'));
    const received = () => screen.getByRole('textbox', { name: 'Received of batch LATE' });
    await userEvent.clear(received());
    await userEvent.type(received(), '2');
    await press('Receive');
    await screen.findByText('The service is busy. Try again in a moment.');
    view.unmount();

    await openDrawer();
    expect(await screen.findByText(/^Your changes from/)).toBeVisible();
    expect(received()).toHaveValue('2');
    api.on(contract.stockTransfers.receive, () => answer({ ...transfer, status: 'partly_received' }));
    await press('Receive');
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    const [first, second] = api.requests(contract.stockTransfers.receive);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });
});

describe('the rescue of stock', () => {
  const rescue: Rescue = {
    name: 'HbA1c kit',
    manufacturer: 'Tulip',
    unit: 'kit',
    quantity: 9,
    valuePaise: 45_000,
    from: {
      laboratory: kolkata,
      itemId: 'a'.repeat(24),
      itemCode: 'KIT-1',
      batchId: 'b'.repeat(24),
      batchNumber: 'L1',
      lastUsableDay: '2026-12-31',
      daysLeft: 40,
      quantity: 12,
      usedIn90Days: 7,
      surplus: 9,
    },
    to: {
      laboratory: dubai,
      itemId: 'e'.repeat(24),
      itemCode: 'KIT-4',
      usableQuantity: 0,
      inTransitQuantity: 0,
      orderedQuantity: 0,
      minQuantity: 6,
      leadTimeDays: 10,
      usedIn90Days: 45,
      shortage: 11,
      usableInTime: 20,
    },
  };

  it('explains each suggestion, and creates its transfer with one click', async () => {
    const api = fakeApi();
    api.on(contract.stockTransfers.rescues, () => answer([rescue]));
    api.on(contract.stockTransfers.send, () => ({
      status: 201 as const,
      body: { success: true as const, data: transfer },
    }));
    renderApp(<RescuePage />, { user: head, at: '/inventory/rescue' });
    await press('Why 9 kits?');
    const why = await screen.findByRole('dialog', { name: 'Why 9 kits?' });
    expect(why).toHaveTextContent('9 kits. In the batch: 12 kits. Until it expires: 40 days. Used in 90 days: 7 kits.');
    expect(why).toHaveTextContent('11 kits = minimum 6 kits + use during 10 days of delivery (45 kits in 90 days)');
    await userEvent.click(within(why).getByRole('button', { name: 'Close' }));
    await press('Create transfer');
    await waitFor(() => expect(api.requests(contract.stockTransfers.send)).toHaveLength(1));
    expect(api.requests(contract.stockTransfers.send)[0]?.body).toMatchObject({
      toLaboratoryId: dubai._id,
      lines: [{ itemId: rescue.from.itemId, batchId: rescue.from.batchId, quantity: 9 }],
    });
  });

  it('says where to look for a transfer whose answer was lost, whose suggestion is gone by then', async () => {
    const api = fakeApi();
    api.on(contract.stockTransfers.rescues, () => answer([rescue]));
    api.on(contract.stockTransfers.send, () => {
      api.on(contract.stockTransfers.rescues, () => answer([]));
      throw new TypeError('Failed to fetch');
    });
    renderApp(<RescuePage />, { user: head, at: '/inventory/rescue' });
    await press('Create transfer');
    expect(await screen.findByText(/^The transfer may already be on its way\. Check the transfers\./)).toBeVisible();
    expect(await screen.findByText(/^Nothing to rescue\./)).toBeVisible();
  });
});

describe('a recall', () => {
  it('shows who holds and used the batch, and recalls it with a reason', async () => {
    const api = fakeApi();
    const counts = { quantity: 4, usableQuantity: 4, receivedQuantity: 12, usedQuantity: 2 };
    const held = { ...counts, wastedQuantity: 0, returnedQuantity: 0, sentQuantity: 6 };
    const laboratories = [{ laboratory: kolkata, itemId: 'a'.repeat(24), itemCode: 'RGT-1', ...held }];
    const product = { productKey: 'glucose|agappe|bottle', name: 'Glucose', manufacturer: 'Agappe' };
    const traced = { ...product, unit: 'bottle' as const, recall: null, laboratories, transfers: [] };
    const trace = { batchNumber: 'L7', products: [traced], olderTransfers: 0 };
    api.on(contract.batchRecalls.trace, () => answer(trace));
    api.on(contract.batchRecalls.recall, () => ({
      status: 201 as const,
      body: { success: true as const, data: trace },
    }));
    renderApp(<RecallPage />, { user: head, at: '/inventory/recalls?batch=L7' });
    const section = await screen.findByRole('region', { name: 'Kolkata Central' });
    expect(section).toHaveTextContent('There now4 bottles');
    expect(section).toHaveTextContent('Used2 bottles');
    await press('Recall');
    const dialog = await screen.findByRole('dialog', { name: 'Recall batch L7' });
    expect(dialog).toHaveTextContent('Shown with the batch at every laboratory.');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Wrong results');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Recall' }));
    await waitFor(() => expect(api.requests(contract.batchRecalls.recall)).toHaveLength(1));
    expect(api.requests(contract.batchRecalls.recall)[0]?.body).toEqual({
      batchNumber: 'L7',
      productKeys: [traced.productKey],
      reason: 'Wrong results',
    });
  });

  it('of one laboratory is not said to be shown at every other', async () => {
    const api = fakeApi();
    const product = { productKey: 'glucose|agappe|bottle', name: 'Glucose', manufacturer: 'Agappe' };
    const traced = { ...product, unit: 'bottle' as const, recall: null, laboratories: [], transfers: [] };
    api.on(contract.batchRecalls.trace, () => answer({ batchNumber: 'L7', products: [traced], olderTransfers: 0 }));
    renderApp(<RecallPage />, { user: admin, at: '/inventory/recalls?batch=L7' });
    await press('Recall');
    const dialog = await screen.findByRole('dialog', { name: 'Recall batch L7' });
    expect(dialog).toHaveTextContent('can no longer be used here');
    expect(dialog).not.toHaveTextContent('every laboratory');
  });
});
