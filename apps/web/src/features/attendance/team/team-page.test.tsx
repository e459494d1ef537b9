import { contract, type DayBoard, DayBoardSchema, type Presence } from '@shifa/contract';
import { attendancePerson, attendanceRecord, laboratory, sessionUser, staffListItem } from '@shifa/contract/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { LiveSocket } from '../../../data/socket';
import { answer, answerCreated, answerPage, fakeApi } from '../../../testing/fake-api';
import { FakeSocket } from '../../../testing/fake-socket';
import { renderApp } from '../../../testing/render-app';
import { typePartly, typeWhole } from '../../../testing/type-partly';
import { attendanceLive } from '../attendance.live';
import { TeamPage } from './team-page';

const admin = sessionUser({ role: 'lab_admin', laboratoryId: laboratory({ name: 'Kolkata Main' }) });

function someone(name: string, presence: Presence, more: Partial<DayBoard['people'][number]['record']> = {}) {
  const came = presence === 'in' || presence === 'left';
  const person = attendancePerson({ name });
  return {
    person,
    presence,
    shift: attendanceRecord().shift,
    record: came ? { ...attendanceRecord({ userId: person }), ...more } : null,
  };
}

const people = [
  someone('Rohan Das', 'in', { clockOut: null, workedMinutes: 0 }),
  someone('Mina Sen', 'left', { lateMinutes: 21, status: 'late' }),
  someone('Anil Bose', 'not_yet'),
  someone('Tara Roy', 'absent'),
  someone('Uma Pal', 'on_leave'),
  someone('Vik Rao', 'off'),
];

function setUp() {
  const api = fakeApi();
  let shown = people;
  api.on(contract.attendance.board, ({ query }) =>
    answer(
      DayBoardSchema.parse({
        day: query.get('day') ?? '2026-11-20',
        timezone: 'Asia/Kolkata',
        holiday: null,
        people: shown,
      }),
    ),
  );
  const view = renderApp(<TeamPage />, { user: admin, at: '/attendance/team?day=2026-11-20' });
  return { ...view, api, become: (next: typeof people) => (shown = next) };
}

const names = () =>
  within(screen.getByRole('list', { name: 'People' }))
    .getAllByRole('listitem')
    .map((row) => people.find(({ person }) => row.textContent.includes(person.name))?.person.name);
const count = (label: string) => screen.findByRole('button', { name: new RegExp(`^\\d+\\s*${label}$`) });

describe('the board of a day', () => {
  it('counts, and narrows the list to what a count counts', async () => {
    const { address } = setUp();
    for (const [label, size] of [
      ['Expected', 4],
      ['In now', 1],
      ['Late', 1],
      ['Left', 1],
      ['Absent', 1],
      ['On leave', 1],
      ['Not yet in', 1],
    ] as const) {
      const button = await count(label);
      expect(button).toHaveTextContent(`${size}${label}`);
      await userEvent.click(button);
      expect(names()).toHaveLength(size);
      await userEvent.click(button);
    }
    await userEvent.click(await count('Late'));
    expect(names()).toEqual(['Mina Sen']);
    expect(address()).toContain('show=late');
    const row = screen.getByRole('link', { name: /Mina Sen/ });
    expect(row).toHaveTextContent('Left');
    expect(row).toHaveTextContent('9:02 AM');
    expect(row).toHaveTextContent('21 m');
    expect(row).toHaveAttribute('href', `/attendance/records/${people[1]?.record?._id}`);
    expect(screen.getByText('Times in Kolkata (GMT+5:30)')).toBeVisible();
  });

  it('finds people, and says what hides everybody', async () => {
    setUp();
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search people' }), 'tara');
    await waitFor(() => expect(names()).toEqual(['Tara Roy']));
    await userEvent.click(await count('In now'));
    expect(await screen.findByText('No people match “tara” and these filters')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(names()).toHaveLength(6);
  });

  it('follows a clock-in without a reload', async () => {
    const { become, queryClient } = setUp();
    expect(await count('In now')).toHaveTextContent('1');
    const socket = new FakeSocket();
    attendanceLive(socket as object as LiveSocket, queryClient);
    become(people.map((each) => (each.presence === 'not_yet' ? { ...someone('', 'in'), person: each.person } : each)));
    act(() => socket.receive('attendance:clock-in', { _id: 'f'.repeat(24), version: 1 }));
    await waitFor(async () => expect(await count('In now')).toHaveTextContent('2'));
    expect(await count('Not yet in')).toHaveTextContent('0');
  });

  it('says why a date that is typed does not become the day that is shown', async () => {
    const { address } = setUp();
    const date = await screen.findByLabelText('Date');
    typePartly(date);
    expect(screen.queryByText('Complete the date.')).toBeNull();
    fireEvent.blur(date);
    expect(date).toHaveAccessibleDescription('Complete the date.');
    typeWhole(date, '1999-11-19');
    expect(date).toHaveAccessibleDescription(/^Enter a day from Jan 1, 2000 to /);
    // The first digits of a year.
    typeWhole(date, '0020-11-19');
    expect(date).not.toHaveAccessibleDescription();
    expect(address()).toContain('day=2026-11-20');
    typeWhole(date, '2026-11-19');
    await waitFor(() => expect(address()).toContain('day=2026-11-19'));
  });

  it('shows the day before', async () => {
    const { api, address } = setUp();
    await userEvent.click(await screen.findByRole('button', { name: 'Previous day' }));
    await waitFor(() => expect(address()).toContain('day=2026-11-19'));
    await waitFor(() => expect(api.requests(contract.attendance.board).at(-1)?.query.get('day')).toBe('2026-11-19'));
  });

  it('enters a day by hand, a night on both of its dates', async () => {
    const { api } = setUp();
    const person = staffListItem({ name: 'Anil Bose' });
    api.on(contract.staff.list, () => answerPage([person]));
    const created = attendanceRecord({ userId: attendancePerson({ name: 'Anil Bose' }) });
    api.on(contract.attendance.create, () => answerCreated(created));
    await userEvent.click(await screen.findByRole('button', { name: 'Enter manually' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Person' }));
    await userEvent.click(await screen.findByRole('option', { name: /Anil Bose/ }));
    await userEvent.type(screen.getByLabelText('Work from'), '22:00');
    await userEvent.type(screen.getByLabelText('Work to'), '06:05');
    expect(screen.getByText('On Nov 21, 2026')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Reason'), 'The scanner was broken');
    await userEvent.click(screen.getByRole('button', { name: 'Create record' }));
    await waitFor(() => expect(api.requests(contract.attendance.create)).toHaveLength(1));
    expect(api.requests(contract.attendance.create)[0]?.body).toEqual({
      userId: person._id,
      workDate: '2026-11-20',
      segments: [{ in: '2026-11-20T22:00', out: '2026-11-21T06:05' }],
      breaks: [],
      notes: null,
      reason: 'The scanner was broken',
    });
  });
});
