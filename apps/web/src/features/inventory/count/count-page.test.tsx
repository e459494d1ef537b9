import { contract, type StockCount, type StockCountInput } from '@shifa/contract';
import { batch, countSheetItem, inventoryItem, laboratory, movement, sessionUser } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { connection } from '../../../lib/connection';
import { session } from '../../../data/session';
import { stored } from '../../../lib/storage';
import { answer, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { scanByHand } from '../../../testing/hand-scanner';
import { renderApp } from '../../../testing/render-app';
import { ContinueCounts } from './continue-counts';
import { CountPage } from './count-page';
import { countsUnderWay, keyOfEntry, lostCounts } from './counts-under-way';

const shifa = laboratory({ name: 'Shifa Kolkata' });
const user = sessionUser({ role: 'lab_admin', laboratoryId: shifa });
const lot = batch({ batchNumber: 'B-ONE', quantity: 20 });
const place = { storageLocation: 'Freezer 1' };
const glucose = countSheetItem({ ...place, name: 'Glucose reagent', quantity: 20, movementSeq: 7, batches: [lot] });
const gloves = countSheetItem({
  name: 'Nitrile gloves',
  unit: 'box',
  quantity: 9,
  movementSeq: 3,
  trackExpiry: false,
  storageLocation: 'Freezer 2',
});
const items = [gloves, glucose];

function counted(id: string | undefined, more: Partial<StockCount> = {}): StockCount {
  return { ...inventoryItem({ _id: id, quantity: 20 }), movements: [], moved: { before: 0, after: 0 }, ...more };
}

function setUp(at = '/inventory/count', as = user) {
  const api = fakeApi();
  api.on(contract.inventory.suggestions, () => answer([]));
  const serve = () => {
    api.on(contract.inventory.countSheet, () => answerPage([...items]));
    api.on(contract.inventory.count, ({ params }) => answer(counted(params['id'])));
  };
  serve();
  const view = renderApp(<CountPage />, { user: as, at });
  const sent = () => api.requests(contract.inventory.count).filter(({ body }) => !(body as StockCountInput).dryRun);
  /** The network is gone: the browser says so, and nothing is answered. */
  const disconnect = () => {
    api.on(contract.inventory.count, () => Promise.reject(new TypeError('Failed to fetch')));
    api.on(contract.inventory.countSheet, () => Promise.reject(new TypeError('Failed to fetch')));
    act(() => void window.dispatchEvent(new Event('offline')));
    act(() => connection.report(false));
  };
  const connect = () => {
    serve();
    act(() => {
      window.dispatchEvent(new Event('online'));
      connection.report(true);
    });
  };
  return { ...view, api, sent, disconnect, connect };
}

const press = async (...names: string[]) => {
  for (const name of names) await userEvent.click(await screen.findByRole('button', { name }));
};
const heading = (name: string) => screen.findByRole('heading', { name });
describe('a stock count', () => {
  it('goes from place to place and saves every item, also one that agrees', async () => {
    const { sent } = setUp();
    await press('Start counting');
    expect(await heading('Glucose reagent')).toBeVisible();
    await press('1', '8', 'One more', 'Next');
    expect(await heading('Nitrile gloves')).toBeVisible();
    await press('Matches', 'Next');
    expect(await screen.findByText('1 item matches, 1 differs, 0 not counted.')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Differences' })).toHaveTextContent('−1: counted 19 bottles, expected 20');
    await press('Save 2 items');
    expect(await screen.findByText('The count of 2 items is saved')).toBeVisible();
    expect(sent().map(({ params, body }) => [params['id'], body])).toMatchObject([
      [glucose._id, { lines: [{ quantity: 19, batchId: lot._id }], countedAtSeq: 7, reason: 'Stock count' }],
      [gloves._id, { lines: [{ quantity: 9 }], countedAtSeq: 3 }],
    ]);
    expect(await screen.findByRole('button', { name: 'Start counting' })).toBeVisible();
    expect(countsUnderWay(user._id)).toEqual([]);
  });

  it.each([
    ['2.5', '18', 'Enter a whole number'],
    ['-3', '18', 'Enter a whole number'],
    ['2,000', '2000', undefined],
  ])('takes the pasted «%s» as the field %s', async (pasted, shown, refusal) => {
    setUp();
    await press('Start counting', '1', '8');
    const field = await screen.findByLabelText('Counted bottles');
    await userEvent.tripleClick(field);
    await userEvent.paste(pasted);
    expect(field).toHaveValue(shown);
    if (refusal === undefined) expect(screen.queryByRole('alert')).toBeNull();
    else expect(screen.getByRole('alert')).toHaveTextContent(refusal);
    await press('1');
    expect(field).toHaveValue(`${shown}1`);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('marks what is blocked, and shows a refusal at the line of its batch', async () => {
    const aside = batch({
      batchNumber: 'B-TWO',
      quantity: 6,
      status: 'quarantined',
      statusReason: 'Set aside for pending WOF-000001',
    });
    const { api } = setUp();
    api.on(contract.inventory.countSheet, () => answerPage([{ ...glucose, batches: [lot, aside] }]));
    const message = 'This stock is set aside for a pending write-off.';
    api.on(contract.inventory.count, () =>
      failure('STOCK_SET_ASIDE', { message, errors: [{ field: 'lines.1.batchId', message }] }),
    );
    await press('Start counting');
    const line = (number: string) => screen.findByRole('button', { name: new RegExp(number) });
    expect(await line('B-TWO')).toHaveTextContent('QuarantinedSet aside for pending WOF-000001');
    expect(await line('B-ONE')).not.toHaveTextContent('Quarantined');
    await press('1', '9', 'Next', '5', 'Next', 'Save 1 item');
    expect(await screen.findByText(/1 item couldn't be saved/)).toHaveTextContent(message);
    const differences = screen.getByRole('list', { name: 'Differences' });
    expect(differences).toHaveTextContent(`Glucose reagent, batch B-TWO${message}`);
    expect(differences).toHaveTextContent('Glucose reagent, batch B-ONE−1: counted 19 bottles');
    await press('Back');
    expect(await line('B-TWO')).toHaveTextContent(message);
    expect(await line('B-ONE')).not.toHaveTextContent(message);
  });

  it('counts in packs, also after a scan, and keeps how it was entered', async () => {
    const packed = countSheetItem({
      ...place,
      name: 'Dengue test',
      unit: 'test',
      quantity: 150,
      trackExpiry: false,
      packages: [{ gtin: '09501101020917', name: 'Box', factor: 50 }],
    });
    const { api, sent } = setUp();
    api.on(contract.inventory.countSheet, () => answerPage([packed]));
    await press('Start counting');
    await heading('Dengue test');
    const choose = (pack: string) => userEvent.selectOptions(screen.getByLabelText('Counted in'), pack);
    await choose('Box of 50');
    expect(screen.getByLabelText('Counted packs, Box of 50')).toHaveValue('');
    await press('2');
    expect(screen.getByText('2 boxes of 50 = 100 tests')).toBeVisible();
    expect(screen.getByText(/Expected 150 tests/)).toHaveTextContent('−50');
    scanByHand('9501101020917');
    expect(await screen.findByText('3 boxes of 50 = 150 tests')).toBeVisible();
    await press('Delete the last digit', '9', '9', '9', '9', '9', '9', '9');
    expect(screen.getByLabelText('Counted packs, Box of 50')).not.toHaveValue('9999999');
    expect(screen.getByRole('alert')).toHaveTextContent('At most 200,000 can be counted');
    await press('Matches');
    expect(screen.getByLabelText('Counted in')).toHaveValue('');
    expect(screen.getByLabelText('Counted tests')).toHaveValue('150');
    await press('Delete the last digit', 'Delete the last digit', 'Delete the last digit');
    await choose('Box of 50');
    await press('4', 'Next', 'Save 1 item');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({
      lines: [{ quantity: 200, entered: { name: 'Box', factor: 50, quantity: 4 } }],
    });
  });

  it('works without a network from its start to the review, and is saved when the network is back', async () => {
    const { disconnect, connect, sent } = setUp();
    await press('Start counting');
    await heading('Glucose reagent');
    disconnect();
    await press('1', '9', 'Next', 'Matches', 'Next');
    expect(await screen.findByText(/You're offline. The count is kept on this device/)).toBeVisible();
    expect(screen.getByText('1 item matches, 1 differs, 0 not counted.')).toBeVisible();
    expect(sent()).toEqual([]);
    connect();
    await waitFor(() => expect(screen.queryByText(/You're offline\. The count/)).toBeNull());
    await press('Save 2 items');
    expect(await screen.findByText('The count of 2 items is saved')).toBeVisible();
    expect(sent()).toHaveLength(2);
  });

  it('continues after its page was closed, with what was counted', async () => {
    const first = setUp();
    await press('Start counting');
    await heading('Glucose reagent');
    first.disconnect();
    await press('1', '9', 'Next');
    await heading('Nitrile gloves');
    first.unmount();

    const inventory = renderApp(<ContinueCounts />, { user });
    expect(screen.getByText('Continue counting Shifa Kolkata: 1 of 2')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Continue counting Shifa Kolkata' }).getAttribute('href') ?? '';
    inventory.unmount();
    const second = setUp(link);
    expect(await heading('Nitrile gloves')).toBeVisible();
    await press('Back');
    await heading('Glucose reagent');
    expect(screen.getByLabelText('Counted bottles')).toHaveValue('19');
    expect(second.api.requests(contract.inventory.countSheet)).toEqual([]);
  });

  it('is seen by nobody else on the device, and removed when its owner signs out', async () => {
    const first = setUp();
    await press('Start counting');
    await press('1', '9');
    first.unmount();
    session.end('expired');
    const other = sessionUser({ laboratoryId: shifa });
    const address = `/inventory/count?count=${countsUnderWay(user._id)[0]?._id ?? ''}`;
    const second = setUp(address, other);
    expect(await screen.findByText(/This count is no longer on this device/)).toBeVisible();
    expect(screen.queryByText(/Continue counting/)).toBeNull();
    expect(lostCounts(other._id)).toBeUndefined();
    second.unmount();
    session.end('left');
    expect(lostCounts(user._id)).toBe(
      'Your stock count of Shifa Kolkata (1 of 2 items counted) will be removed from this device.',
    );
    session.start('token', user);
    session.end('left');
    expect(stored.stockCounts.existing()).toEqual([]);
  });

  it('shows what another tab counts, and sends nothing that the other tab has sent', async () => {
    const { sent, api } = setUp();
    await press('Start counting', '1', '9', 'Next', 'Matches');
    const [count] = countsUnderWay(user._id);
    const text = stored.stockCounts.of(keyOfEntry(user._id, count?._id ?? '', gloves._id));
    const entry = JSON.parse(text.read() ?? '') as object;
    text.write(JSON.stringify({ ...entry, lines: [{ quantity: 4 }] }));
    act(() => void window.dispatchEvent(storageEvent(`stock-count:${user._id}:${count?._id ?? ''}`)));
    expect(await screen.findByDisplayValue('4')).toBeVisible();
    await press('Next');
    api.on(contract.inventory.count, ({ params }) => {
      text.write(JSON.stringify({ ...entry, saved: true }));
      return answer(counted(params['id']));
    });
    await press('Save 2 items');
    await screen.findByText('The count of 2 items is saved');
    expect(sent().map(({ params }) => params['id'])).toEqual([glucose._id]);
  });

  it('shows what others moved since it began, and counts such an item again from what is there now', async () => {
    const { api, sent } = setUp();
    await press('Start counting', '1', '9', 'Next');
    const now = { ...glucose, quantity: 15, movementSeq: 8, batches: [{ ...lot, quantity: 15 }] };
    api.on(contract.inventory.countSheet, () => answerPage([gloves, now]));
    const result = { quantity: 14, moved: { before: -5, after: -2 }, movements: [movement({ quantity: -1 })] };
    api.on(contract.inventory.count, ({ params }) => answer(counted(params['id'], result)));
    await press('Review');
    const moved = within(await screen.findByRole('list', { name: 'Moved since the count began' }));
    expect(moved.getByText(/^−5 before you counted it, −2 afterwards, which is kept\./)).toHaveTextContent(
      'Saving changes it by −1, to 14 bottles.',
    );
    expect(sent()).toEqual([]);
    await press('Count again');
    expect(await screen.findByText('Expected 15 bottles')).toBeVisible();
    await press('Matches', 'Review', 'Save 1 item');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ countedAtSeq: 8, lines: [{ quantity: 15 }] });
  });

  it('says what could not be saved, and sends it again under the same key', async () => {
    const { api, sent } = setUp();
    await press('Start counting', '5', 'Next', '7', 'Review');
    const fail = (...ids: string[]) =>
      api.on(contract.inventory.count, ({ params }) =>
        ids.includes(params['id'] ?? '') ? failure('LABORATORY_SUSPENDED') : answer(counted(params['id'])),
      );
    fail(glucose._id, gloves._id);
    await press('Save 2 items');
    expect(await screen.findByText(/2 items couldn't be saved/)).not.toHaveTextContent('others');
    fail(gloves._id);
    await press('Try again');
    expect(await screen.findByText(/1 item couldn't be saved. The others are saved/)).toBeVisible();
    fail();
    await press('Try again');
    await screen.findByText('The count of 2 items is saved');
    const keys = sent().map(({ headers }) => headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size]).toEqual([5, 2]);
  });

  it('continues to save by itself when a lost connection is back', async () => {
    const { disconnect, connect, sent, api } = setUp();
    await press('Start counting', '5', 'Next', '7', 'Next');
    await screen.findByRole('button', { name: 'Save 2 items' });
    api.on(contract.inventory.count, ({ params }) => {
      disconnect();
      return answer(counted(params['id']));
    });
    await press('Save 2 items');
    expect(await screen.findByText("You're offline. Saving continues when you're back online.")).toBeVisible();
    connect();
    expect(await screen.findByText('The count of 2 items is saved')).toBeVisible();
    expect(sent().at(0)?.params['id']).toBe(glucose._id);
    expect(sent().filter(({ params }) => params['id'] === glucose._id)).toHaveLength(1);
  });

  it('leaves out an item that somebody counted later, so that it is counted anew', async () => {
    const { api } = setUp();
    await press('Start counting', '1', '9', 'Review');
    api.on(contract.inventory.count, () => failure('COUNT_SUPERSEDED'));
    await press('Save 1 item');
    await screen.findByText(/Someone saved a later count of Glucose reagent. Count it again/);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('0 items match, 0 differ, 2 not counted.')).toBeVisible();
  });

  it('counts batches one by one, and can add those that are used up', async () => {
    const [first, second, usedUp] = [
      batch({ batchNumber: 'B-FIRST', quantity: 12 }),
      batch({ batchNumber: 'B-SECOND', quantity: 8 }),
      batch({ batchNumber: 'B-GONE', quantity: 0 }),
    ];
    const { api, sent } = setUp();
    api.on(contract.inventory.countSheet, () => answerPage([{ ...glucose, batches: [first, second, usedUp] }]));
    await press('Start counting');
    const lines = async () => within(await screen.findByRole('list', { name: 'Batches' })).getAllByRole('button');
    expect((await lines()).map(({ textContent }) => textContent)).toEqual([
      'B-FIRSTuntil Jun 30, 2027not counted',
      'B-SECONDuntil Jun 30, 2027not counted',
    ]);
    await press('Matches', 'Review');
    expect(
      screen.getByText("0 items match, 0 differ, 0 not counted. Some batches of 1 item aren't counted."),
    ).toBeVisible();
    await press('Back');
    expect((await lines())[1]).toHaveAttribute('aria-current', 'true');
    await press('6', 'Add used-up batches', 'Next', '3', 'Review');
    const differences = within(screen.getByRole('list', { name: 'Differences' })).getAllByRole('listitem');
    expect(differences.map(({ textContent }) => textContent)).toEqual([
      'Glucose reagent, batch B-SECOND−2: counted 6 bottles, expected 8',
      'Glucose reagent, batch B-GONE+3: counted 3 bottles, expected 0',
    ]);
    await press('Save 1 item');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({
      lines: [
        { quantity: 12, batchId: first._id },
        { quantity: 6, batchId: second._id },
        { quantity: 3, batchId: usedUp._id },
      ],
    });
  });

  it('hides what is expected in a blind count, until the review', async () => {
    setUp();
    await userEvent.click(await screen.findByLabelText('Hide expected quantities until the review'));
    await press('Start counting', '1', '9');
    expect(screen.queryByText(/Expected|matches|−1/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Matches' })).toBeNull();
    await press('Review');
    expect(screen.getByRole('list', { name: 'Differences' })).toHaveTextContent('expected 20');
  });

  it('goes to an item that is searched for', async () => {
    setUp();
    await press('Start counting', 'Find');
    await userEvent.type(screen.getByLabelText('Name, code or batch'), 'nitrile');
    await userEvent.click(await screen.findByRole('button', { name: /Nitrile gloves/ }));
    expect(await heading('Nitrile gloves')).toBeVisible();
  });

  it('fetches every page at its start, but not of too many items', async () => {
    const { api } = setUp();
    api.on(contract.inventory.countSheet, () => answerPage([gloves], 2_001));
    await press('Start counting');
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose a storage location');
    api.on(contract.inventory.countSheet, ({ query }) => {
      const { status, body } = answerPage([query.get('page') === '1' ? gloves : glucose]);
      return { status, body: { ...body, pagination: { page: 1, limit: 1, total: 2, pages: 2 } } };
    });
    await press('Start counting');
    expect(await screen.findByText('Item 1 of 2 · 0 counted')).toBeVisible();
  });
});

function storageEvent(key: string): StorageEvent {
  return new StorageEvent('storage', { key, storageArea: localStorage });
}
