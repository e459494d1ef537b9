import { type AttendanceMonth, contract } from '@shifa/contract';
import { attendancePerson, attendanceRecord, laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { MyMonth } from './my-month';
import { daysOf } from './own-days';

const user = sessionUser({ laboratoryId: laboratory({ name: 'Shifa Kolkata' }) });
const late = attendanceRecord({ workDate: '2026-11-19', status: 'late', lateMinutes: 32, overtimeMinutes: 45 });
const missed = attendanceRecord({ workDate: '2026-11-18', status: 'missed_clock_out', approvalStatus: 'pending' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T06:00:00Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

function setUp(at = '/attendance', forgotten = [missed]) {
  const api = fakeApi();
  api.on(contract.attendance.mine, ({ query }) => answerPage(query.has('missed') ? forgotten : [missed, late]));
  api.on(contract.attendance.month, () => failure('UNAVAILABLE'));
  return renderApp(<MyMonth />, { user, at });
}

describe('my month', () => {
  it('says in words how each day went, and opens it with the reasons for its values', async () => {
    const { address } = setUp();
    await userEvent.click(
      await screen.findByRole('button', {
        name: 'Thursday, November 19, 2026: Late, 32 m late, 8 h 33 m worked, 45 m overtime',
      }),
    );
    expect(address()).toBe('/attendance?day=2026-11-19');
    const drawer = await screen.findByRole('dialog', { name: 'Thursday, Nov 19, 2026' });
    expect(within(drawer).getByRole('button', { name: 'Why 32 m late?' })).toBeVisible();
    expect(within(drawer).getByRole('button', { name: 'Why 45 m overtime?' })).toBeVisible();
    expect(within(drawer).getByRole('button', { name: 'Request a correction' })).toBeVisible();
  });

  it('lists the days with an explanation of each late and overtime value', async () => {
    setUp('/attendance?view=list');
    const days = within(await screen.findByRole('list', { name: 'Recorded days' })).getAllByRole('listitem');
    expect(days.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Thu, Nov 19, 2026'),
      expect.stringContaining('Wed, Nov 18, 2026'),
    ]);
    expect(screen.getByRole('button', { name: 'Why 32 m late?' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Why 45 m overtime?' })).toBeVisible();
  });

  it('announces the first of many missed clock-outs, and the others on request', async () => {
    const days = Array.from({ length: 6 }, (_, index) => `2026-11-1${index}`);
    setUp(
      '/attendance',
      days.map((workDate) => attendanceRecord({ workDate, status: 'missed_clock_out' })),
    );
    expect(await screen.findAllByText(/You didn't clock out on/)).toHaveLength(3);
    await userEvent.click(screen.getByRole('button', { name: 'Show all 6 days without a clock-out' }));
    expect(screen.getAllByText(/You didn't clock out on/)).toHaveLength(6);
  });

  it('announces all missed clock-outs to whom a number of them has led here', async () => {
    const days = Array.from({ length: 6 }, (_, index) => `2026-11-1${index}`);
    setUp(
      '/attendance?missed=true',
      days.map((workDate) => attendanceRecord({ workDate, status: 'missed_clock_out' })),
    );
    expect(await screen.findAllByText(/You didn't clock out on/)).toHaveLength(6);
  });

  it('announces a clock-out that was missed, and leads to its correction', async () => {
    const { address } = setUp();
    expect(await screen.findByText(/You didn't clock out on Nov 18, 2026/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Request a correction' }));
    expect(address()).toBe('/attendance?correct=2026-11-18');
  });
});

it('takes days without a record from the calendar of the laboratory', () => {
  const roll: Pick<AttendanceMonth, 'days' | 'people'> = {
    days: [
      { day: '2026-11-01', weekday: 0, holiday: null },
      { day: '2026-11-02', weekday: 1, holiday: 'Foundation Day' },
    ],
    people: [
      {
        person: attendancePerson(),
        marks: [
          { mark: 'WO', recordId: null },
          { mark: 'H', recordId: null },
        ],
        totals: {} as AttendanceMonth['people'][number]['totals'],
      },
    ],
  };
  const days = daysOf('2026-11', [late], roll);
  expect(days).toHaveLength(30);
  expect(days[0]).toMatchObject({ day: '2026-11-01', status: 'weekly_off', holiday: null });
  expect(days[1]).toMatchObject({ day: '2026-11-02', status: 'holiday', holiday: 'Foundation Day' });
  expect(days[18]).toMatchObject({ day: '2026-11-19', status: 'late', record: late });
  expect(days[29]).toMatchObject({ day: '2026-11-30', status: undefined, record: undefined });
});
