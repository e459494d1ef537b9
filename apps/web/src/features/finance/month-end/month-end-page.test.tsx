import { contract } from '@shifa/contract';
import { periodClose, sessionUser, transaction } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, answerCreated, answerPage, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { MonthEndPage } from './month-end-page';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it('the month-end checklist links each count to its entries and explains its rule', async () => {
  const api = fakeApi();
  api.on(contract.transactions.monthEnd, () =>
    answer({
      checks: [
        { check: 'waiting', count: 0 },
        { check: 'rejected', count: 1 },
        { check: 'withoutReceipt', count: 12 },
        { check: 'unusual', count: 2 },
      ],
    }),
  );
  api.on(contract.transactions.list, () => answerPage([]));
  renderApp(<MonthEndPage />, { user: sessionUser({ role: 'lab_admin' }), at: '/finances/month-end' });

  const list = within(await screen.findByRole('list', { name: 'Checklist' }));
  const [waiting] = list.getAllByRole('listitem');
  expect(waiting).toHaveTextContent(/Pending approval.*None/);
  const hrefs = list.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs.map((href) => Object.fromEntries(new URL(href ?? '', 'http://x').searchParams))).toEqual([
    { from: '2026-10-01', to: '2026-10-31', status: 'rejected' },
    expect.objectContaining({ from: '2026-10-01', type: 'expense', minAmount: '1000', withoutReceipt: 'true' }),
    expect.objectContaining({ unusualIn: '2026-10' }),
  ]);
  expect(list.getByRole('link', { name: 'Unusual amounts: 2 entries' })).toHaveTextContent('2 entries');

  await userEvent.selectOptions(screen.getByLabelText('Receipt needed from'), '5000');
  expect(await list.findByText('Expenses of ₹5,000.00 or more without a receipt')).toBeVisible();
  expect(api.requests(contract.transactions.monthEnd).at(-1)?.query.get('receiptFrom')).toBe('5000');

  await userEvent.click(list.getByRole('button', { name: 'Why is an amount unusual?' }));
  expect(await screen.findByText(/more than 5 times the average for its category/)).toBeVisible();
});

it('says of a closed month that it is closed, and who can still attach receipts', async () => {
  const api = fakeApi();
  api.on(contract.transactions.monthEnd, () => answer({ checks: [] }));
  api.on(contract.transactions.periodClose, () => answer(periodClose({ lockedThrough: '2026-10-31' })));
  renderApp(<MonthEndPage />, { user: sessionUser({ role: 'lab_admin' }), at: '/finances/month-end' });
  expect(await screen.findByRole('heading', { name: 'October 2026 is closed' })).toBeVisible();
  expect(screen.getByText(/^Only a super admin can still attach them\./)).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Month'), 'November 2026');
  expect(await screen.findByRole('heading', { name: 'Before November 2026 is closed' })).toBeVisible();
  expect(screen.getByText(/^Attach them here while the month is open\./)).toBeVisible();
});

it('leads nowhere from the counts of the month before, while those of the next are fetched', async () => {
  const api = fakeApi();
  api.on(contract.transactions.monthEnd, () => answer({ checks: [{ check: 'rejected', count: 1 }] }));
  renderApp(<MonthEndPage />, { user: sessionUser({ role: 'lab_admin' }), at: '/finances/month-end' });
  expect((await screen.findByText('1 entry')).closest('[inert]')).toBeNull();
  api.on(contract.transactions.monthEnd, () => new Promise(() => undefined));
  await userEvent.selectOptions(screen.getByLabelText('Month'), 'September 2026');
  expect(screen.getByText('1 entry').closest('[inert]')).not.toBeNull();
});

it('each entry without a receipt has a button that attaches one, and the line turns green', async () => {
  const api = fakeApi();
  const allowed = transaction({ type: 'expense', category: 'rent', status: 'approved', transactionNo: 'KOL-7' });
  const closed = { allowed: false, reason: 'The books are closed through Oct 31, 2026.' };
  const locked = { ...transaction(allowed), _id: '9'.repeat(24), transactionNo: 'KOL-8', actions: { attach: closed } };
  let missing = [allowed, locked];
  api.on(contract.transactions.monthEnd, () =>
    answer({
      checks: [
        { check: 'waiting', count: 0 },
        { check: 'rejected', count: 0 },
        { check: 'withoutReceipt', count: missing.length },
        { check: 'unusual', count: 0 },
      ],
    }),
  );
  api.on(contract.transactions.list, () => answerPage(missing));
  api.on(contract.transactions.attachReceipt, () => {
    missing = [];
    return answerCreated(allowed);
  });
  renderApp(<MonthEndPage />, { user: sessionUser({ role: 'lab_admin' }), at: '/finances/month-end' });

  const entries = within(await screen.findByRole('list', { name: 'Entries without a receipt' }));
  expect(entries.getAllByRole('button', { name: /^Attach receipt to/ })).toHaveLength(2);
  expect(entries.getByRole('button', { name: /KOL-8/ })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText(/added now is marked as added after approval and can't be removed/)).toBeVisible();
  const choose = (file: File) =>
    userEvent.upload(screen.getByLabelText('Receipt of KOL-7', { selector: 'input' }), file, { applyAccept: false });
  await choose(new File(['x'], 'notes.txt', { type: 'text/plain' }));
  expect(screen.getByRole('alert')).toHaveTextContent('KOL-7, notes.txt: A receipt must be');
  await choose(new File(['x'], 'bill.pdf', { type: 'application/pdf' }));
  await waitFor(() =>
    expect(screen.queryByRole('list', { name: 'Entries without a receipt' })).not.toBeInTheDocument(),
  );
  expect(api.requests(contract.transactions.attachReceipt).map(({ params }) => params['id'])).toEqual([allowed._id]);
  expect(screen.getByRole('list', { name: 'Checklist' })).not.toHaveTextContent('entries');
});
