import { type AttendanceMonth, AttendanceMonthSchema, contract, type ShiftType } from '@shifa/contract';
import { attendancePerson, attendanceRecord, laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { formatHours } from '../../../lib/format';
import { answer, answerPage, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { WhyLate } from '../attendance-why';
import { MonthPage } from '../month/month-page';
import { RecordPage } from './record-page';
import { RecordsPage } from './records-page';

const admin = sessionUser({ role: 'lab_admin', laboratoryId: laboratory() });

describe('a record', () => {
  const record = attendanceRecord({ notes: 'Came by train', version: 4 });

  function setUp() {
    const api = fakeApi();
    api.on(contract.attendance.get, () => answer(record));
    renderApp(
      <Routes>
        <Route path="/attendance/records/:id" element={<RecordPage />} />
        <Route path="*" element={<p>Somewhere else</p>} />
      </Routes>,
      { user: admin, at: `/attendance/records/${record._id}` },
    );
    return api;
  }

  it('is corrected on the laboratory’s clock, with a reason', async () => {
    const api = setUp();
    api.on(contract.attendance.update, () => answer({ ...record, approvalStatus: 'pending', version: 5 }));
    await userEvent.click(await screen.findByRole('button', { name: 'Correct times' }));
    const [start, end] = [await screen.findByLabelText('Work from'), screen.getByLabelText('Work to')];
    expect([start, end].map((input) => (input as HTMLInputElement).value)).toEqual(['09:02', '18:05']);
    await userEvent.clear(end);
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Time is required')).toBeVisible();
    await userEvent.type(end, '18:30');
    await userEvent.click(screen.getByRole('button', { name: 'Add break' }));
    await userEvent.type(screen.getByLabelText('Break from'), '13:00');
    await userEvent.type(screen.getByLabelText('Break to'), '13:45');
    await userEvent.type(screen.getByLabelText('Reason'), 'Forgot to clock out');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(api.requests(contract.attendance.update)).toHaveLength(1));
    expect(api.requests(contract.attendance.update)[0]?.body).toEqual({
      segments: [{ in: '2026-11-20T09:02', out: '2026-11-20T18:30' }],
      breaks: [{ in: '2026-11-20T13:00', out: '2026-11-20T13:45' }],
      notes: 'Came by train',
      reason: 'Forgot to clock out',
      version: 4,
    });
  });

  it('can be asked to follow another shift, which the approver compares with the present one', async () => {
    const api = setUp();
    const { laboratoryId, shift } = record;
    const late: ShiftType = {
      _id: '64b000000000000000000099',
      laboratoryId: laboratoryId._id,
      name: 'Late',
      code: 'L',
      colour: 'teal',
      start: '14:00',
      end: '22:00',
      breakMinutes: 30,
      department: null,
      skills: [],
      minimumStaff: [0, 0, 0, 0, 0, 0, 0],
      status: 'active',
      createdAt: record.createdAt,
      updatedAt: record.updatedAt,
      updatedBy: null,
      version: 1,
      actions: {},
    };
    api.on(contract.shiftTypes.list, () => answerPage([late]));
    if (!shift) throw new Error('The factory makes a day with a shift');
    const { name, code, start, end } = late;
    const correction = {
      shift: { dayKind: 'working' as const, shift: { ...shift, start, end, rostered: { name, code } } },
      requestedBy: 'Asha Rao',
      segments: [],
      breaks: [],
      reason: 'Changed by phone',
      requestedAt: '2026-11-21T04:00:00.000Z',
    };
    api.on(contract.attendance.replaceShift, () =>
      answer({ ...record, correction, approvalStatus: 'pending', flags: ['correction'], version: 5 }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Change shift' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change shift' });
    await within(dialog).findByRole('option', { name: `Late, ${formatHours(late)}` });
    expect(api.requests(contract.shiftTypes.list)[0]?.query.get('laboratoryId')).toBe(laboratoryId._id);
    await userEvent.selectOptions(within(dialog).getByLabelText('New shift'), late._id);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send request' }));
    expect(api.requests(contract.attendance.replaceShift)).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Changed by phone');
    api.on(contract.attendance.get, () =>
      answer({ ...record, correction, approvalStatus: 'pending', flags: ['correction'], version: 5 }),
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send request' }));
    const requested = await screen.findByRole('region', { name: 'Requested correction' });
    expect(within(requested).getByRole('row', { name: /^Shift/ })).toHaveTextContent(
      `Shift${formatHours(shift)}Late, ${formatHours(late)}`,
    );
    expect(requested).toHaveTextContent('“Changed by phone”, requested by Asha Rao');
    expect(api.requests(contract.attendance.replaceShift)[0]?.body).toEqual({
      shift: late._id,
      reason: 'Changed by phone',
      version: 4,
    });
  });

  it('is removed with a reason', async () => {
    const api = setUp();
    api.on(contract.attendance.remove, () => answer(null));
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove record' }));
    await userEvent.type(await screen.findByLabelText('Reason'), 'Entered twice');
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(api.requests(contract.attendance.remove)).toHaveLength(1));
    const [{ query } = { query: new URLSearchParams() }] = api.requests(contract.attendance.remove);
    expect(Object.fromEntries(query)).toEqual({ version: '4', reason: 'Entered twice' });
  });

  it('shows its history in words', async () => {
    const api = setUp();
    api.on(contract.attendance.history, () =>
      answerPage([
        {
          _id: 'a'.repeat(24),
          at: '2026-11-20T12:35:00.000Z',
          by: { _id: 'b'.repeat(24), name: 'Rohan Das' },
          action: 'attendance.clocked-out',
          changes: [
            { field: 'workedMinutes', before: 0, after: 513 },
            { field: 'segments', before: [{ ...record.segments[0], clockOut: null }], after: record.segments },
          ],
        },
      ]),
    );
    await userEvent.click(await screen.findByRole('tab', { name: 'History' }));
    expect(await screen.findByText(/clocked out/)).toBeVisible();
    expect(screen.getByText(/9:02 AM – 6:05 PM/)).toBeVisible();
    expect(screen.getByText(/8 h 33 m/)).toBeVisible();
  });
});

it('a late value is explained with the rule in numbers', async () => {
  const record = attendanceRecord({
    lateMinutes: 21,
    clockIn: { at: '2026-11-20T03:51:30.000Z', method: 'web', distanceMetres: null, withinFence: null, device: null },
  });
  renderApp(<WhyLate record={record} />, { user: admin });
  await userEvent.click(screen.getByRole('button', { name: 'Why 21 m late?' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/Clocking in more than 15 m after the shift starts/)).toBeVisible();
  const lines = dialog.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(lines).toEqual(['9:00 AM', '9:21 AM', '21 m', '15 m', '21 m']);
  expect(dialog.getByText('Times in Kolkata (GMT+5:30)')).toBeVisible();
});

it('the month marks each day, and leads to its record', async () => {
  const totals = {
    days: 3,
    presentDays: 1,
    lateDays: 1,
    halfDays: 0,
    absentDays: 1,
    leaveDays: 0.5,
    workedMinutes: 513,
    lateMinutes: 21,
    overtimeMinutes: 0,
    pendingOvertimeMinutes: 0,
  };
  const month: AttendanceMonth = AttendanceMonthSchema.parse({
    month: '2026-11',
    days: ['2026-11-01', '2026-11-02', '2026-11-03'].map((day, weekday) => ({ day, weekday, holiday: null })),
    people: [
      {
        person: attendancePerson({ name: 'Mina Sen' }),
        marks: [{ mark: 'WO', recordId: null }, { mark: 'LT', recordId: 'c'.repeat(24) }, null],
        totals,
      },
    ],
  });
  const api = fakeApi();
  api.on(contract.attendance.month, () => answer(month));
  renderApp(<MonthPage />, { user: admin, at: '/attendance/month?month=2026-11' });
  const row = within(await screen.findByRole('row', { name: /^Mina Sen/ }));
  expect(row.getByRole('link', { name: 'LT, Present, late, Nov 2, 2026' })).toHaveAttribute(
    'href',
    `/attendance/records/${'c'.repeat(24)}`,
  );
  expect(row.getByTitle('Weekly off, Nov 1, 2026')).toHaveTextContent('WO');
  expect(row.getByText('8 h 33 m')).toBeVisible();
  expect(row.getByText('0.5')).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'Legend' })).getAllByRole('listitem')).toHaveLength(8);
  await userEvent.click(screen.getByRole('button', { name: 'Previous month' }));
  await waitFor(() => expect(api.requests(contract.attendance.month).at(-1)?.query.get('month')).toBe('2026-10'));
});

it('the list shows the date of a clock-out on another day below its time, where it has room', async () => {
  const night = attendanceRecord({ workDate: '2026-11-28' });
  const { clockIn, clockOut } = night;
  if (!clockIn || !clockOut) throw new Error('The factory makes a record with both');
  const times = {
    clockIn: { ...clockIn, at: '2026-11-28T16:30:00.000Z' },
    clockOut: { ...clockOut, at: '2026-11-29T00:45:00.000Z' },
  };
  fakeApi().on(contract.attendance.list, () => answerPage([{ ...night, ...times }]));
  renderApp(<RecordsPage />, { user: admin, at: '/attendance/records' });
  expect(await screen.findByText('10:00 PM')).toBeVisible();
  expect(screen.getByText('6:15 AM')).toBeVisible();
  expect(screen.getByText('Nov 29, 2026')).toBeVisible();
});
