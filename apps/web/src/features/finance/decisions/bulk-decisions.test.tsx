import { type BulkDecideBody, contract, errorCatalogue, type TransactionListItem } from '@shifa/contract';
import { sessionUser, transactionListItem } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { BulkDecisionDialog } from '../../../screens/inbox/bulk-decisions';
import type { Decision, Undecided } from '../../../screens/inbox/use-decisions';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { formatSums } from '../transaction.format';
import { entryDecisions } from './entry-decisions';

const fees = transactionListItem({ transactionNo: 'KOL-2026-27-000001', amountPaise: 125_050 });
const rent = transactionListItem({
  transactionNo: 'KOL-2026-27-000002',
  type: 'expense',
  category: 'rent',
  amountPaise: 5_000_000,
});
const reason = 'You entered this, so someone else approves it';
const own = transactionListItem({
  transactionNo: 'KOL-2026-27-000003',
  actions: { ...fees.actions, approve: { allowed: false, reason } },
});

type Faults = Record<string, 'TRANSACTION_ALREADY_DECIDED'>;

function setUp(decision: Decision, entries: TransactionListItem[], faults: Faults = {}, losesFirstAnswer = false) {
  const api = fakeApi();
  let heldAfter: number | undefined;
  api.on(contract.transactions.bulkApprove, async ({ body }) => {
    if (heldAfter !== undefined && requests().length > heldAfter) await new Promise(() => undefined);
    if (losesFirstAnswer && requests().length === 1) throw new TypeError('Failed to fetch');
    const { entries: asked, approved } = body as BulkDecideBody;
    const results = asked.map(({ _id }) => {
      const { transactionNo = '' } = entries.find((entry) => entry._id === _id) ?? {};
      const code = faults[transactionNo];
      const status = approved ? ('approved' as const) : ('rejected' as const);
      return { _id, transactionNo, status, fault: code ? { code, message: errorCatalogue[code].message } : null };
    });
    return answer({ decided: results.filter(({ fault }) => !fault).length, results });
  });
  const onDecided = vi.fn<(ids: string[], undecided: Undecided[]) => void>();
  const onClose = vi.fn<() => void>();
  renderApp(
    <BulkDecisionDialog
      bulk={{ ...entryDecisions, perRequest: 2 }}
      decision={decision}
      items={entries}
      onDecided={onDecided}
      onClose={() => onClose()}
    />,
    { user: sessionUser({ role: 'super_admin' }) },
  );
  const requests = () => api.requests(contract.transactions.bulkApprove);
  /** Requests after the first ones are never answered, until the returned function is called. */
  const holdAfter = (after: number) => {
    heldAfter = after;
    return () => (heldAfter = undefined);
  };
  return {
    api,
    onDecided,
    onClose,
    requests,
    holdAfter,
    sent: () => requests().map(({ body }) => body as BulkDecideBody),
  };
}

describe('approving many', () => {
  it('says how many of the entries lack the receipt that they need', async () => {
    setUp('approve', [fees, rent]);
    expect(await screen.findByText(/1 entry has no receipt, but needs one\./)).toBeVisible();
  });

  it('asks with count and sums, and sends each at the version that was seen', async () => {
    const { onDecided, onClose, requests, sent } = setUp('approve', [fees, rent]);
    const dialog = screen.getByRole('alertdialog', { name: 'Approve entries' });
    expect(dialog).toHaveTextContent('2 entries: income ₹1,250.50, expense ₹50,000.00.');
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(sent()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Approve 2 entries' }));
    expect(await screen.findByText('2 entries were approved')).toBeVisible();
    const entries = [fees, rent].map(({ _id, version }) => ({ _id, version }));
    expect(sent()).toEqual([{ entries, approved: true }]);
    expect(requests()[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(onDecided).toHaveBeenCalledExactlyOnceWith([fees._id, rent._id], []);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('names those that somebody else decided first', async () => {
    const { onDecided, onClose } = setUp('approve', [fees, rent], {
      [rent.transactionNo]: 'TRANSACTION_ALREADY_DECIDED',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Approve 2 entries' }));
    expect(await screen.findByText('1 entry was approved')).toBeVisible();
    const left = within(await screen.findByRole('list', { name: 'Not approved' })).getAllByRole('listitem');
    expect(left.map((line) => line.textContent)).toEqual([
      `KOL-2026-27-000002${errorCatalogue.TRANSACTION_ALREADY_DECIDED.message}`,
    ]);
    expect(onDecided.mock.calls[0]?.[0]).toEqual([fees._id]);
    expect(onDecided.mock.calls[0]?.[1]).toEqual([
      { _id: rent._id, name: rent.transactionNo, reason: errorCatalogue.TRANSACTION_ALREADY_DECIDED.message },
    ]);
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('leaves out what the viewer may not approve, and says so before and after', async () => {
    const { sent } = setUp('approve', [fees, own]);
    expect(screen.getByRole('alertdialog')).toHaveTextContent('1 entry: income ₹1,250.50.');
    expect(screen.getByRole('alertdialog')).toHaveTextContent("1 entry that you can't decide will be skipped.");
    await userEvent.click(screen.getByRole('button', { name: 'Approve 1 entry' }));
    expect(await screen.findByRole('list', { name: 'Not approved' })).toHaveTextContent(reason);
    expect(sent()[0]?.entries).toEqual([{ _id: fees._id, version: fees.version }]);
  });

  it('that is refused as a whole changes nothing and can be tried again', async () => {
    const { api, onDecided } = setUp('approve', [fees, rent]);
    api.on(contract.transactions.bulkApprove, () => failure('TRANSACTION_NOT_FOUND'));
    await userEvent.click(screen.getByRole('button', { name: 'Approve 2 entries' }));
    expect(await screen.findByRole('alert')).toHaveTextContent("This entry doesn't exist");
    expect(onDecided).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Approve 2 entries' })).toBeEnabled();
  });
});

describe('a bulk decision whose answer was lost', () => {
  const keys = ({ requests }: ReturnType<typeof setUp>) =>
    requests().map(({ headers }) => headers.get('idempotency-key'));

  it('is sent again with the same key', async () => {
    const view = setUp('approve', [fees, rent], {}, true);
    await userEvent.click(screen.getByRole('button', { name: 'Approve 2 entries' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Approve 2 entries' }));
    expect(await screen.findByText('2 entries were approved')).toBeVisible();
    const [first, second] = keys(view);
    expect(second).toBe(first);
  });

  it('has another key once its reason is another', async () => {
    const view = setUp('reject', [fees, rent], {}, true);
    await userEvent.type(screen.getByLabelText('Reason'), 'Posted twice{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('alert')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Reason'), ' by mistake{Control>}{Enter}{/Control}');
    expect(await screen.findByText('2 entries were rejected')).toBeVisible();
    const [first, second] = keys(view);
    expect(second).not.toBe(first);
  });
});

describe('more entries than one request decides', () => {
  const many = Array.from({ length: 5 }, (_, index) =>
    transactionListItem({ transactionNo: `KOL-2026-27-00001${index}`, amountPaise: 100 }),
  );
  const sizes = ({ sent }: ReturnType<typeof setUp>) => sent().map(({ entries }) => entries.length);

  it('are sent one request after another, and reported together', async () => {
    const view = setUp('approve', many);
    await userEvent.click(screen.getByRole('button', { name: 'Approve 5 entries' }));
    expect(await screen.findByText('5 entries were approved')).toBeVisible();
    expect(sizes(view)).toEqual([2, 2, 1]);
    expect(view.onDecided).toHaveBeenCalledExactlyOnceWith(
      many.map(({ _id }) => _id),
      [],
    );
  });

  it('can be stopped between them; what is left goes on from there', async () => {
    const view = setUp('approve', many);
    const release = view.holdAfter(1);
    await userEvent.click(screen.getByRole('button', { name: 'Approve 5 entries' }));
    expect(await screen.findByRole('status')).toHaveTextContent('2 more are done.');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Cancelled before');
    expect(view.onDecided).toHaveBeenCalledExactlyOnceWith(
      many.slice(0, 2).map(({ _id }) => _id),
      [],
    );
    release();
    await userEvent.click(screen.getByRole('button', { name: 'Approve 3 entries' }));
    expect(await screen.findByText('5 entries were approved')).toBeVisible();
    const [, stopped, again] = view.requests();
    expect(again?.headers.get('idempotency-key')).toBe(stopped?.headers.get('idempotency-key'));
    expect(sizes(view)).toEqual([2, 2, 2, 1]);
  });
});

describe('rejecting many', () => {
  it('gives all of them the one reason', async () => {
    const { sent } = setUp('reject', [fees, rent]);
    await userEvent.type(screen.getByLabelText('Reason'), 'Posted twice{Control>}{Enter}{/Control}');
    expect(await screen.findByText('2 entries were rejected')).toBeVisible();
    expect(sent()[0]).toMatchObject({ approved: false, reason: 'Posted twice' });
  });
});

it('counts a contra entry negative', () => {
  const contra = { ...fees, reversalOf: { _id: rent._id, transactionNo: 'KOL-2026-27-000000' } };
  expect(formatSums([fees, contra, rent])).toBe('income ₹0.00, expense ₹50,000.00');
  expect(formatSums([contra])).toBe('income −₹1,250.50');
});
