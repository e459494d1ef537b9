import { contract, PersonOnDaySchema, type Presence } from '@shifa/contract';
import { attendancePerson, laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, answerPage, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { LeaveCalendarPage } from './leaves/leave-calendar-page';
import { MonthPage } from './month/month-page';
import { TeamPage } from './team/team-page';

const head = sessionUser({ role: 'super_admin', laboratoryId: null });
const places = ['Dubai', 'Kolkata', 'Mumbai', 'Patna', 'Pune', 'Surat'].map((name) =>
  laboratory({ name, timezone: name === 'Dubai' ? 'Asia/Dubai' : 'Asia/Kolkata' }),
);
const [dubai, kolkata] = places;

function setUp() {
  const api = fakeApi();
  // The path of the second also fits the first.
  api.on(contract.laboratories.get, () => answer(laboratory()));
  api.on(contract.laboratories.options, () => answer(places));
  api.on(contract.attendance.list, () => answerPage([]));
  api.on(contract.leaves.list, () => answerPage([]));
  return api;
}

const person = (name: string, at: (typeof places)[number] | undefined, presence: Presence) =>
  PersonOnDaySchema.parse({
    person: attendancePerson({ name }),
    presence,
    shift: null,
    record: null,
    laboratory: at,
    day: '2026-11-20',
    holiday: null,
  });

it('the team board shows all laboratories, and what each count counts', async () => {
  const api = setUp();
  const counts = { expected: 2, inNow: 36, late: 1, left: 0, absent: 0, onLeave: 3, notYet: 16 };
  api.on(contract.attendance.stats, () =>
    answer({ day: '2026-11-20', ...counts, pendingApprovals: 0, pendingLeaves: 0 }),
  );
  api.on(contract.attendance.people, () => answerPage([person('Ali', dubai, 'in'), person('Mina', kolkata, 'in')]));
  const { address } = renderApp(<TeamPage />, { user: head, at: '/attendance/team?show=in' });
  expect(await screen.findByRole('button', { name: /36\s*In now/ })).toHaveAttribute('aria-pressed', 'true');
  expect(within(screen.getByRole('region', { name: 'Dubai' })).getByText('Ali')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Dubai' })).getByText(/^Times in Dubai/)).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Kolkata' })).getByText('Mina')).toBeVisible();
  const last = () => api.requests(contract.attendance.people).at(-1)?.query;
  expect(last()?.get('show')).toBe('in');
  // Each laboratory has its own today.
  expect(last()?.get('day')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /1\s*Late/ }));
  await waitFor(() => expect(last()?.get('show')).toBe('late'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Laboratory' }), 'Kolkata');
  expect(address()).toContain(`laboratoryId=${kolkata?._id ?? ''}`);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Laboratory' }), 'All laboratories');
  expect(address()).not.toContain('laboratoryId');
});

it.each([
  ['the month', MonthPage],
  ['the leave calendar', LeaveCalendarPage],
])('%s shows all laboratories, a page at a time', async (_, Page) => {
  const api = setUp();
  api.on(contract.attendance.month, ({ query }) => answer({ month: query.get('month') ?? '', days: [], people: [] }));
  renderApp(<Page />, { user: head });
  expect(await screen.findByRole('region', { name: 'Dubai' })).toBeVisible();
  expect(screen.getAllByRole('region').map((each) => each.getAttribute('aria-label'))).toEqual(
    places.slice(0, 5).map(({ name }) => name),
  );
  expect(screen.getByText('1–5 of 6 laboratories')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 2' }));
  expect(await screen.findByRole('region', { name: 'Surat' })).toBeVisible();
});

it('the month shows the last laboratories where an old link asks for later ones', async () => {
  const api = setUp();
  api.on(contract.attendance.month, ({ query }) => answer({ month: query.get('month') ?? '', days: [], people: [] }));
  renderApp(<MonthPage />, { user: head, at: '/attendance/month?page=7' });
  expect(await screen.findByRole('region', { name: 'Surat' })).toBeVisible();
});
