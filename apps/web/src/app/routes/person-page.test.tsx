import { AttendanceListQuery, contract, type LeaveBalance, type ResolvedPermissions } from '@shifa/contract';
import { attendanceRecord, laboratory, leave, sessionUser, staffMember } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { answer, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { PersonPage } from './person-page';

const kolkata = laboratory({ name: 'Shifa Kolkata' });
const meera = staffMember({ name: 'Meera Nair', laboratoryId: kolkata });
const head = sessionUser({ role: 'super_admin', laboratoryId: null });

const balance: LeaveBalance = {
  year: 2026,
  types: [{ type: 'casual', entitledDays: 12, takenDays: 3, pendingDays: 1, remainingDays: 8 }],
};

const days = [
  attendanceRecord({
    status: 'present',
    lateMinutes: 0,
    workedMinutes: 480,
    overtimeMinutes: 60,
    approvalStatus: 'pending',
  }),
  attendanceRecord({
    status: 'late',
    lateMinutes: 20,
    workedMinutes: 460,
    overtimeMinutes: 0,
    approvalStatus: 'approved',
  }),
  attendanceRecord({
    status: 'half_day',
    lateMinutes: 90,
    workedMinutes: 200,
    overtimeMinutes: 0,
    approvalStatus: 'not_required',
  }),
  attendanceRecord({
    status: 'absent',
    lateMinutes: 0,
    workedMinutes: 0,
    overtimeMinutes: 0,
    approvalStatus: 'not_required',
  }),
];

/** What the API lists by these filters. */
function listed(query: URLSearchParams) {
  const status = query.getAll('status');
  return days.filter(
    (day) =>
      (status.length === 0 || status.includes(day.status)) &&
      (query.get('late') !== 'true' || day.lateMinutes > 0) &&
      (query.get('overtime') !== 'true' || day.overtimeMinutes > 0) &&
      (query.get('approvalStatus') ?? day.approvalStatus) === day.approvalStatus,
  );
}

function setUp(user = head, person = meera) {
  const api = fakeApi();
  api.on(contract.staff.get, () => answer(person));
  api.on(contract.attendance.list, ({ query }) => answerPage(listed(query)));
  api.on(contract.leaves.list, ({ query }) =>
    answerPage(
      query.get('status[0]') === 'pending'
        ? [leave({ type: 'casual', from: '2026-12-01', to: '2026-12-01', days: 1 })]
        : [leave({ type: 'casual', from: '2026-03-02', to: '2026-03-03', days: 2, status: 'approved' })],
    ),
  );
  api.on(contract.leaves.balance, () => answer(balance));
  api.on(contract.transactions.list, ({ query }) => answerPage([], query.has('status[0]') ? 3 : 41));
  api.on(contract.inventory.movements, ({ query }) => answerPage([], query.has('from') ? 7 : 1204));
  const at = `/staff/${person._id}?tab=activity`;
  renderApp(
    <Routes>
      <Route path="/staff/:id" element={<PersonPage />} />
    </Routes>,
    { user, at },
  );
  return api;
}

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const queryOfLink = (link: HTMLElement) => new URL(link.getAttribute('href') ?? '', 'http://localhost').searchParams;

it('counts the days of the month by the list that each number opens', async () => {
  const api = setUp();
  const month = await section('This month');
  for (const [name, count] of [
    [/^Present/, 2],
    [/^Late/, 2],
    [/^Half days/, 1],
    [/^Absent/, 1],
    [/^Pending/, 1],
  ] as const) {
    const link = await month.findByRole('link', { name });
    expect(link).toHaveTextContent(String(count));
    const query = queryOfLink(link);
    expect(listed(query)).toHaveLength(count);
    expect([query.get('userId'), query.get('counted')]).toEqual([meera._id, 'true']);
    expect(AttendanceListQuery.parse({ ...Object.fromEntries(query), status: query.getAll('status') })).toBeTruthy();
  }
  expect(month.getByRole('link', { name: /^Worked/ })).toHaveTextContent('19 h');
  expect(month.getByRole('link', { name: /^Overtime/ })).toHaveTextContent('1 h pending');
  const [asked] = api.requests(contract.attendance.list);
  expect([asked?.query.get('userId'), asked?.query.get('counted')]).toEqual([meera._id, 'true']);
});

it('shows the leave, the entries and the movements of the person', async () => {
  const api = setUp();
  const leaves = await section('Leave');
  expect(await leaves.findByText('of 12 days left, 3 taken, 1 pending')).toBeVisible();
  const leavesOf = async (name: string) => within(await leaves.findByRole('region', { name }));
  expect((await leavesOf('Pending')).getByRole('link', { name: /^Casual leave, Dec 1/ })).toBeVisible();
  expect((await leavesOf('Approved in 2026')).getByRole('link', { name: /^Casual leave, Mar 2/ })).toBeVisible();
  const approved = api.requests(contract.leaves.list).find(({ query }) => query.get('status[0]') === 'approved')?.query;
  expect([approved?.get('from'), approved?.get('to')]).toEqual(['2026-01-01', '2026-12-31']);
  const entries = await section('Entries');
  expect(await entries.findByRole('link', { name: /^Entered/ })).toHaveTextContent('41');
  const waiting = entries.getByRole('link', { name: /^Pending approval/ });
  expect(waiting).toHaveTextContent('3');
  const asked = api.requests(contract.transactions.list).find(({ query }) => query.has('status[0]'))?.query;
  expect(queryOfLink(waiting).getAll('status')).toEqual(
    [...(asked ?? [])].filter(([field]) => field.startsWith('status[')).map(([, status]) => status),
  );
  expect(queryOfLink(waiting).get('enteredBy')).toBe(meera._id);
  const movements = await section('Stock movements');
  expect(await movements.findByRole('link', { name: /^In all/ })).toHaveTextContent('1,204');
  const ofMonth = queryOfLink(movements.getByRole('link', { name: /^This month/ }));
  const range = api.requests(contract.inventory.movements).find(({ query }) => query.has('from'))?.query;
  expect([ofMonth.get('by'), ofMonth.get('from')]).toEqual([meera._id, range?.get('from')]);
});

it('has only the sections that the viewer may see of others', async () => {
  const { permissions } = sessionUser({ role: 'lab_admin' });
  const denied = { allowed: false, scope: null, source: 'override' } as const;
  const own = { allowed: true, scope: 'own', source: 'role' } as const;
  const limited: ResolvedPermissions = { ...permissions, 'transactions.view': denied, 'attendance.view': own };
  const api = setUp(sessionUser({ role: 'lab_admin', permissions: limited }));
  await section('Leave');
  expect(screen.queryByRole('region', { name: 'Entries' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'This month' })).toBeNull();
  expect([...api.requests(contract.transactions.list), ...api.requests(contract.attendance.list)]).toEqual([]);
});

it('has no attendance of people of the whole network, and offers to try again what failed', async () => {
  const api = setUp(head, staffMember({ role: 'super_admin', laboratoryId: null }));
  api.on(contract.transactions.list, () => failure('UNAVAILABLE'));
  const entries = await section('Entries');
  expect(await entries.findByText("Couldn't load the entries")).toBeVisible();
  expect(entries.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'This month' })).toBeNull();
  expect(api.requests(contract.attendance.list)).toEqual([]);
});
