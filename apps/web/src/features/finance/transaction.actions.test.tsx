import { contract, type Transaction } from '@shifa/contract';
import { nextId, sessionUser, transaction } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ActionDialog } from '../../screens/actions/action-dialog';
import { answer, answerCreated, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { transactionActions } from './transaction.actions';

const stored = transaction({
  transactionNo: 'KOL-2026-27-000123',
  type: 'expense',
  category: 'rent',
  date: '2026-03-30',
  party: 'Ganga Estates',
  version: 3,
});
const contra = transaction({
  transactionNo: 'KOL-2026-27-000200',
  reversalOf: { _id: stored._id, transactionNo: stored.transactionNo },
});

function setUp(action: 'cancel' | 'reverse') {
  const api = fakeApi();
  const onClose = vi.fn<() => void>();
  const onDone = vi.fn<(saved: Transaction) => void>();
  renderApp(
    <ActionDialog actions={transactionActions} action={action} item={stored} onDone={onDone} onClose={onClose} />,
    { user: sessionUser({ role: 'super_admin' }) },
  );
  return { api, onClose, onDone };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const changedBy = (current: Transaction) => ({
  conflict: { current, changedBy: 'Meera Nair', changedAt: new Date().toISOString() },
});

describe('cancelling', () => {
  it('names the entry, says that the number is kept, and has the safe choice in focus', async () => {
    const { api, onClose } = setUp('cancel');
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel entry KOL-2026-27-000123' });
    expect(dialog).toHaveTextContent('₹1,250.50 · Ganga Estates');
    expect(dialog).toHaveTextContent('The entry and its number are kept');
    expect(screen.getByRole('button', { name: 'Keep entry' })).toHaveFocus();
    api.on(contract.transactions.cancel, () => answer({ ...stored, status: 'cancelled' }));
    await press('Cancel entry');
    expect(await screen.findByText('KOL-2026-27-000123 was cancelled')).toBeVisible();
    expect(onClose).toHaveBeenCalledOnce();
    const [sent] = api.requests(contract.transactions.cancel);
    expect(sent?.params).toEqual({ id: stored._id });
    expect(sent?.query.get('version')).toBe('3');
  });

  it('after someone’s change says who and when, and goes on with the new version when asked again', async () => {
    const { api } = setUp('cancel');
    api.on(contract.transactions.cancel, () => failure('VERSION_CONFLICT', changedBy({ ...stored, version: 4 })));
    await press('Cancel entry');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Meera Nair changed this entry at \d{1,2}:\d{2}\s[AP]M\. Nothing has been done yet/,
    );
    await press('Cancel entry');
    await waitFor(() => expect(api.requests(contract.transactions.cancel)).toHaveLength(2));
    expect(api.requests(contract.transactions.cancel)[1]?.query.get('version')).toBe('4');
  });

  it('of what was approved meanwhile says who did that and when, and why it is too late', async () => {
    const { api, onClose } = setUp('cancel');
    api.on(contract.transactions.cancel, () =>
      failure('TRANSACTION_NOT_CANCELLABLE', changedBy({ ...stored, status: 'approved', version: 4 })),
    );
    await press('Cancel entry');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Meera Nair approved this entry at .+ Only a pending or rejected entry can be cancelled\.$/,
    );
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('reversing', () => {
  const reason = 'Entered twice';
  const give = (words: string) => userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), words);

  it('says what will happen, wants a reason and hands over the contra entry', async () => {
    const { api, onDone } = setUp('reverse');
    const dialog = await screen.findByRole('dialog', { name: 'Reverse entry KOL-2026-27-000123' });
    expect(dialog).toHaveTextContent('Expense of ₹1,250.50 · Ganga Estates · Mar 30, 2026');
    expect(dialog).toHaveTextContent('dated today, and awaits approval');
    expect(dialog).toHaveTextContent('stays unchanged in its period');
    await press('Reverse entry');
    expect(await screen.findByText('Reason is required')).toBeVisible();
    await give('Once');
    expect(screen.getByText('Reason must be at least 5 characters')).toBeVisible();
    await userEvent.clear(screen.getByRole('textbox', { name: 'Reason' }));
    await give(reason);
    api.on(contract.transactions.create, () => answerCreated(contra));
    await press('Reverse entry');
    expect(
      await screen.findByText('KOL-2026-27-000200 was entered and reverses KOL-2026-27-000123 once it is approved'),
    ).toBeVisible();
    expect(onDone).toHaveBeenCalledExactlyOnceWith(contra);
    const requests = api.requests(contract.transactions.create);
    expect(requests.map(({ body }) => body)).toEqual([{ reversalOf: stored._id, description: reason }]);
    expect(requests[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('of what someone else is reversing already says who and when, and by which entry', async () => {
    const { api, onDone } = setUp('reverse');
    const message = 'KOL-2026-27-000199 reverses this entry and waits for approval';
    const reversedBy = { _id: nextId(), transactionNo: 'KOL-2026-27-000199' };
    api.on(contract.transactions.create, () =>
      failure('TRANSACTION_HAS_REVERSAL', { message, ...changedBy({ ...stored, status: 'approved', reversedBy }) }),
    );
    await give(reason);
    await press('Reverse entry');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Meera Nair entered the reversal of this entry at .+ KOL-2026-27-000199 reverses this entry and waits/,
    );
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue(reason);
    expect(onDone).not.toHaveBeenCalled();
  });
});
