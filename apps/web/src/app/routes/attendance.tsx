import AccessTime from '@mui/icons-material/AccessTimeOutlined';
import EventAvailable from '@mui/icons-material/EventAvailableOutlined';
import SwapHoriz from '@mui/icons-material/SwapHorizOutlined';
import type { Permission } from '@shifa/contract';
import type { ReactElement } from 'react';
import { PermissionSection } from '../../screens/actions/permission-section';
import { paths } from '../../config/paths';
import { attendanceLive, clockingLive } from '../../features/attendance/attendance.live';
import { clockQuery, leavesWaitingForMe, recordsWaitingForMe } from '../../features/attendance/attendance.resource';
import { swapsWaitingForMe } from '../../features/attendance/swaps/swap.resource';
import { live } from '../../data/live';
import { api } from '../../data/api';
import { keyOf, keyOfAll } from '../../data/queries';
import { page, type Section } from './section';

/** Records name their laboratory and the person, and the calendar and the shift of the day come from them. */
const calendarLive = live({
  'laboratory:*': () => [keyOfAll('attendance'), keyOfAll('leaves'), keyOfAll('monthSheets')],
  'user:*': () => [keyOfAll('attendance'), keyOfAll('leaves'), keyOfAll('monthSheets')],
});

const behind = (permission: Permission, element: ReactElement) => (
  <PermissionSection permission={permission}>{element}</PermissionSection>
);

export const attendance: Section = {
  path: paths.attendance,
  permission: 'attendance.view',
  navigation: { label: 'Attendance', key: 'a', short: 'Attendance', icon: <AccessTime />, everyone: true },
  pages: [
    {
      index: true,
      element: page(
        () => import('../../features/attendance/mine/attendance-page'),
        'AttendancePage',
        (queryClient, _, permissions) => {
          // A failure is reported by the clock, which then tries again.
          if (permissions['attendance.clock'].allowed) queryClient.query(clockQuery).catch(() => undefined);
        },
      ),
    },
    { path: 'team', element: page(() => import('../../features/attendance/team/team-page'), 'TeamPage') },
    { path: 'month', element: page(() => import('../../features/attendance/month/month-page'), 'MonthPage') },
    {
      path: 'month-sheet',
      element: page(() => import('../../features/attendance/month-sheet/month-sheet-page'), 'MonthSheetPage'),
    },
    { path: 'records', element: page(() => import('../../features/attendance/records/records-page'), 'RecordsPage') },
    { path: 'records/:id', element: page(() => import('../../features/attendance/records/record-page'), 'RecordPage') },
    {
      path: 'review',
      element: behind(
        'attendance.approve',
        page(() => import('../../features/attendance/review/review-page'), 'ReviewPage'),
      ),
    },
    {
      path: 'leaves',
      element: behind(
        'leave.view',
        page(() => import('../../features/attendance/leaves/leaves-page'), 'LeavesPage'),
      ),
    },
    {
      path: 'leaves/review',
      element: behind(
        'leave.approve',
        page(() => import('../../features/attendance/leaves/leave-review-page'), 'LeaveReviewPage'),
      ),
    },
    {
      path: 'leave-calendar',
      element: behind(
        'leave.view',
        page(() => import('../../features/attendance/leaves/leave-calendar-page'), 'LeaveCalendarPage'),
      ),
    },
    { path: 'report', element: page(() => import('../../features/attendance/report/report-page'), 'ReportPage') },
    { path: 'roster', element: page(() => import('../../features/attendance/roster/roster-page'), 'RosterPage') },
    {
      path: 'roster/shift-types',
      element: behind(
        'attendance.roster',
        page(() => import('../../features/attendance/roster/shift-types-page'), 'ShiftTypesPage'),
      ),
    },
    {
      path: 'shifts',
      element: behind(
        'laboratories.view',
        page(() => import('../../features/attendance/shifts/shifts-page'), 'ShiftsPage'),
      ),
    },
    {
      path: 'scan',
      element: behind(
        'attendance.clock',
        page(() => import('../../features/attendance/scan/scan-page'), 'ScanPage'),
      ),
    },
  ],
  live: [attendanceLive, clockingLive, calendarLive],
  kept: [api.attendance.clock, api.attendance.mine, api.attendance.month, api.attendance.list, api.leaves.list].map(
    (route) => keyOf(route),
  ),
  inbox: [
    {
      kind: 'attendance',
      label: 'Attendance',
      plural: 'attendance records',
      icon: <AccessTime />,
      permission: 'attendance.approve',
      count: recordsWaitingForMe,
      load: async () => (await import('../../features/attendance/review/review-page')).recordQueue,
    },
    {
      kind: 'leave',
      label: 'Leave',
      plural: 'leave requests',
      icon: <EventAvailable />,
      permission: 'leave.approve',
      count: leavesWaitingForMe,
      load: async () => (await import('../../features/attendance/leaves/leave-review-page')).leaveQueue,
    },
    {
      kind: 'swaps',
      label: 'Swaps',
      plural: 'swaps',
      icon: <SwapHoriz />,
      permission: 'attendance.approve',
      count: swapsWaitingForMe,
      load: async () => (await import('../../features/attendance/swaps/swap-queue')).swapQueue,
    },
  ],
};
