import { contract, type SessionUser } from '@shifa/contract';
import { sessionUser, transactionListItem } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRoutes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { answerPage, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { finances } from './finances';
import { routesOf } from './section';

// The frame is looked at here; what stands in it has tests of its own.
vi.mock('../../features/finance/overview/overview-page', () => ({ OverviewPage: () => <p>The overview</p> }));
vi.mock('../../features/finance/transactions/transactions-page', () => ({ TransactionsPage: () => <p>The list</p> }));
vi.mock('../../features/finance/decisions/approvals-page', () => ({ ApprovalsPage: () => <p>The queue</p> }));
vi.mock('../../features/finance/report/report-page', () => ({ ReportPage: () => <p>The report</p> }));
vi.mock('../../features/finance/voucher/voucher-page', () => ({ VoucherPage: () => <p>The voucher</p> }));
vi.mock('../../features/finance/form/new-transaction', () => ({
  NewTransaction: ({ type = 'either', onClose }: { type?: string; onClose: () => void }) => (
    <div role="dialog" aria-label={`New ${type}`}>
      <button onClick={onClose}>Leave</button>
    </div>
  ),
}));
vi.mock('../../features/finance/entry/transaction-drawer', () => ({
  TransactionDrawer: ({ id, onClose }: { id: string; onClose: () => void }) => (
    <div role="dialog" aria-label={`Entry ${id}`}>
      <button onClick={onClose}>Leave</button>
    </div>
  ),
}));

function setUp(at: string, user: SessionUser = sessionUser({ role: 'lab_admin' })) {
  const api = fakeApi();
  api.on(contract.transactions.list, () => answerPage([transactionListItem()], 1_204));
  const view = renderApp(<Finances />, { user, at });
  return { ...view, api };
}

const routes = routesOf([finances]);

function Finances() {
  return useRoutes(routes);
}

function without(permission: 'transactions.view' | 'transactions.create' | 'transactions.approve'): SessionUser {
  const user = sessionUser({ role: 'lab_admin' });
  user.permissions[permission] = { allowed: false, scope: null, source: 'override' };
  return user;
}

describe('the parts of the finances', () => {
  it.each([
    ['/finances', 'The overview', 'Overview', 'Financial Overview'],
    ['/finances/transactions?type=income', 'The list', 'Entries', 'Entries · Financial Overview'],
    ['/finances/approvals', 'The queue', /^Approvals/, 'Approvals · Financial Overview'],
    ['/finances/report', 'The report', 'Report', 'Report · Financial Overview'],
  ])('%s is «%s»', async (at, words, tab, title) => {
    setUp(at);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Financial Overview' })).toBeVisible();
    expect(document.title).toBe(`${title} · Shifa MS`);
    const tabs = within(screen.getByRole('navigation', { name: 'Finances' }));
    expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
    expect(tabs.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')).toHaveLength(1);
  });

  it('tell how many entries wait for the viewer', async () => {
    const { api } = setUp('/finances');
    expect(await screen.findByRole('link', { name: 'Approvals (1,204)' })).toHaveAttribute(
      'href',
      '/finances/approvals',
    );
    expect(Object.fromEntries(api.requests(contract.transactions.list)[0]?.query ?? [])).toEqual({
      waitingForMe: 'true',
      limit: '1',
    });
  });

  it('have a voucher that is a page without them', async () => {
    setUp('/finances/vouchers/65f000000000000000000001');
    expect(await screen.findByText('The voucher')).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Finances' })).not.toBeInTheDocument();
  });

  it('are closed to who may not see entries', () => {
    setUp('/finances', without('transactions.view'));
    expect(screen.getByRole('heading', { name: "You don't have access to this section" })).toBeVisible();
  });

  it('keep the approvals where they are for who may not approve, and say why', async () => {
    const { api } = setUp('/finances/approvals', without('transactions.approve'));
    expect(await screen.findByText(/^Revoked for you\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Approvals' })).toHaveAttribute('aria-current', 'page');
    expect(screen.queryByText('The queue')).not.toBeInTheDocument();
    expect(api.requests(contract.transactions.list)).toHaveLength(0);
  });
});

describe('an entry', () => {
  it('is open on every part as long as the address says so', async () => {
    const { address } = setUp('/finances/report?groupBy=day&entry=65f000000000000000000001');
    const drawer = await screen.findByRole('dialog', { name: 'Entry 65f000000000000000000001' });
    await userEvent.click(within(drawer).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(drawer).not.toBeInTheDocument());
    expect(address()).toBe('/finances/report?groupBy=day');
  });

  it('is new from every part, of either type or of one', async () => {
    setUp('/finances');
    await userEvent.click(await screen.findByRole('button', { name: 'New entry' }));
    await userEvent.click(within(await screen.findByRole('dialog', { name: 'New either' })).getByRole('button'));
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'New expense' }));
    expect(await screen.findByRole('dialog', { name: 'New expense' })).toBeVisible();
  });

  it('is not made by who may not', async () => {
    setUp('/finances', without('transactions.create'));
    await userEvent.click(await screen.findByRole('button', { name: 'New entry' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    expect(screen.getByRole('menuitem', { name: 'Import entries' })).toHaveAttribute('aria-disabled', 'true');
  });
});
