import { contract } from '@shifa/contract';
import { laboratory, sessionUser, transaction } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, answerPage, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { MissingReceipt } from '../receipts/missing-receipt';
import { ApprovalsPage } from './approvals-page';

const expense = { type: 'expense', category: 'rent' } as const;
const mark = { name: 'No receipt, but one is needed' };

it('the desk warns of an expense without the receipt that it needs, in the row and beside the decision', async () => {
  const rent = transaction({ ...expense, party: 'Bose Estates', transactionNo: 'KOL-2', amountPaise: 100_000 });
  const tea = transaction({ ...expense, party: 'Tea stall', amountPaise: 99_999 });
  const api = fakeApi();
  api.on(contract.transactions.list, () => answerPage([rent, tea]));
  api.on(contract.transactions.get, () => answer(rent));
  api.on(contract.laboratories.get, () => answer(laboratory()));
  renderApp(<ApprovalsPage />, { user: sessionUser({ role: 'super_admin' }), at: '/finances/approvals' });

  const shown = within(await screen.findByRole('region', { name: 'Entry KOL-2' }));
  expect(shown.getByText(/An expense of ₹1,000.00 needs one/)).toBeVisible();
  // The approvals have been loaded, and with them the receipts.
  expect(await shown.findAllByRole('listitem')).not.toEqual([]);
  expect(shown.queryByText('No receipts')).not.toBeInTheDocument();
  const row = (party: string) => within(screen.getByRole('link', { name: new RegExp(`^${party}`) }));
  expect(row('Bose Estates').getByRole('img', mark)).toBeVisible();
  expect(row('Tea stall').queryByRole('img', mark)).not.toBeInTheDocument();
});

it.each([
  ['here', 'Attach one below before you approve, or reject it.'],
  ['elsewhere', 'Open the entry to attach one before you approve, or reject it.'],
] as const)('the warning says where a receipt is attached: %s', (place, text) => {
  const rent = transaction({ ...expense, amountPaise: 100_000, actions: { attach: { allowed: true } } });
  renderApp(<MissingReceipt entry={rent} place={place} />, { user: sessionUser({ role: 'super_admin' }) });
  expect(screen.getByText(/needs one/)).toHaveTextContent(text);
});
