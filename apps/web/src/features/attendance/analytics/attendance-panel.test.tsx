import { type AttendanceAnalytics, contract } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { AttendancePanel } from './attendance-panel';

const november = { from: '2026-11-01', to: '2026-11-30' };
const october = { from: '2026-10-01', to: '2026-10-31' };

const rated = (attendanceRate: number | null): AttendanceAnalytics['totals']['values'] => ({
  days: 3,
  presentDays: 2,
  lateDays: 1,
  halfDays: 0,
  absentDays: 1,
  leaveDays: 0.5,
  workedMinutes: 1_026,
  lateMinutes: 21,
  overtimeMinutes: 60,
  pendingOvertimeMinutes: 30,
  attendanceRate,
});

it.each([
  [0.967, 0.977, '1 percentage point less than in October 2026', '−1 point'],
  [0.967, 0.947, '2 percentage points more than in October 2026', '+2 points'],
  [0.967, 0.967, 'No change from October 2026', '0 points'],
  [0.967, null, 'No data for October 2026', '–'],
])('compares an attendance of %s with %s in points', async (rate, before, note, change) => {
  const sums = { values: rated(rate), previous: rated(before) };
  fakeApi().on(contract.attendance.analytics, () =>
    answer({
      groupBy: 'month',
      period: november,
      previousPeriod: october,
      rows: [{ key: '2026-11', label: '2026-11', period: november, ...sums }],
      omittedRows: 0,
      totals: sums,
    }),
  );
  renderApp(
    <AttendancePanel
      filter={{ ...november, laboratoryId: undefined, groupBy: 'month', compare: 'previous' }}
      groups={{ month: 'Month' }}
      view="table"
      onView={() => undefined}
    />,
    { user: sessionUser({ role: 'super_admin' }) },
  );
  expect(await screen.findByRole('link', { name: /^Attendance rate/ })).toHaveTextContent(note);
  expect(screen.getAllByRole('cell', { name: change })[0]).toBeVisible();
});
