import { contract, errorCatalogue } from '@shifa/contract';
import { sessionUser, transaction } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { api as client } from '../../../data/api';
import { dayOf } from '../../../lib/format';
import { keyOf } from '../../../data/queries';
import type { LiveSocket } from '../../../data/socket';
import { answer, answerPage, failure } from '../../../testing/fake-api';
import { FakeSocket } from '../../../testing/fake-socket';
import { onPhone } from '../../../testing/on-phone';
import { transactionLive } from '../transaction.resource';
import { contra, fees, kolkata, locked, plain, rent, setUp, totals } from './testing/transactions-page';

const rowOf = async (number: string) =>
  within((await screen.findByText(number)).closest<HTMLElement>('[role="row"]') ?? document.body);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the grid of entries', () => {
  it('tells income, expense and reversal apart by sign and word, and marks exceptions and receipts', async () => {
    setUp();
    const income = await rowOf('KOL-2026-27-000001');
    expect(income.getByText('₹1,250.50')).toBeVisible();
    expect(income.getByTitle('Income')).toBeInTheDocument();
    expect(income.getByRole('img', { name: 'Back-dated' })).toBeVisible();
    expect(income.getByRole('img', { name: '2 receipts' })).toHaveTextContent('2');
    const expense = await rowOf('KOL-2026-27-000002');
    expect(expense.getByText('₹9,999,999,999.99')).toBeVisible();
    expect(expense.getByTitle('Expense')).toBeInTheDocument();
    const reversal = await rowOf('KOL-2026-27-000003');
    expect(reversal.getByText('−₹1,250.50')).toBeVisible();
    expect(reversal.getByTitle('Reversal of income')).toBeInTheDocument();
    expect(reversal.getByRole('img', { name: 'Reverses KOL-2026-27-000000' })).toBeVisible();
  });

  it('opens a row in the drawer and keeps the filters', async () => {
    const { address } = setUp({ at: '/finances/transactions?type=income' });
    await userEvent.click(await screen.findByText('City Clinic'));
    expect(address()).toBe(`/finances/transactions?type=income&entry=${fees._id}`);
  });

  it('offers laboratories only to who reaches more than one', async () => {
    setUp({ user: sessionUser({ role: 'lab_admin' }) });
    await screen.findByText('City Clinic');
    expect(screen.queryByRole('button', { name: 'Laboratory' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Status' })).toBeVisible();
  });

  it('follows what others do, and keeps the selection', async () => {
    const { api, queryClient } = setUp();
    const socket = new FakeSocket();
    transactionLive(socket as object as LiveSocket, queryClient);
    await screen.findByText('City Clinic');
    await userEvent.click((await rowOf('KOL-2026-27-000001')).getByRole('checkbox'));
    api.on(contract.transactions.list, () => answerPage([{ ...fees, status: 'approved' }, rent, contra]));
    api.on(contract.transactions.totals, () => answer({ ...totals, total: 1_241 }));
    act(() =>
      socket.receive('transaction:approved', { ...fees, laboratoryId: kolkata._id, by: null, at: fees.updatedAt }),
    );
    expect(await (await rowOf('KOL-2026-27-000001')).findByText('Approved')).toBeVisible();
    expect(await screen.findByText('1,241')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Selection' })).toHaveTextContent('1 selected');
  });
});

describe('the filters', () => {
  it('go from the address bar to the server, and come back as chips', async () => {
    const narrowed = {
      laboratoryId: kolkata._id,
      type: 'expense',
      category: 'rent',
      paymentMethod: 'upi',
      status: 'pending',
      flag: 'above_limit',
      party: 'City Clinic',
      from: '2026-11-01',
      to: '2026-11-30',
      minAmount: '1,00,000.50',
      mine: 'true',
      waitingForMe: 'true',
    };
    const { asked } = setUp({ at: `/finances/transactions?${new URLSearchParams(narrowed).toString()}` });
    await screen.findByText('City Clinic');
    expect(asked(contract.transactions.list)).toEqual([{ ...narrowed, page: '1', limit: '20', sort: '-date' }]);
    expect(asked(contract.transactions.totals)).toEqual([narrowed]);
    const chips = screen.getAllByRole('button', { name: /^Remove / }).map((chip) => chip.textContent);
    expect(chips).toEqual([
      'Status: Pending',
      'Type: Expense',
      'Category: Rent',
      'Laboratory: Shifa Kolkata',
      'Payment method: UPI',
      'Exceptions: Above the approval limit',
      'My entries: Created by me',
      'My entries: Needs my decision',
      'Date: Nov 1, 2026 – Nov 30, 2026',
      'Amount: from ₹100,000.50',
      'Party: City Clinic',
    ]);
  });

  it('take an amount as it is typed, and refuse what is none', async () => {
    const { address } = setUp();
    await press('Amount');
    const from = screen.getByLabelText('From');
    await userEvent.type(from, '1e21{Enter}');
    expect(
      await screen.findByText('Enter an amount above zero with at most two decimals, such as 1,250.50'),
    ).toBeVisible();
    await userEvent.clear(from);
    await userEvent.type(from, '999999999999{Enter}');
    expect(await screen.findByText('Must be at most ₹10,000,000,000.00')).toBeVisible();
    expect(address()).toBe('/finances/transactions');
    await userEvent.clear(from);
    await userEvent.type(from, '₹ 500{Enter}');
    await waitFor(() => expect(new URLSearchParams(address().split('?')[1]).get('minAmount')).toBe('₹ 500'));
    await userEvent.keyboard('{Escape}');
    await press('Remove Amount: from ₹500.00');
    expect(address()).toBe('/finances/transactions');
  });

  it('offer the categories of the chosen type only, and drop those of the other', async () => {
    const { address } = setUp({ at: '/finances/transactions?category=rent&category=test_fees' });
    await press('Type');
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Income' }));
    await userEvent.keyboard('{Escape}');
    expect(address()).toBe('/finances/transactions?type=income&category=test_fees');
    await press('Category');
    expect(await screen.findByRole('menuitemcheckbox', { name: 'Test fees' })).toBeVisible();
    expect(screen.queryByRole('menuitemcheckbox', { name: 'Rent' })).not.toBeInTheDocument();
  });

  it('that hide everything are named', async () => {
    const { address } = setUp({ rows: [], at: '/finances/transactions?search=xyz&maxAmount=500&status=rejected' });
    expect(await screen.findByText('No entries match “xyz” and these filters')).toBeVisible();
    await press('Clear search and filters');
    expect(address()).toBe('/finances/transactions');
  });
});

it('the date has presets, one click away', async () => {
  const { address } = setUp();
  await press('Date');
  await press('Last 7 days');
  const params = new URLSearchParams(address().split('?')[1]);
  const day = (offset: number) => dayOf(new Date(Date.now() - offset * 86_400_000), 'Asia/Kolkata');
  expect([params.get('from'), params.get('to')]).toEqual([day(6), day(0)]);
  expect(screen.getByRole('button', { name: 'Last 7 days' })).toHaveAttribute('aria-pressed', 'true');
});

it('the number of an entry is a link, so that the entry can be opened in another tab', async () => {
  setUp({ rows: [fees] });
  const link = await screen.findByRole('link', { name: fees.transactionNo });
  expect(link).toHaveAttribute('href', `/finances/transactions?entry=${fees._id}`);
});

describe('before the first entry', () => {
  it('the page leads to the form and to the import', async () => {
    const { opened } = setUp({ rows: [] });
    await press('New entry');
    await press('Import entries');
    expect(opened.mock.calls).toEqual([[{ dialog: 'entry' }], [{ dialog: 'import' }]]);
  });
});

describe('the totals', () => {
  it('are of the whole filter, with what is pending beside them', async () => {
    setUp();
    const figures = within(await screen.findByRole('region', { name: 'Totals' }));
    await figures.findByText('1,240');
    const lines = figures.getAllByRole('term').map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
    expect(lines).toEqual([
      'Entries 1,240',
      'Income ₹1,250.50',
      'Expense ₹2,000.00',
      'Net −₹749.50',
      'Pending (3) +₹50.00 −₹300.00',
    ]);
  });

  it('can be asked for again when they could not be had', async () => {
    const { api, queryClient } = setUp();
    await screen.findByText('1,240');
    api.on(contract.transactions.totals, () => failure('INTERNAL_ERROR'));
    await act(() => queryClient.resetQueries({ queryKey: keyOf(client.transactions.totals) }));
    expect(await screen.findByText(/The totals couldn't be loaded/)).toBeVisible();
    api.on(contract.transactions.totals, () => answer(totals));
    await press('Try again');
    expect(await screen.findByText('1,240')).toBeVisible();
  });
});

describe('an export', () => {
  it('is of the filter and the order, whatever the page', async () => {
    const { api } = setUp({ at: '/finances/transactions?page=2&type=income&sort=-amountPaise' });
    api.on(contract.transactions.export, () => failure('EXPORT_TOO_LARGE'));
    await press('Export');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Export as CSV' }));
    expect(await screen.findByText(errorCatalogue.EXPORT_TOO_LARGE.message)).toBeVisible();
    const [request] = api.requests(contract.transactions.export);
    expect(plain(request?.query)).toEqual({ format: 'csv', sort: '-amountPaise', type: 'income' });
  });
});

describe('the menu of a row', () => {
  it('says why an action is disabled', async () => {
    setUp();
    await press('Actions for KOL-2026-27-000002');
    for (const name of [/^Approve/, /^Reject/]) {
      const item = screen.getByRole('menuitem', { name });
      expect(item).toHaveAttribute('aria-disabled', 'true');
      expect(item).toHaveTextContent(locked.reason);
    }
    expect(screen.getByRole('menuitem', { name: /^Reverse/ })).toHaveTextContent('Only an approved entry');
    expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'false');
  });

  it('approves at once, and tells who was faster over the entry as it stands', async () => {
    const { api, address } = setUp();
    const conflict = {
      current: transaction({ ...fees, status: 'rejected' }),
      changedBy: 'Asha Rao',
      changedAt: new Date().toISOString(),
    };
    api.on(contract.transactions.approve, () => failure('TRANSACTION_ALREADY_DECIDED', { conflict }));
    await press('Actions for KOL-2026-27-000001');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Approve' }));
    const text = "Asha Rao rejected KOL-2026-27-000001 just now. Your decision wasn't saved.";
    expect(await screen.findByText(text)).toBeVisible();
    await waitFor(() => expect(address()).toContain(`entry=${fees._id}`));
  });
});

describe('on a phone', () => {
  it('is cards with amount and status first, a selection with its sum, and totals that unfold', async () => {
    onPhone();
    setUp();
    const [card] = within(await screen.findByRole('list', { name: 'Entries' })).getAllByRole('listitem');
    expect(card).toHaveTextContent(/^Income?.*₹1,250\.50Pending/);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select KOL-2026-27-000001' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select KOL-2026-27-000002' }));
    expect(screen.getByRole('region', { name: 'Selection' })).toHaveTextContent(
      '2 selected: income ₹1,250.50, expense ₹9,999,999,999.99',
    );
    const fold = await screen.findByRole('button', { name: '1,240 entries · net −₹749.50' });
    expect(screen.queryByText('Pending (3)')).not.toBeInTheDocument();
    await userEvent.click(fold);
    expect(screen.getByText('Pending (3)')).toBeVisible();
  });
});
