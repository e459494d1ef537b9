import { contract, type DecisionBody, errorCatalogue, type Transaction } from '@shifa/contract';
import { sessionUser, transaction } from '@shifa/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Actions } from '../../../screens/actions/actions';
import { ItemAction, useItemActions } from '../../../screens/actions/item-actions';
import { answer, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { DecisionFailure } from '../conflict';
import { TransactionDrawer } from '../entry/transaction-drawer';
import { transactionActions } from '../transaction.actions';
import { transactionResource } from '../transaction.resource';

const entry = transaction({ transactionNo: 'KOL-2026-27-000123', version: 3 });
const asha = { _id: entry.createdBy._id, name: 'Asha Rao', role: 'lab_admin' } as const;

function Decision({ of, onDecided }: { of: Transaction; onDecided: (entry: Transaction) => void }) {
  return (
    <Actions of={transactionActions} onDone={({ saved }) => onDecided(saved)} onFailed={() => undefined}>
      <LastFailure of={of} />
      <ItemAction action="approve" item={of} />
      <ItemAction action="reject" item={of} />
    </Actions>
  );
}

function LastFailure({ of }: { of: Transaction }) {
  const failure = useItemActions().failureOf(of);
  return failure !== undefined && <DecisionFailure error={failure} />;
}

function setUp(shown: Transaction = entry) {
  const api = fakeApi();
  const onDecided = vi.fn<(entry: Transaction) => void>();
  renderApp(<Decision of={shown} onDecided={onDecided} />, { user: sessionUser({ role: 'super_admin' }) });
  return {
    api,
    onDecided,
    sent: () => api.requests(contract.transactions.approve).map(({ body }) => body as DecisionBody),
  };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('an approval', () => {
  it('is of the version that was seen, and says what came of it', async () => {
    const { api, onDecided, sent } = setUp();
    const approved = { ...entry, status: 'approved', version: 4 } as const;
    api.on(contract.transactions.approve, () => answer(approved));
    await press('Approve');
    expect(await screen.findByText('KOL-2026-27-000123 was approved')).toBeVisible();
    expect(sent()).toEqual([{ approved: true, version: 3 }]);
    expect(onDecided).toHaveBeenCalledExactlyOnceWith(approved);
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it.each([
    ['lab_admin', 'a super admin'],
    ['super_admin', 'another person'],
  ] as const)('by a %s above the limit says who comes next', async (role, next) => {
    const { api } = setUp();
    const approvals = [{ by: { ...asha, role }, at: entry.createdAt }];
    api.on(contract.transactions.approve, () =>
      answer({ ...entry, status: 'partially_approved', flags: ['above_limit'], approvals }),
    );
    await press('Approve');
    const text = `KOL-2026-27-000123 has its first approval: ${next} must also approve it`;
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('that came second says who was faster, and when', async () => {
    const { api, onDecided } = setUp();
    const current = { ...entry, status: 'rejected', version: 4 };
    const changedAt = new Date(Date.now() - 120_000).toISOString();
    api.on(contract.transactions.approve, () =>
      failure('TRANSACTION_ALREADY_DECIDED', { conflict: { current, changedBy: 'Asha Rao', changedAt } }),
    );
    await press('Approve');
    expect(await screen.findByText('Asha Rao')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Asha Rao rejected this entry 2 minutes ago.');
    expect(onDecided).not.toHaveBeenCalled();
  });

  it('whose answer was lost is not said to have failed once the entry shows it', async () => {
    const api = fakeApi();
    api.on(contract.transactions.get, () => answer(entry));
    api.on(contract.transactions.history, () => answerPage([]));
    api.on(contract.transactions.approve, () => Promise.reject(new TypeError('Failed to fetch')));
    const user = sessionUser({ role: 'super_admin' });
    const { queryClient } = renderApp(<TransactionDrawer id={entry._id} onClose={vi.fn<() => void>()} />, { user });
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    const failed = /^Couldn't send the decision/;
    expect(await screen.findByText(failed)).toBeVisible();
    const becomes = (changes: Partial<Transaction>) => {
      act(() => {
        queryClient.setQueryData(transactionResource.detail(entry._id).queryKey, { ...entry, ...changes });
      });
    };
    becomes({ amountPaise: 900, version: 4 });
    expect(await screen.findByText('₹9.00')).toBeVisible();
    expect(screen.getByText(failed)).toBeVisible();
    const approve = { allowed: false, reason: 'You approved this entry' };
    becomes({ status: 'approved', version: 5, actions: { ...entry.actions, approve } });
    expect(await screen.findByText('Approved')).toBeVisible();
    expect(screen.queryByText(failed)).not.toBeInTheDocument();
  });

  it('of an entry that was edited meanwhile says so', async () => {
    const { api } = setUp();
    const conflict = { current: { ...entry, version: 4 }, changedBy: 'Asha Rao', changedAt: new Date().toISOString() };
    api.on(contract.transactions.approve, () => failure('VERSION_CONFLICT', { conflict }));
    await press('Approve');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Asha Rao changed this entry just now.'));
  });

  it('that is refused says why', async () => {
    const { api } = setUp();
    api.on(contract.transactions.approve, () => failure('SUPER_ADMIN_NEEDED'));
    await press('Approve');
    expect(await screen.findByRole('alert')).toHaveTextContent(errorCatalogue.SUPER_ADMIN_NEEDED.message);
  });

  it('is locked with the reason where it is not the viewer’s to give', async () => {
    const reason = 'You entered this, so someone else approves it';
    const { sent } = setUp(transaction({ actions: { ...entry.actions, approve: { allowed: false, reason } } }));
    const approve = screen.getByRole('button', { name: 'Approve' });
    expect(approve).toHaveAttribute('aria-disabled', 'true');
    await userEvent.hover(approve);
    expect(await screen.findByRole('tooltip')).toHaveTextContent(reason);
    await userEvent.click(approve);
    expect(sent()).toEqual([]);
  });
});

describe('a rejection', () => {
  it('needs a reason of 5 to 500 characters, and is sent by Ctrl+Enter', async () => {
    const { api, sent } = setUp();
    api.on(contract.transactions.approve, () => answer({ ...entry, status: 'rejected' }));
    await press('Reject');
    const reason = screen.getByLabelText('Reason');
    expect(reason).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(screen.getByText('Reason is required')).toBeVisible();
    await userEvent.type(reason, '  no{Control>}{Enter}{/Control}');
    expect(screen.getByText('Reason must be at least 5 characters')).toBeVisible();
    await userEvent.clear(reason);
    await userEvent.paste('x'.repeat(501));
    expect(screen.getByText('Reason must be at most 500 characters')).toBeVisible();
    expect(sent()).toEqual([]);
    await userEvent.clear(reason);
    await userEvent.type(reason, 'No receipt {Control>}{Enter}{/Control}');
    expect(await screen.findByText('KOL-2026-27-000123 was rejected')).toBeVisible();
    expect(sent()).toEqual([{ approved: false, reason: 'No receipt', version: 3 }]);
  });
});
