import { type AttendanceRehearsal, contract, type Laboratory, type TransactionRehearsal } from '@shifa/contract';
import { laboratory, nextId, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { PolicyForm } from './laboratory-form';

const stored = laboratory({ name: 'Salt Lake', version: 3 });
const days = { lateDays: 1, lateMinutes: 12, halfDays: 0, overtimeMinutes: 90, exceptionalDays: 1 };
const late = { ...days, lateDays: 3, lateMinutes: 32 };
const asha = { _id: nextId(), name: 'Asha Rao', employeeCode: 'SLK-1', role: 'staff', department: null } as const;
const month = { days: 30, from: '2026-10-24', to: '2026-11-22', total: 40, judged: 40, omittedRows: 0 };

const rehearsed: AttendanceRehearsal = {
  periods: [
    {
      ...month,
      changed: 2,
      before: days,
      after: late,
      rows: [{ person: asha, changedDays: 2, before: days, after: late }],
    },
    { ...month, days: 90, from: '2026-08-25', changed: 0, before: days, after: days, rows: [] },
  ],
};
const none = { aboveLimit: 0, backDated: 0, twoApprovals: 0 };
const unchanged: TransactionRehearsal = {
  periods: [30, 90].map((count) => ({ ...month, days: count, changed: 0, before: none, after: none, rows: [] })),
};

function setUp(document: Laboratory = stored) {
  const api = fakeApi();
  api.on(contract.attendance.rehearsal, () => answer(rehearsed));
  api.on(contract.transactions.rehearsal, () => answer(unchanged));
  api.on(contract.laboratories.update, () => answer(stored));
  const onClose = vi.fn<() => void>();
  renderApp(<PolicyForm document={document} onClose={() => onClose()} />, {
    user: sessionUser({ role: 'super_admin' }),
  });
  return { api, onClose };
}

const type = async (label: string, text: string) => {
  const field = screen.getByLabelText(label, { selector: 'input' });
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));

describe('the policies of a laboratory', () => {
  it('show what a change would have changed, in words and by person, before it is saved', async () => {
    const { api, onClose } = setUp();
    await waitFor(() => expect(screen.getAllByText(/^Change a value to see/)).toHaveLength(2));
    expect(api.requests(contract.attendance.rehearsal)).toEqual([]);
    await type('Late after', '5');
    expect(
      await screen.findByText('2 of 40 days would have been different: 2 more late days.', {}, { timeout: 5_000 }),
    ).toBeVisible();
    // Not what is missing while the value is replaced.
    const asked = api.requests(contract.attendance.rehearsal).map(({ query }) => query);
    expect(asked.map((query) => [query.get('laboratoryId'), query.get('graceLateMinutes')])).toEqual([
      [stored._id, '5'],
    ]);

    const row = screen.getByRole('row', { name: /Asha Rao/ });
    expect(within(row).getByRole('link')).toHaveAttribute(
      'href',
      `/attendance/records?userId=${asha._id}&from=2026-10-24&to=2026-11-22`,
    );
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['1 → 3', '12 m → 32 m']);

    await userEvent.click(screen.getByRole('radio', { name: '90 days' }));
    expect(screen.getByText('Nothing would have changed in the last 90 days, with 40 days recorded.')).toBeVisible();

    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const [sent] = api.requests(contract.laboratories.update);
    const { attendance } = stored.policies;
    const policies = { ...stored.policies, attendance: { ...attendance, graceLateMinutes: 5 } };
    expect(sent?.body).toEqual({ version: 3, policies });
  });

  it('ask before a change that affects approvals is saved', async () => {
    const { api, onClose } = setUp();
    await type('Backdated after', '3');
    await save();
    const question = within(await screen.findByRole('alertdialog', { name: 'Save changes' }));
    expect(question.getByText(/follow the new rules/)).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(api.requests(contract.laboratories.update)).toEqual([]);
    await save();
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  it('can be saved when the rehearsal fails, which can be tried again', async () => {
    const { api } = setUp();
    api.on(contract.attendance.rehearsal, () => failure('UNAVAILABLE'));
    await type('Late after', '5');
    const note = await screen.findByText(/You can save without it/, {}, { timeout: 5_000 });
    expect(note).toHaveTextContent('The service is busy. Try again in a moment.');
    api.on(contract.attendance.rehearsal, () => answer(rehearsed));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/would have been different/)).toBeVisible();
  });

  it('are rehearsed only where the person may change them', async () => {
    const reason = 'Only a super admin can change this';
    setUp(laboratory({ actions: { ...stored.actions, editNetworkFields: { allowed: false, reason } } }));
    expect(await screen.findByLabelText('Approval limit', { selector: 'input' })).toHaveAttribute('readonly');
    expect(screen.getByLabelText('Late after', { selector: 'input' })).toHaveAttribute('readonly');
    expect(screen.queryByText(/^Change a value to see/)).not.toBeInTheDocument();
  });
});
