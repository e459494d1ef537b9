import { contract, type Transaction } from '@shifa/contract';
import { laboratory, nextId, periodClose, sessionUser, transaction } from '@shifa/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { transactionResource } from '../transaction.resource';
import { EditTransaction } from './edit-transaction';

const asha = { _id: nextId(), name: 'Asha Rao' };
const stored = transaction({ transactionNo: 'KOL-2026-27-000012', description: 'Blood tests', version: 3 });

function setUp(entry: Transaction = stored) {
  const api = fakeApi();
  api.on(contract.laboratories.get, () => answer(laboratory({ _id: entry.laboratoryId._id })));
  api.on(contract.transactions.get, () => answer(entry));
  api.on(contract.transactions.update, () => answer(entry));
  api.on(contract.transactions.periodClose, () => answer(periodClose()));
  api.on(contract.transactions.parties, () => answer([]));
  api.on(contract.transactions.duplicates, () => answer([]));
  const onClose = vi.fn<() => void>();
  const { queryClient } = renderApp(<EditTransaction id={entry._id} onClose={() => onClose()} />, {
    user: sessionUser({ role: 'lab_admin' }),
  });
  const bodies = () => api.requests(contract.transactions.update).map(({ body }) => body);
  return { api, queryClient, onClose, bodies };
}

const description = () => screen.findByRole('textbox', { name: 'Description' });
const retype = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));

describe('an edit', () => {
  it('sends what changed and nothing else; number and laboratory stay', async () => {
    const { bodies, onClose } = setUp();
    await retype(await screen.findByRole('textbox', { name: 'Amount' }), '1,00,000');
    expect(screen.getByRole('dialog', { name: 'Edit KOL-2026-27-000012' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Laboratory' })).not.toBeInTheDocument();
    expect(screen.queryByText(/restarts its approval/)).not.toBeInTheDocument();
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(bodies()).toEqual([{ amountPaise: 10_000_000, version: 3 }]);
  });

  it('is shown as soon as it is saved, before the entry has been fetched again', async () => {
    const { api, queryClient, onClose } = setUp();
    await retype(await screen.findByRole('textbox', { name: 'Amount' }), '9,234.50');
    const saved = { ...stored, amountPaise: 923_450, version: 4 };
    api.on(contract.transactions.update, () => answer(saved));
    api.on(contract.transactions.get, () => new Promise(() => undefined));
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(queryClient.getQueryData(transactionResource.detail(stored._id).queryKey)).toEqual(saved);
  });

  it('judges what the fields say of one another, changed or not', async () => {
    const { bodies } = setUp();
    const method = await screen.findByRole('combobox', { name: 'Payment method' });
    await retype(method, 'upi');
    await userEvent.tab();
    await save();
    expect(await screen.findByText('Reference is required for UPI, bank transfer and cheque')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'Expense' }));
    await save();
    expect(await screen.findByText('Category is required')).toBeVisible();
    expect(bodies()).toEqual([]);
  });

  it('keeps the entry in its financial year', async () => {
    const { bodies } = setUp();
    const date = await screen.findByLabelText('Date');
    await userEvent.clear(date);
    await userEvent.type(date, '2026-03-31');
    expect(await screen.findByText(/^KOL-2026-27-000012 belongs to the financial year 2026-27/)).toBeVisible();
    await save();
    expect(bodies()).toEqual([]);
  });

  it('of a rejected entry shows why it was rejected and what saving does', async () => {
    const rejection = { reason: 'The bill says ₹1,205.50', by: asha, at: '2026-11-20T08:00:00.000Z' };
    setUp(transaction({ status: 'rejected', rejection }));
    await description();
    expect(screen.getByRole('alert')).toHaveTextContent(/^Rejected by Asha Rao, .*: The bill says ₹1,205.50/);
    expect(screen.getByRole('alert')).toHaveTextContent('Saving the entry restarts its approval.');
  });

  it('of a half-approved entry says that the approval is lost', async () => {
    const approvals: Transaction['approvals'] = [
      { by: { ...asha, role: 'lab_admin' }, at: '2026-11-20T08:00:00.000Z' },
    ];
    setUp(transaction({ status: 'partially_approved', approvals }));
    await description();
    expect(
      screen.getByText('Asha Rao approved this entry in its current form. Saving the entry restarts its approval.'),
    ).toBeVisible();
  });

  it('of a reversal reaches its description and reference only', async () => {
    const reversalOf = { _id: nextId(), transactionNo: 'KOL-2026-27-000003' };
    const { bodies } = setUp(transaction({ reversalOf, version: 2 }));
    await retype(await description(), 'Paid twice');
    expect(screen.getByText(/^This entry reverses KOL-2026-27-000003/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Amount' })).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Date')).not.toBeInTheDocument();
    await save();
    await waitFor(() => expect(bodies()).toEqual([{ description: 'Paid twice', version: 2 }]));
  });

  it('says why an entry can no longer change', async () => {
    const edit = { allowed: false, reason: 'An approved entry never changes: reverse it instead' };
    setUp(transaction({ actions: { ...stored.actions, edit } }));
    await description();
    expect(screen.getByRole('status')).toHaveTextContent(edit.reason);
    expect(screen.getByRole('button', { name: 'Save changes' })).toHaveAccessibleDescription(edit.reason);
  });
});

describe('two who edit at once', () => {
  it('lets the later one see both versions and keep what was typed', async () => {
    const { api, bodies, onClose } = setUp();
    const theirs = { ...stored, amountPaise: 99_900, party: 'Das Clinic', version: 4, updatedBy: 'Asha Rao' };
    api.on(contract.transactions.update, ({ body }) =>
      (body as { version: number }).version === 4
        ? answer(theirs)
        : failure('VERSION_CONFLICT', {
            conflict: { current: theirs, changedBy: 'Asha Rao', changedAt: new Date().toISOString() },
          }),
    );
    await retype(await screen.findByRole('textbox', { name: 'Amount' }), '1250');
    await save();
    const panel = await screen.findByRole('group', { name: 'Newer version' });
    expect(panel).toHaveTextContent('Asha Rao saved a newer version just now');
    expect(screen.getByRole('radio', { name: 'Theirs: ₹999.00' })).not.toBeChecked();
    expect(screen.getByRole('radio', { name: 'Yours: ₹1,250.00' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Theirs: Das Clinic' })).toBeChecked();
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(bodies().at(-1)).toEqual({ amountPaise: 125_000, version: 4 });
  });

  it('reports an approval as an approval, not as an edit', async () => {
    const { api, queryClient } = setUp();
    await retype(await description(), 'Blood tests of Friday');
    const change = {
      _id: stored._id,
      status: 'partially_approved',
      version: 4,
      by: asha,
      at: new Date().toISOString(),
    };
    act(() => {
      queryClient.setQueryData(transactionResource.recentChange(stored._id).queryKey, change);
    });
    const text = 'Asha Rao gave the first approval to this entry just now. Your changes are kept, but not saved yet.';
    expect(await screen.findByText((_, element) => element?.textContent === text, { selector: 'span' })).toBeVisible();

    const approvals: Transaction['approvals'] = [{ by: { ...asha, role: 'lab_admin' }, at: change.at }];
    const theirs = { ...stored, status: 'partially_approved', approvals, version: 4, updatedBy: 'Asha Rao' };
    const conflict = { current: theirs, changedBy: 'Asha Rao', changedAt: change.at };
    api.on(contract.transactions.update, () => failure('VERSION_CONFLICT', { conflict }));
    await save();
    const panel = await screen.findByRole('group', { name: 'Newer version' });
    expect(panel).toHaveTextContent('Asha Rao gave the first approval to this entry just now');
    expect(panel).not.toHaveTextContent('saved a newer version');
  });

  it('tells of a newer version while one types', async () => {
    const { queryClient } = setUp();
    await description();
    const { _id, transactionNo, type, status, amountPaise, laboratoryId } = stored;
    const event = {
      _id,
      transactionNo,
      type,
      status,
      amountPaise,
      laboratoryId: laboratoryId._id,
      version: 4,
      by: asha,
      at: new Date().toISOString(),
    };
    act(() => {
      queryClient.setQueryData(transactionResource.recentChange(_id).queryKey, event);
    });
    expect(await screen.findByRole('button', { name: 'Load the new version' })).toBeVisible();
  });
});
