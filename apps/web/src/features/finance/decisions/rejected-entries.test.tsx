import { contract, type Transaction, TransactionListItemSchema } from '@shifa/contract';
import { laboratory, nextId, sessionUser, transaction } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Actions } from '../../../screens/actions/actions';
import { ItemMenu } from '../../../screens/actions/item-actions';
import { answer, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { onPhone } from '../../../testing/on-phone';
import { renderApp } from '../../../testing/render-app';
import { transactionActions } from '../transaction.actions';
import { ApprovalsPage } from './approvals-page';

const kolkata = laboratory({ name: 'Shifa Kolkata' });
const allowed = { allowed: true };
const denied = { allowed: false, reason: 'Meera Nair rejected this entry' };
const rejected = transaction({
  transactionNo: 'KOL-7',
  party: 'City Clinic',
  version: 4,
  laboratoryId: { ...kolkata, timezone: 'Asia/Kolkata' },
  status: 'rejected',
  rejection: {
    reason: 'The bill is missing',
    by: { _id: nextId(), name: 'Meera Nair' },
    at: '2026-11-20T09:00:00.000Z',
  },
  actions: { approve: denied, reject: denied, resubmit: allowed, edit: allowed, attach: allowed, cancel: allowed },
});
const again: Transaction = { ...rejected, status: 'pending', rejection: null, version: 5 };

function Menu({ entry }: { entry: Transaction }) {
  return (
    <Actions of={transactionActions}>
      <ItemMenu label="Actions" item={entry} />
    </Actions>
  );
}

function setUp(page = <Menu entry={rejected} />, role: 'super_admin' | 'lab_admin' = 'super_admin') {
  const api = fakeApi();
  let left = [rejected];
  api.on(contract.transactions.list, ({ query }) => {
    const rows = query.toString().includes('rejected') ? left : [transaction({ laboratoryId: rejected.laboratoryId })];
    return answerPage(rows.map((row) => TransactionListItemSchema.parse(row)));
  });
  api.on(contract.transactions.get, () => answer(rejected));
  api.on(contract.transactions.duplicates, () => answer([]));
  api.on(contract.laboratories.get, () => answer(kolkata));
  api.on(contract.transactions.resubmit, () => {
    left = [];
    return answer(again);
  });
  renderApp(page, { user: sessionUser({ role }), at: '/finances/approvals?show=rejected' });
  return { api, sent: () => api.requests(contract.transactions.resubmit) };
}

const openMenu = () => userEvent.click(screen.getByRole('button', { name: 'Actions' }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('sending a rejected entry again', () => {
  it('shows the reason first, and sends the version that was seen, with a key', async () => {
    const { sent } = setUp();
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Send again' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Send KOL-7 again' });
    expect(dialog).toHaveTextContent(/Rejected by Meera Nair, .*: The bill is missing/);
    await press('Send again');
    expect(await screen.findByText('KOL-7 was sent for approval again')).toBeVisible();
    expect(sent().map(({ params, body }) => [params['id'], body])).toEqual([[rejected._id, { version: 4 }]]);
    expect(sent()[0]?.headers.get('idempotency-key')).toMatch(/.{8,}/);
  });

  it('keeps the dialog with the reason of a refusal', async () => {
    const { api } = setUp();
    api.on(contract.transactions.resubmit, () => failure('LABORATORY_SUSPENDED'));
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Send again' }));
    await press('Send again');
    const dialog = await screen.findByRole('alertdialog');
    expect(await within(dialog).findByText(/suspended and accepts no entries/)).toBeVisible();
  });

  it('says how to send an entry that was entered again since', async () => {
    const { api } = setUp();
    const message = 'KOL-2026-27-000009 of Nov 21, 2026, entered by Ravi Das, has the same day and amount';
    api.on(contract.transactions.resubmit, () => failure('DUPLICATE_ENTRY', { message }));
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Send again' }));
    await press('Send again');
    const dialog = await screen.findByRole('alertdialog');
    const text = `${message}. To send this entry as well, choose Edit and save it.`;
    expect(await within(dialog).findByText(text)).toBeVisible();
  });

  it('is not offered for other entries', async () => {
    setUp(<Menu entry={transaction()} />);
    await openMenu();
    expect(screen.queryByRole('menuitem', { name: 'Send again' })).not.toBeInTheDocument();
  });
});

describe('rejected entries in the queue', () => {
  it('show their reason and laboratory, and are sent again from there', async () => {
    const { sent } = setUp(<ApprovalsPage />);
    const row = await screen.findByRole('link', { name: /^City Clinic/ });
    expect(row).toHaveTextContent('The bill is missing');
    expect(row).toHaveTextContent('Shifa Kolkata');
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    const pane = within(await screen.findByRole('region', { name: 'Entry KOL-7' }));
    expect(pane.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
    await userEvent.click(pane.getByRole('button', { name: 'Send again' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('KOL-7 was sent for approval again')).toBeVisible();
    expect(sent()).toHaveLength(1);
    expect(await screen.findByText('No entries are rejected.')).toBeVisible();
  });

  it('have their buttons on the card on a phone', async () => {
    onPhone();
    setUp(<ApprovalsPage />);
    expect(await screen.findByText(/The bill is missing/)).toBeVisible();
    expect(screen.getByText(/^Entered by .* · Shifa Kolkata$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send again' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  });

  it('name no laboratory to those who see only one', async () => {
    setUp(<ApprovalsPage />, 'lab_admin');
    expect(await screen.findByRole('link', { name: /^City Clinic/ })).not.toHaveTextContent('Shifa Kolkata');
  });
});
