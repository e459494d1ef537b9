import { contract, type DecisionBody, errorCatalogue, type Transaction } from '@shifa/contract';
import { sessionUser, transaction } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Actions } from '../../../screens/actions/actions';
import { ItemAction, useItemActions } from '../../../screens/actions/item-actions';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { DecisionFailure } from '../conflict';
import { transactionActions } from '../transaction.actions';

const entry = transaction({ transactionNo: 'KOL-2026-27-000123', version: 3 });
const asha = { _id: entry.createdBy._id, name: 'Asha Rao', role: 'lab_admin' } as const;

function Decision({ of, onDecided }: { of: Transaction; onDecided: (entry: Transaction) => void }) {
  return (
    <Actions of={transactionActions} onDone={({ saved }) => onDecided(saved)} onFailed={() => undefined}>
      <LastFailure />
      <ItemAction action="approve" item={of} />
      <ItemAction action="reject" item={of} />
    </Actions>
  );
}

function LastFailure() {
  const { failure } = useItemActions();
  return failure && <DecisionFailure error={failure.error} />;
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
