import { contract, type StockChange, type StockChangeInput } from '@shifa/contract';
import { batch, inventoryItem, inventoryListItem, laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { CountPage } from './count-page';

const user = sessionUser({ role: 'lab_admin', laboratoryId: laboratory({ name: 'Shifa Kolkata' }) });
const lot = batch({ batchNumber: 'B-ONE', quantity: 20 });
const glucose = inventoryItem({ name: 'Glucose reagent', quantity: 20, movementSeq: 7, batches: [lot] });
const gloves = inventoryItem({ name: 'Nitrile gloves', unit: 'box', quantity: 9, movementSeq: 3, trackExpiry: false });
const items = [glucose, gloves];

function setUp(at = '/inventory/count') {
  const api = fakeApi();
  // First, as its address fits those of the lists as well.
  api.on(contract.inventory.get, ({ params }) => answer(items.find(({ _id }) => _id === params['id']) ?? glucose));
  api.on(contract.inventory.suggestions, () => answer([]));
  api.on(contract.inventory.list, () => answerPage(items.map((item) => inventoryListItem({ ...item }))));
  api.on(contract.inventory.changeStock, ({ params }) => answer(changed(params['id'])));
  const view = renderApp(<CountPage />, { user, at });
  const sent = () => api.requests(contract.inventory.changeStock);
  return { ...view, api, sent };
}

function changed(id: string | undefined): StockChange {
  return { ...(items.find(({ _id }) => _id === id) ?? glucose), movements: [] };
}

const press = async (...names: string[]) => {
  for (const name of names) await userEvent.click(await screen.findByRole('button', { name }));
};

describe('a stock count', () => {
  it('goes from item to item by its number pad and saves only what differs', async () => {
    const { sent } = setUp();
    await press('Start counting');
    expect(await screen.findByRole('heading', { name: 'Glucose reagent' })).toBeVisible();
    await press('1', '8', 'One more', 'Next');
    expect(await screen.findByRole('heading', { name: 'Nitrile gloves' })).toBeVisible();
    await press('Agrees', 'Next');
    expect(await screen.findByText('1 item agrees, 1 differs, 0 not counted.')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Differences' })).toHaveTextContent('−1: counted 19 bottles, expected 20');
    await press('Save 1 difference');
    expect(await screen.findByText('All differences are saved.')).toBeVisible();
    expect(sent().map(({ params, body }) => [params['id'], body])).toEqual([
      [glucose._id, { type: 'adjustment', quantity: 19, countedAtSeq: 7, reason: 'Stock count', batchId: lot._id }],
    ]);
  });

  it('keeps the movement at which the count of an item began, whatever happens afterwards', async () => {
    const { api, queryClient, sent } = setUp('/inventory/count?page=1');
    await screen.findByRole('heading', { name: 'Glucose reagent' });
    api.on(contract.inventory.get, () => answer({ ...glucose, quantity: 15, movementSeq: 8 }));
    await queryClient.invalidateQueries();
    await press('1', '9', 'Review', 'Save 1 difference');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ quantity: 19, countedAtSeq: 7 });
  });

  it('goes on after a failure and a reload: what is saved is not sent again', async () => {
    const first = setUp('/inventory/count?page=1');
    first.api.on(contract.inventory.changeStock, ({ params }) =>
      params['id'] === gloves._id ? failure('LABORATORY_SUSPENDED') : answer(changed(params['id'])),
    );
    await press('5', 'Next');
    await screen.findByRole('heading', { name: 'Nitrile gloves' });
    await press('7', 'Next', 'Save 2 differences');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('1 difference could not be saved');
    const lines = within(screen.getByRole('list', { name: 'Differences' })).getAllByRole('listitem');
    expect(lines[0]).toHaveTextContent('Nitrile gloves');
    expect(lines[1]).toHaveTextContent('saved');
    const key = (request: { headers: Headers } | undefined) => request?.headers.get('idempotency-key');
    const failedKey = key(first.sent().at(-1));
    first.unmount();

    const second = setUp('/inventory/count?page=3');
    expect(await screen.findByText(/was restored/)).toBeVisible();
    await press('Save 1 difference');
    expect(await screen.findByText('All differences are saved.')).toBeVisible();
    expect(second.sent().map(({ body }) => (body as StockChangeInput).quantity)).toEqual([7]);
    expect(key(second.sent()[0])).toBe(failedKey);
  });

  it('says which batch of an item differs, and sends an adjustment for that batch alone', async () => {
    const [first, second, usedUp] = [
      batch({ batchNumber: 'B-FIRST', quantity: 12 }),
      batch({ batchNumber: 'B-SECOND', quantity: 8 }),
      batch({ batchNumber: 'B-GONE', quantity: 0, status: 'depleted' }),
    ];
    const { api, sent } = setUp('/inventory/count?page=1');
    api.on(contract.inventory.get, () => answer({ ...glucose, batches: [first, second, usedUp] }));
    const lines = async () => within(await screen.findByRole('list', { name: 'Batches' })).getAllByRole('button');
    expect((await lines()).map(({ textContent }) => textContent)).toEqual([
      'B-FIRSTuntil Jun 30, 2027not counted',
      'B-SECONDuntil Jun 30, 2027not counted',
    ]);
    await press('Agrees', 'Next');
    expect((await lines())[1]).toHaveAttribute('aria-current', 'true');
    await press('6', 'Add used-up batches', 'Next', '3');
    expect((await lines()).map(({ textContent }) => textContent.slice(-2))).toEqual(['es', '−2', '+3']);
    await press('Review');
    expect(screen.getByText('0 items agree, 1 differs, 1 not counted.')).toBeVisible();
    const differences = within(screen.getByRole('list', { name: 'Differences' })).getAllByRole('listitem');
    expect(differences[0]).toHaveTextContent('Glucose reagent, batch B-SECOND−2: counted 6 bottles, expected 8');
    await press('Save 2 differences');
    expect(await screen.findByText('All differences are saved.')).toBeVisible();
    expect(sent().map(({ body }) => body)).toEqual([
      { type: 'adjustment', quantity: 6, countedAtSeq: 7, reason: 'Stock count', batchId: second._id },
      { type: 'adjustment', quantity: 3, countedAtSeq: 7, reason: 'Stock count', batchId: usedUp._id },
    ]);
    const keys = sent().map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('does not call an item counted while one of its batches is not', async () => {
    const { api } = setUp('/inventory/count?page=1');
    api.on(contract.inventory.get, () => answer({ ...glucose, batches: [lot, batch({ quantity: 8 })] }));
    await press('Agrees', 'Review');
    expect(
      screen.getByText('0 items agree, 0 differ, 1 not counted. Some batches of 1 item are not counted.'),
    ).toBeVisible();
  });

  it('leaves out an item that somebody counted later, so that it is counted anew', async () => {
    const { api, sent } = setUp('/inventory/count?page=1');
    api.on(contract.inventory.changeStock, () => failure('COUNT_SUPERSEDED'));
    await press('1', '9', 'Review', 'Save 1 difference');
    expect(
      await screen.findByText(/Somebody has saved a later count of Glucose reagent. Count it again/),
    ).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    api.on(contract.inventory.get, ({ params }) =>
      answer(params['id'] === gloves._id ? gloves : { ...glucose, movementSeq: 8 }),
    );
    api.on(contract.inventory.changeStock, ({ params }) => answer(changed(params['id'])));
    await press('Back');
    await screen.findByRole('heading', { name: 'Nitrile gloves' });
    await press('Back');
    await screen.findByRole('heading', { name: 'Glucose reagent' });
    await press('1', '8', 'Review', 'Save 1 difference');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]?.body).toMatchObject({ quantity: 18, countedAtSeq: 8 });
  });
});
