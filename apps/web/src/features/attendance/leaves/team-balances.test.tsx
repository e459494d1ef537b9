import { contract, type PersonBalance } from '@shifa/contract';
import { attendancePerson, laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, answerPage, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { LeavesPage } from './leaves-page';

const places = ['Kolkata', 'Mumbai'].map((name) => laboratory({ name }));
const asha = attendancePerson({ name: 'Asha Rao' });
const row: PersonBalance = {
  person: asha,
  year: 2026,
  types: [
    { type: 'casual', entitledDays: 12, takenDays: 3.5, pendingDays: 2, remainingDays: 6.5 },
    { type: 'unpaid', entitledDays: null, takenDays: 4, pendingDays: 0, remainingDays: null },
    { type: 'other', entitledDays: null, takenDays: 0, pendingDays: 0, remainingDays: null },
  ],
};

function setUp(user = sessionUser({ role: 'super_admin', laboratoryId: null })) {
  const api = fakeApi();
  api.on(contract.laboratories.options, () => answer(places));
  api.on(contract.leaves.list, () => answerPage([]));
  api.on(contract.leaves.balance, () => answer({ year: 2026, types: [] }));
  api.on(contract.leaves.teamBalances, ({ query }) => answerPage(query.get('search') ? [] : [row], 30));
  renderApp(<LeavesPage />, { user, at: '/attendance/leaves' });
  return api;
}

it('shows what is left of each type per person, of one laboratory at a time', async () => {
  const api = setUp();
  const table = within(await screen.findByRole('table', { name: 'Team leave balances' }));
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Person',
    'Casual leave',
    'Unpaid leave',
  ]);
  expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['6.5 of 122 pending', '4 taken']);
  expect(table.getByRole('link', { name: 'Asha Rao' })).toHaveAttribute('href', `/staff/${asha._id}?tab=activity`);
  const last = () => api.requests(contract.leaves.teamBalances).at(-1)?.query;
  expect(last()?.get('laboratoryId')).toBe(places[0]?._id);
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 2' }));
  await waitFor(() => expect(last()?.get('page')).toBe('2'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Laboratory' }), 'Mumbai');
  await waitFor(() => expect([last()?.get('laboratoryId'), last()?.get('page')]).toEqual([places[1]?._id, '1']));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search people' }), 'zz');
  expect(await screen.findByText(/zz/)).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

it('is not there for those who see only their own leave', async () => {
  const api = setUp(sessionUser({ role: 'staff', laboratoryId: places[0] }));
  expect(await screen.findByText("You haven't requested any leave yet.")).toBeVisible();
  expect(screen.queryByText('Team leave balances')).toBeNull();
  expect(api.requests(contract.leaves.teamBalances)).toEqual([]);
});
