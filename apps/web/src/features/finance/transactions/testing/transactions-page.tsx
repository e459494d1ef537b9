import { contract, type SessionUser, type TransactionListItem, type TransactionTotals } from '@shifa/contract';
import { laboratory, sessionUser, transactionListItem } from '@shifa/contract/testing';
import { Outlet, Route, Routes } from 'react-router-dom';
import { vi } from 'vitest';
import { answer, answerPage, fakeApi } from '../../../../testing/fake-api';
import { renderApp } from '../../../../testing/render-app';
import type { FinanceDialog } from '../../finance-navigation';
import { TransactionsPage } from '../transactions-page';

export const fees = transactionListItem({
  transactionNo: 'KOL-2026-27-000001',
  party: 'City Clinic',
  flags: ['back_dated'],
  receiptCount: 2,
});
export const locked = { allowed: false, reason: 'You entered this, so someone else approves it' };
export const rent = transactionListItem({
  transactionNo: 'KOL-2026-27-000002',
  type: 'expense',
  category: 'rent',
  amountPaise: 999_999_999_999,
  description: 'Rent of November',
  actions: { ...fees.actions, approve: locked, reject: locked },
});
export const contra = transactionListItem({
  transactionNo: 'KOL-2026-27-000003',
  reversalOf: { _id: fees._id, transactionNo: 'KOL-2026-27-000000' },
});
export const kolkata = laboratory({ name: 'Shifa Kolkata' });

const none = { count: 0, incomePaise: 0, expensePaise: 0, netPaise: 0 };
export const totals: TransactionTotals = {
  total: 1_240,
  count: 1_200,
  incomePaise: 125_050,
  expensePaise: 200_000,
  netPaise: -74_950,
  pending: { count: 3, incomePaise: 5_000, expensePaise: 30_000, netPaise: -25_000 },
};

type SetUp = { at?: string; rows?: TransactionListItem[]; user?: SessionUser };

export function setUp({ at = '/finances/transactions', rows = [fees, rent, contra], user }: SetUp = {}) {
  const api = fakeApi();
  api.on(contract.transactions.list, () => answerPage(rows));
  api.on(contract.transactions.totals, () => answer(rows.length === 0 ? { ...none, total: 0, pending: none } : totals));
  api.on(contract.transactions.parties, () => answer([]));
  api.on(contract.laboratories.options, () => answer([kolkata]));
  api.on(contract.preferences.get, () => answer({ grids: {} }));
  const opened = vi.fn<(dialog: FinanceDialog) => void>();
  const view = renderApp(
    <Routes>
      <Route element={<Outlet context={opened} />}>
        <Route path="/finances/transactions" element={<TransactionsPage />} />
      </Route>
    </Routes>,
    { user: user ?? sessionUser({ role: 'super_admin' }), at },
  );
  const asked = (route: typeof contract.transactions.list | typeof contract.transactions.totals) =>
    api.requests(route).map(({ query }) => plain(query));
  return { ...view, api, opened, asked };
}

/** What was asked, whether a list was written as one or with its places. */
export const plain = (query = new URLSearchParams()) =>
  Object.fromEntries([...query].map(([key, value]) => [key.replace(/\[\d+\]$/, ''), value]));
