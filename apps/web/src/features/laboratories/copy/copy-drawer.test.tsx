import { contract, type CopyLaboratoryBody, type Laboratory } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { paths } from '../../../config/paths';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { LaboratoryCalendar } from '../detail/laboratory-calendar';
import { LaboratoryPolicies } from '../detail/laboratory-policies';

const target = laboratory({ name: 'Shifa Siliguri' });
const kolkata = laboratory({
  name: 'Shifa Kolkata',
  weeklyOff: [5],
  holidays: [
    { date: '2026-12-25', name: 'Christmas' },
    { date: '2027-01-26', name: 'Republic Day' },
  ],
});
kolkata.policies.attendance = { ...kolkata.policies.attendance, graceLateMinutes: 5, casualLeaveDays: 20 };

function setUp(page: 'calendar' | 'policies' = 'policies', viewer = sessionUser({ role: 'super_admin' }), at = '/') {
  const api = fakeApi();
  const sent: CopyLaboratoryBody[] = [];
  let source: Laboratory = kolkata;
  api.on(contract.laboratories.get, ({ params }) => answer(params.id === target._id ? target : source));
  api.on(contract.laboratories.options, () => answer([target, kolkata]));
  api.on(contract.laboratories.copy, (request) => {
    const body = request.body as CopyLaboratoryBody;
    sent.push(body);
    return source.version === body.from.version ? answer(target) : failure('VERSION_CONFLICT');
  });
  const Page = page === 'calendar' ? LaboratoryCalendar : LaboratoryPolicies;
  renderApp(<Page laboratory={target} />, { user: viewer, at });
  return {
    user: userEvent.setup(),
    sent,
    change: (changed: Partial<Laboratory>) => (source = { ...source, ...changed, version: source.version + 1 }),
  };
}

async function choose(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('button', { name: 'Copy from another laboratory' }));
  await user.type(await screen.findByRole('combobox', { name: 'Laboratory' }), 'kol{Enter}');
  return screen.findByRole('region', { name: 'Week' });
}

it('shows what would change, and copies the parts that were chosen', async () => {
  const { user, sent } = setUp();
  expect(within(await choose(user)).getByText('Friday')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Attendance' })).toHaveTextContent('Late after15 m → 5 m');
  expect(screen.getByRole('region', { name: 'Leave' })).toHaveTextContent('Casual leave12 days → 20 days');
  expect(screen.queryByRole('region', { name: 'Finance' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Holidays' })).toHaveTextContent('Added Republic Day: Jan 26, 2027');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Holidays of' }), '2026');
  expect(screen.getByRole('region', { name: 'Holidays' })).toHaveTextContent('Added Christmas: Dec 25, 2026');
  await user.click(screen.getByRole('checkbox', { name: 'Week' }));
  await user.click(screen.getByRole('checkbox', { name: 'Leave' }));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Shifa Siliguri was saved')).toBeVisible();
  expect(sent).toEqual([
    {
      from: { _id: kolkata._id, version: 1 },
      fields: ['holidays', 'policies.attendance.graceLateMinutes'],
      year: 2026,
      version: 1,
    },
  ]);
});

it('shows what either has become meanwhile, before it is copied', async () => {
  const { user, sent, change } = setUp();
  await choose(user);
  change({ weeklyOff: [6] });
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText(/The preview is now up to date/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Week' })).toHaveTextContent('Saturday'));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Shifa Siliguri was saved')).toBeVisible();
  expect(sent.map(({ from }) => from.version)).toEqual([1, 2]);
});

it('opens by a link', async () => {
  setUp('calendar', undefined, paths.copyToLaboratory(target._id));
  expect(await screen.findByRole('dialog', { name: 'Copy from another laboratory' })).toBeVisible();
});

it('is not offered to those who see one laboratory', () => {
  setUp('calendar', sessionUser({ role: 'lab_admin' }), paths.copyToLaboratory(target._id));
  expect(screen.getByText('No holidays entered.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Copy from another laboratory' })).toBeNull();
});
