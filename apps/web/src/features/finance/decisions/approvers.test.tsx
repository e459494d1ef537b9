import { type Approvers, contract } from '@shifa/contract';
import { nextId, sessionUser, transaction } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Actions } from '../../../screens/actions/actions';
import { ItemMenu } from '../../../screens/actions/item-actions';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { ApprovalLadder } from '../entry/approval-ladder';
import { transactionActions } from '../transaction.actions';

const entry = transaction({ transactionNo: 'KOL-2026-27-000123' });
const meera = { _id: nextId(), name: 'Meera Nair' };
const possible: Approvers = {
  people: [
    { person: null, role: 'super_admin', approval: 'final', reason: null },
    { person: meera, role: 'lab_admin', approval: 'first', reason: 'Asha Rao created this account on Nov 3, 2026' },
    { person: entry.createdBy, role: 'lab_admin', approval: null, reason: 'Entered this entry' },
  ],
  obstacle: null,
};
const message = 'Nobody can approve this yet: give someone else in Kolkata Central the permission.';
const stuck: Approvers = { people: possible.people.slice(2), obstacle: { message, remedy: 'permission' } };

function Menu() {
  return (
    <Actions of={transactionActions}>
      <ItemMenu label="Actions" item={entry} />
    </Actions>
  );
}

function setUp(
  approvers: Approvers,
  user = sessionUser({ role: 'super_admin' }),
  page = <ApprovalLadder entry={entry} />,
) {
  const api = fakeApi();
  api.on(contract.transactions.approvers, () => answer(approvers));
  return { ...renderApp(page, { user }), api };
}

const ask = () => userEvent.click(screen.getByRole('button', { name: 'Who can approve this?' }));
const listOf = async (title: string) =>
  within(await screen.findByRole('region', { name: title }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('who can approve this', () => {
  it('is fetched when it is asked, and says who can, who cannot and why', async () => {
    const { api } = setUp(possible);
    expect(api.requests(contract.transactions.approvers)).toEqual([]);
    await ask();
    expect(await screen.findByRole('dialog', { name: 'Who can approve KOL-2026-27-000123?' })).toBeVisible();
    expect(await listOf('Can approve it now')).toEqual(['A super admin']);
    expect(await listOf('Can give the first of two approvals')).toEqual([
      'Meera Nair (Lab admin)Asha Rao created this account on Nov 3, 2026',
    ]);
    expect(await listOf("Can't approve it")).toEqual(['Asha Rao (Lab admin)Entered this entry']);
    expect(api.requests(contract.transactions.approvers)[0]?.params).toEqual({ id: entry._id });
  });

  it('is offered in the menu of a row', async () => {
    setUp(possible, undefined, <Menu />);
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Who can approve this?' }));
    expect(await listOf('Can approve it now')).toEqual(['A super admin']);
  });

  it.each([
    [
      'super_admin',
      'Open the permissions',
      `/staff/permissions?section=transactions&laboratory=${entry.laboratoryId._id}`,
    ],
    ['staff', undefined, undefined],
  ] as const)('says what to do when nobody can, to a %s', async (role, link, address) => {
    setUp(stuck, sessionUser({ role }));
    await ask();
    expect(await screen.findByText(message, { exact: false })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Can approve it now' })).not.toBeInTheDocument();
    if (link === undefined) expect(screen.queryByRole('link')).not.toBeInTheDocument();
    else expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', address);
  });

  it('leads to the people where a super admin is missing', async () => {
    setUp({ ...stuck, obstacle: { message, remedy: 'super_admin' } });
    await ask();
    expect(await screen.findByRole('link', { name: 'Show the people' })).toHaveAttribute(
      'href',
      '/staff?status=active',
    );
  });

  it('says that the entry has been decided meanwhile', async () => {
    const { api } = setUp(possible);
    api.on(contract.transactions.approvers, () => failure('TRANSACTION_ALREADY_DECIDED'));
    await ask();
    expect(await screen.findByText('This entry has already been decided')).toBeVisible();
  });

  it('is not offered once the entry is decided', () => {
    const decided = transaction({ status: 'approved', actions: { edit: { allowed: false, reason: 'Approved' } } });
    setUp(possible, undefined, <ApprovalLadder entry={decided} />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
