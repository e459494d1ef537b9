import { contract, type PeriodClose, type SetPeriodCloseBody } from '@shifa/contract';
import { laboratory, periodClose, sessionUser } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { clickBeside } from '../../../testing/click-beside';
import { renderApp } from '../../../testing/render-app';
import { PeriodCloseDialog } from './period-close-dialog';

const closed = periodClose({
  lockedThrough: '2026-09-30',
  updatedBy: 'Asha Rao',
  updatedAt: '2026-10-05T06:30:00.000Z',
  version: 2,
});
const open = periodClose();

function setUp(stored: PeriodClose, role: 'super_admin' | 'lab_admin' = 'super_admin') {
  const api = fakeApi();
  const onClose = vi.fn();
  api.on(contract.laboratories.options, () => answer([kolkata, dubai]));
  api.on(contract.transactions.periodClose, () => answer(stored));
  const pending = { laboratories: [{ _id: '1'.repeat(24), name: 'Shifa Kolkata', code: 'KOL', count: 12 }] };
  api.on(contract.transactions.pendingBeforeClose, () => answer(pending));
  api.on(contract.transactions.setPeriodClose, ({ body }) => {
    const { lockedThrough, laboratoryId } = body as SetPeriodCloseBody;
    if (laboratoryId === undefined) return answer({ ...stored, lockedThrough, version: stored.version + 1 });
    return answer({ ...stored, laboratories: [{ ...closed, _id: laboratoryId, lockedThrough }] });
  });
  const { queryClient } = renderApp(<PeriodCloseDialog onClose={onClose} />, { user: sessionUser({ role }) });
  const sent = () => api.requests(contract.transactions.setPeriodClose).map(({ body }) => body);
  return { api, onClose, sent, queryClient };
}

const kolkata = laboratory({ name: 'Shifa Kolkata' });
const dubai = laboratory({ name: 'Shifa Dubai' });

async function close(through: string) {
  const day = await screen.findByLabelText('Close the books through');
  await userEvent.clear(day);
  await userEvent.type(day, through);
  await userEvent.click(screen.getByRole('button', { name: 'Close books' }));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('closed books', () => {
  it('are a note with their day and who set it to who may not change them', async () => {
    setUp(closed, 'lab_admin');
    expect(await screen.findByText(/closed through September 30, 2026/)).toBeVisible();
    expect(screen.getByText(/^Set by Asha Rao/)).toBeVisible();
    expect(screen.getByText("Lab admins can't do this. Super admins can.")).toBeVisible();
    expect(screen.queryByLabelText('Close the books through')).not.toBeInTheDocument();
  });

  it('lead to the entries of a laboratory from the first day that it has not closed itself', async () => {
    const _id = '1'.repeat(24);
    setUp({ ...closed, laboratories: [{ ...closed, _id, lockedThrough: '2026-10-15' }] });
    await close('2026-10-31');
    expect(await screen.findByRole('link', { name: 'Shifa Kolkata' })).toHaveAttribute(
      'href',
      expect.stringContaining('from=2026-10-16&to=2026-10-31'),
    );
  });

  it('are closed further after a question that says what it does', async () => {
    const { onClose, sent } = setUp(closed);
    await close('2026-10-31');
    const asked = within(await screen.findByRole('alertdialog', { name: 'Close books' }));
    expect(asked.getByText(/on or before October 31, 2026/)).toBeVisible();
    expect(asked.getByText(/This covers all laboratories/)).toBeVisible();
    const pending = await asked.findByRole('list', { name: 'Pending entries by laboratory' });
    expect(pending).toHaveTextContent('Shifa Kolkata: 12');
    expect(within(pending).getByRole('link', { name: 'Shifa Kolkata' })).toHaveAttribute(
      'href',
      expect.stringContaining('from=2026-10-01&to=2026-10-31'),
    );
    expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(sent()).toEqual([]);
    await userEvent.click(asked.getByRole('button', { name: 'Close books' }));
    expect(await screen.findByText('The books are closed through Oct 31, 2026')).toBeVisible();
    expect(sent()).toEqual([{ lockedThrough: '2026-10-31', version: 2 }]);
    expect(onClose).toHaveBeenCalled();
  });

  it('are opened again with a warning of what may change', async () => {
    const { sent } = setUp(closed);
    await close('2026-08-31');
    const asked = within(await screen.findByRole('alertdialog', { name: 'Reopen the books' }));
    expect(
      asked.getByText(/post to the days after August 31, 2026 and through September 30, 2026 again\. Reported totals/),
    ).toBeVisible();
    await userEvent.click(asked.getByRole('button', { name: 'Reopen' }));
    expect(await screen.findByText('The books are closed through Aug 31, 2026')).toBeVisible();
    expect(sent()).toEqual([{ lockedThrough: '2026-08-31', version: 2 }]);
  });

  it('have the last complete month filled in, for the network or for the laboratory that is chosen', async () => {
    const own = { ...closed, _id: dubai._id, lockedThrough: '2026-10-31', updatedBy: 'Ravi Sen', version: 5 };
    const { api, sent } = setUp({ ...closed, laboratories: [own] });
    expect(await screen.findByLabelText('Close the books through')).toHaveValue('2026-10-31');
    await screen.findByRole('option', { name: 'Shifa Dubai' });
    await userEvent.selectOptions(screen.getByLabelText('Laboratory'), 'Shifa Dubai');
    expect(screen.getByText(/The books of this laboratory are closed through October 31, 2026/)).toBeVisible();
    expect(screen.getByText(/^Set by Ravi Sen/)).toBeVisible();
    expect(screen.getByLabelText('Close the books through')).toHaveValue('2026-10-31');

    await userEvent.selectOptions(screen.getByLabelText('Laboratory'), 'Shifa Kolkata');
    expect(screen.getByText(/The books of all laboratories are closed through September 30, 2026/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Reopen/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Close books' }));
    const asked = within(await screen.findByRole('alertdialog', { name: 'Close books' }));
    expect(asked.getByText(/This covers only this laboratory/)).toBeVisible();
    expect(api.requests(contract.transactions.pendingBeforeClose)[0]?.query.get('laboratoryId')).toBe(kolkata._id);
    await userEvent.click(asked.getByRole('button', { name: 'Close books' }));
    expect(await screen.findByText('The books are closed through Oct 31, 2026')).toBeVisible();
    expect(sent()).toEqual([{ lockedThrough: '2026-10-31', laboratoryId: kolkata._id, version: 1 }]);
  });

  it('of a laboratory are reopened only as far as the network is open', async () => {
    const own = { ...closed, _id: dubai._id, lockedThrough: '2026-10-31', version: 5 };
    const { sent } = setUp({ ...closed, laboratories: [own] });
    await screen.findByRole('option', { name: 'Shifa Dubai' });
    await userEvent.selectOptions(screen.getByLabelText('Laboratory'), 'Shifa Dubai');
    await close('2026-08-31');
    expect(
      screen.getByText('All laboratories are closed through Sep 30, 2026 already. Choose a later day.'),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Reopen laboratory' }));
    expect(
      await screen.findByText(
        /the days after September 30, 2026 and through October 31, 2026.*stay closed through September 30/,
      ),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Reopen' }));
    expect(await screen.findByText('The books are closed through Sep 30, 2026')).toBeVisible();
    expect(sent()).toEqual([{ lockedThrough: null, laboratoryId: dubai._id, version: 5 }]);
  });

  it('are opened altogether', async () => {
    const { sent } = setUp(closed);
    await userEvent.click(await screen.findByRole('button', { name: 'Reopen all' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }));
    expect(await screen.findByText('The books are open')).toBeVisible();
    expect(sent()).toEqual([{ lockedThrough: null, version: 2 }]);
  });

  it.each([
    ['2026-11-22', 'Must not be after Nov 21, 2026'],
    ['2026-09-30', 'The books are already closed through this day'],
  ])('are not closed through %s', async (day, fault) => {
    const { sent } = setUp(closed);
    await close(day);
    expect(await screen.findByText(fault)).toBeVisible();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
  });

  it.each([
    ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('ask before %s discards a day that was typed, and not before', async (_, leave) => {
    const { onClose } = setUp(closed);
    const day = await screen.findByLabelText('Close the books through');
    await userEvent.clear(day);
    await userEvent.type(day, '2026-11-15');
    await leave();
    const question = await screen.findByRole('alertdialog', { name: 'Discard what you typed' });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(day).toHaveValue('2026-11-15');
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.clear(day);
    await userEvent.type(day, '2026-10-31');
    await leave();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('keep a day that was typed when a laboratory is chosen after it, or someone clicks beside', async () => {
    const { onClose } = setUp(closed);
    const day = await screen.findByLabelText('Close the books through');
    await userEvent.clear(day);
    await userEvent.type(day, '2026-11-15');
    await screen.findByRole('option', { name: 'Shifa Dubai' });
    await userEvent.selectOptions(screen.getByLabelText('Laboratory'), 'Shifa Dubai');
    await clickBeside();
    expect(screen.getByLabelText('Close the books through')).toHaveValue('2026-11-15');
    expect(onClose).not.toHaveBeenCalled();
  });

  it("end a question that someone else's change makes another one, and keep the typed day", async () => {
    const { api, sent, queryClient } = setUp(open);
    await close('2026-10-31');
    await screen.findByRole('alertdialog', { name: 'Close books' });
    api.on(contract.transactions.periodClose, () => answer({ ...closed, lockedThrough: '2026-11-15' }));
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(screen.getByText(/^The closed period changed while this was open\./)).toBeVisible();
    expect(screen.getByLabelText('Close the books through')).toHaveValue('2026-10-31');
    await userEvent.click(screen.getByRole('button', { name: 'Close books' }));
    expect(await screen.findByRole('alertdialog', { name: 'Reopen the books' })).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('show what somebody else set meanwhile, and nothing is overwritten', async () => {
    const { api } = setUp(open);
    const newer = { ...closed, lockedThrough: '2026-06-30', updatedBy: 'Ravi Sen' };
    const conflict = { current: newer, changedBy: 'Ravi Sen', changedAt: '2026-11-21T08:59:00.000Z' };
    api.on(contract.transactions.setPeriodClose, () => failure('VERSION_CONFLICT', { conflict }));
    await close('2026-10-31');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close books' }));
    expect(await screen.findByText(/closed through June 30, 2026/)).toBeVisible();
    expect(screen.getByText(/^Set by Ravi Sen/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole('button', { name: 'Close books' }));
    const again = await screen.findByRole('alertdialog', { name: 'Close books' });
    expect(within(again).queryByRole('alert')).not.toBeInTheDocument();
  });
});
