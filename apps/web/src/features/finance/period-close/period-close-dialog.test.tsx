import { contract, type PeriodClose } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { PeriodCloseDialog } from './period-close-dialog';

const closed: PeriodClose = {
  _id: '0'.repeat(24),
  lockedThrough: '2026-09-30',
  updatedBy: 'Asha Rao',
  updatedAt: '2026-10-05T06:30:00.000Z',
  version: 2,
};
const open: PeriodClose = { _id: '0'.repeat(24), lockedThrough: null, updatedBy: null, updatedAt: null, version: 1 };

function setUp(stored: PeriodClose, role: 'super_admin' | 'lab_admin' = 'super_admin') {
  const api = fakeApi();
  const onClose = vi.fn();
  api.on(contract.transactions.periodClose, () => answer(stored));
  const pending = { laboratories: [{ _id: '1'.repeat(24), name: 'Shifa Kolkata', code: 'KOL', count: 12 }] };
  api.on(contract.transactions.pendingBeforeClose, () => answer(pending));
  api.on(contract.transactions.setPeriodClose, ({ body }) =>
    answer({ ...stored, lockedThrough: (body as PeriodClose).lockedThrough, version: stored.version + 1 }),
  );
  renderApp(<PeriodCloseDialog onClose={onClose} />, { user: sessionUser({ role }) });
  const sent = () => api.requests(contract.transactions.setPeriodClose).map(({ body }) => body);
  return { api, onClose, sent };
}

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
    expect(screen.getByText('Lab admins may not do this. Super admins may.')).toBeVisible();
    expect(screen.queryByLabelText('Close the books through')).not.toBeInTheDocument();
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
      asked.getByText(
        /posted again to the days after August 31, 2026 and through September 30, 2026, and reported totals/,
      ),
    ).toBeVisible();
    await userEvent.click(asked.getByRole('button', { name: 'Reopen' }));
    expect(await screen.findByText('The books are closed through Aug 31, 2026')).toBeVisible();
    expect(sent()).toEqual([{ lockedThrough: '2026-08-31', version: 2 }]);
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

  it('show what somebody else set meanwhile, and nothing is overwritten', async () => {
    const { api } = setUp(open);
    const newer = { ...closed, lockedThrough: '2026-06-30', updatedBy: 'Ravi Sen' };
    const conflict = { current: newer, changedBy: 'Ravi Sen', changedAt: '2026-11-21T08:59:00.000Z' };
    api.on(contract.transactions.setPeriodClose, () => failure('VERSION_CONFLICT', { conflict }));
    await close('2026-10-31');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close books' }));
    expect(await screen.findByText(/closed through June 30, 2026/)).toBeVisible();
    expect(screen.getByText(/^Set by Ravi Sen/)).toBeVisible();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
});
