import { type AuditEntry, contract, type Transaction, type TransactionEvent } from '@shifa/contract';
import { nextId, sessionUser, transaction } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { LiveSocket } from '../../../data/socket';
import { answer, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { FakeSocket } from '../../../testing/fake-socket';
import { renderApp } from '../../../testing/render-app';
import { useOpenedEntry } from '../finance-navigation';
import { transactionLive, transactionResource } from '../transaction.resource';
import { TransactionDrawer } from './transaction-drawer';

const right = (reason?: string) => ({ allowed: reason === undefined, ...(reason && { reason }) });
const OWN = 'Nobody approves what they entered or edited last';
const IMMUTABLE = 'An approved entry never changes: reverse it instead';

const stored = transaction({
  transactionNo: 'KOL-2026-27-000123',
  type: 'expense',
  category: 'rent',
  amountPaise: 12_505_050,
  party: 'Ganga Estates',
  description: 'Rent of November',
});
const { actions } = stored;
const approved: Transaction = {
  ...stored,
  status: 'approved',
  approvalsGiven: 1,
  approvals: [{ by: { _id: nextId(), name: 'Meera Nair', role: 'lab_admin' }, at: '2026-11-20T07:00:00.000Z' }],
  actions: {
    edit: right(IMMUTABLE),
    attach: right(IMMUTABLE),
    approve: right('Meera Nair approved this entry on Nov 20, 2026'),
    reject: right('Meera Nair approved this entry on Nov 20, 2026'),
    cancel: right('Only a pending or rejected entry can be cancelled'),
    reverse: right(),
  },
};

const written = (action: string, changes: AuditEntry['changes']): AuditEntry => ({
  _id: nextId(),
  at: '2026-11-20T09:15:00.000Z',
  by: { _id: nextId(), name: 'Asha Rao' },
  action,
  changes,
});

function Page() {
  const { id, close } = useOpenedEntry();
  return id === undefined ? <p>Closed</p> : <TransactionDrawer id={id} onClose={close} />;
}

/** Opens the first of the entries. */
function setUp(...entries: [Transaction, ...Transaction[]]) {
  return open(entries[0]._id, (id) => {
    const found = entries.find(({ _id }) => _id === id);
    return found ? answer(found) : failure('TRANSACTION_NOT_FOUND');
  });
}

type Answer =
  ReturnType<typeof answer<Transaction>> | ReturnType<typeof failure<'TRANSACTION_NOT_FOUND' | 'UNAVAILABLE'>>;

function open(id: string, get: (id: string) => Answer) {
  const api = fakeApi();
  api.on(contract.transactions.get, ({ params }) => get(params['id'] ?? ''));
  api.on(contract.transactions.history, () => answerPage([written('transaction.created', [])]));
  const at = `/finances/transactions?type=expense&entry=${id}`;
  const view = renderApp(<Page />, { user: sessionUser({ role: 'super_admin' }), at });
  return { ...view, api };
}

const drawer = () => screen.findByRole('dialog', { name: /^Entry KOL/ });
const button = (name: string) => screen.getByRole('button', { name });

describe('an entry in the drawer', () => {
  it('opens from its address, tells everything in words and closes with Escape', async () => {
    const { address } = setUp({ ...stored, flags: ['above_limit'], approvalsNeeded: 2 });
    const shown = await drawer();
    expect(shown).toHaveTextContent('₹125,050.50');
    expect(shown).toHaveTextContent('Friday, November 20, 2026 · Kolkata Central');
    expect(shown).toHaveTextContent('PartyGanga Estates');
    expect(shown).toHaveTextContent('CategoryRent');
    expect(shown).toHaveTextContent('ReferenceNot set');
    expect(within(shown).getByText('Above the approval limit')).toBeVisible();
    expect(within(shown).getByText(/^Two people must approve this/)).toBeVisible();
    expect(within(shown).getByRole('button', { name: 'Copy number' })).toBeVisible();
    expect(document.body.textContent).not.toMatch(/[0-9a-f]{24}|above_limit|test_fees/);
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByText('Closed')).toBeVisible();
    expect(address()).toBe('/finances/transactions?type=expense');
  });

  it.each(['TRANSACTION_NOT_FOUND', 'FORBIDDEN'] as const)(
    'that leaves the viewer’s scope (%s) says so, offers nothing more and closes',
    async (code) => {
      const { api, queryClient } = setUp(stored);
      await userEvent.click(within(await drawer()).getByRole('button', { name: 'Reject' }));
      expect(await screen.findByRole('dialog', { name: 'Reject entry KOL-2026-27-000123' })).toBeVisible();
      api.on(contract.transactions.get, () => failure(code));
      await act(() => transactionResource.invalidate(queryClient, stored._id));
      expect(await screen.findByText(/^You can no longer see KOL-2026-27-000123\./)).toBeVisible();
      await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Reject/ })).not.toBeInTheDocument());
      for (const name of ['Approve', 'Reject', 'Edit']) {
        expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
      }
      const [, close] = screen.getAllByRole('button', { name: 'Close' });
      expect(close).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      expect(await screen.findByText('Closed')).toBeVisible();
    },
  );

  it('says before the approval that it counts only as the first of two', async () => {
    const approvalNote = 'Your approval counts only as the first of two: Meera Nair created your account';
    setUp({ ...stored, approvalNote });
    expect(within(await drawer()).getByText(approvalNote)).toBeVisible();
  });

  it('counts a contra entry negative and leads to what it reverses, and back', async () => {
    const original = { ...approved, reversedBy: { _id: nextId(), transactionNo: 'KOL-2026-27-000200' } };
    const contra = {
      ...stored,
      ...original.reversedBy,
      reversalOf: { _id: original._id, transactionNo: original.transactionNo },
    };
    setUp(contra, original);
    const shown = await drawer();
    expect(shown).toHaveTextContent('Reversal of expense');
    expect(shown).toHaveTextContent('−₹125,050.50');
    await userEvent.click(within(shown).getByRole('link', { name: original.transactionNo }));
    const there = await screen.findByRole('dialog', { name: `Entry ${original.transactionNo}` });
    expect(within(there).getByText(/^Reversal awaiting approval/)).toBeVisible();
    await userEvent.click(within(there).getByRole('link', { name: contra.transactionNo }));
    expect(await screen.findByRole('dialog', { name: `Entry ${contra.transactionNo}` })).toBeVisible();
  });

  it('shows its history, a page at a time', async () => {
    const { api } = setUp(stored);
    api.on(contract.transactions.history, ({ query }) => {
      const page = Number(query.get('page'));
      const changes =
        page === 1
          ? [{ field: 'amountPaise', before: 12_000_000, after: 12_505_050 }]
          : [{ field: 'party', before: 'Ganga', after: 'Ganga Estates' }];
      const { body } = answerPage([written('transaction.updated', changes)]);
      return { status: 200, body: { ...body, pagination: { page, limit: 20, total: 21, pages: 2 } } };
    });
    const history = await screen.findByRole('region', { name: 'History' });
    expect(await within(history).findByText('changed the entry', { exact: false })).toBeVisible();
    expect(within(history).getByText('Amount').closest('div')).toHaveTextContent('₹120,000.00 → ₹125,050.50');
    await userEvent.click(within(history).getByRole('button', { name: 'Go to page 2' }));
    expect(await within(history).findByText('Party')).toBeVisible();
  });

  it('that is not there, or not yours, says so', async () => {
    open(nextId(), () => failure('TRANSACTION_NOT_FOUND'));
    expect(await screen.findByText("This entry doesn't exist, or you don't have access to it.")).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('that could not be fetched can be asked for again', async () => {
    const { api } = open(stored._id, () => failure('UNAVAILABLE'));
    await screen.findByText("Couldn't load the entry");
    api.on(contract.transactions.get, () => answer(stored));
    await userEvent.click(button('Try again'));
    expect(await drawer()).toHaveTextContent('₹125,050.50');
  });

  it('follows what someone else decides while it is open', async () => {
    const { api, queryClient } = setUp(stored);
    const socket = new FakeSocket();
    transactionLive(socket as object as LiveSocket, queryClient);
    await drawer();
    api.on(contract.transactions.get, () => answer({ ...approved, version: 2 }));
    const event: TransactionEvent = {
      ...stored,
      laboratoryId: stored.laboratoryId._id,
      status: 'approved',
      version: 2,
      by: { _id: nextId(), name: 'Meera Nair' },
      at: new Date().toISOString(),
    };
    act(() => socket.receive('transaction:approved', event));
    expect(await screen.findByText('approved this entry', { exact: false })).toHaveTextContent(
      'Meera Nair approved this entry just now.',
    );
    expect(await screen.findByText('Approved by Meera Nair (Lab admin)')).toBeVisible();
    await userEvent.click(button('See what changed'));
    expect(screen.getByRole('heading', { name: 'History' })).toHaveFocus();
  });
});

describe('what can be done with an entry', () => {
  const isLocked = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
  const inMenu = async () => {
    await userEvent.click(button('More actions for KOL-2026-27-000123'));
    return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  };

  it('that waits: approve, reject, edit; the rest in the menu, locked with its reason', async () => {
    setUp(stored);
    await drawer();
    expect(['Approve', 'Reject', 'Edit'].map(isLocked)).toEqual([false, false, false]);
    expect(await inMenu()).toEqual(['Cancel entry', 'ReverseOnly an approved entry can be reversed', 'Print voucher']);
  });

  it('that the viewer entered: approval stays in sight and says why not', async () => {
    setUp({ ...stored, actions: { ...actions, approve: right(OWN), reject: right(OWN) } });
    await drawer();
    expect(['Approve', 'Reject', 'Edit'].map(isLocked)).toEqual([true, true, false]);
    expect(button('Approve')).toHaveAccessibleDescription(OWN);
  });

  it('that is approved: print and reverse', async () => {
    setUp(approved);
    await drawer();
    expect(screen.getByRole('link', { name: 'Print voucher' })).toHaveAttribute(
      'href',
      `/finances/vouchers/${stored._id}`,
    );
    expect(isLocked('Reverse')).toBe(false);
    expect(await inMenu()).toEqual([
      `Edit${IMMUTABLE}`,
      'Cancel entryOnly a pending or rejected entry can be cancelled',
    ]);
  });

  it('that is rejected: edit, send again and cancel, under the reason', async () => {
    const rejection = {
      reason: 'The bill is missing',
      by: { _id: nextId(), name: 'Meera Nair' },
      at: stored.createdAt,
    };
    setUp({ ...stored, status: 'rejected', rejection, actions: { ...actions, resubmit: right() } });
    expect(await drawer()).toHaveTextContent('The bill is missing');
    expect(['Edit', 'Send again', 'Cancel entry'].map(isLocked)).toEqual([false, false, false]);
  });

  it.each(['cancelled', 'reversed'] as const)('that is %s: print', async (status) => {
    const nothing = Object.fromEntries(Object.keys(actions).map((action) => [action, right('It is over')]));
    setUp({ ...stored, status, actions: nothing });
    await drawer();
    expect(screen.getByRole('link', { name: 'Print voucher' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
    expect(await inMenu()).toEqual(['EditIt is over', 'Cancel entryIt is over', 'ReverseIt is over']);
  });

  it('is confirmed by a toast while the drawer is open', async () => {
    const { api } = setUp(stored);
    api.on(contract.transactions.approve, () => answer({ ...approved, version: 2 }));
    const shown = await drawer();
    await userEvent.click(button('Approve'));
    expect(await screen.findByText('KOL-2026-27-000123 was approved')).toBeVisible();
    expect(shown).toBeVisible();
  });

  it('approval shows the entry as it stands since, and who was faster', async () => {
    const { api } = setUp(stored);
    await drawer();
    const at = new Date().toISOString();
    api.on(contract.transactions.approve, () =>
      failure('TRANSACTION_ALREADY_DECIDED', {
        conflict: { current: { ...approved, version: 2 }, changedBy: 'Meera Nair', changedAt: at },
      }),
    );
    api.on(contract.transactions.get, () => answer({ ...approved, version: 2 }));
    await userEvent.click(button('Approve'));
    expect(await screen.findByText(/Your decision wasn't saved/)).toHaveTextContent(
      'Meera Nair approved this entry just now.',
    );
    expect(screen.getByText('Approved by Meera Nair (Lab admin)')).toBeVisible();
  });

  it('rejection asks why, and sends the reason with the version that was seen', async () => {
    const { api } = setUp(stored);
    await drawer();
    const rejection = { reason: 'The bill is missing', by: { _id: nextId(), name: 'You' }, at: stored.createdAt };
    const rejected: Transaction = { ...stored, status: 'rejected', version: 2, rejection };
    api.on(contract.transactions.approve, () => answer(rejected));
    await userEvent.click(button('Reject'));
    const dialog = await screen.findByRole('dialog', { name: 'Reject entry KOL-2026-27-000123' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), rejection.reason);
    api.on(contract.transactions.get, () => answer(rejected));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(api.requests(contract.transactions.approve)[0]?.body).toEqual({
      approved: false,
      reason: rejection.reason,
      version: 1,
    });
    expect(screen.getByText('Rejected by You')).toBeVisible();
  });
});
