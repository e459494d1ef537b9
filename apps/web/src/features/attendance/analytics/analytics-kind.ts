import type { AttendanceGroup } from '@shifa/contract';
import type { AnalyticsKind } from '../../../screens/report/analytics-kind';
import { lazyPart } from '../../../ui/lazy-part';

const attendanceGroupLabels: Record<AttendanceGroup, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  person: 'Person',
  laboratory: 'Laboratory',
};

export const attendanceAnalytics: AnalyticsKind = {
  name: 'attendance',
  label: 'Attendance',
  permission: 'attendance.view',
  groups: attendanceGroupLabels,
  Panel: lazyPart(async () => (await import('./attendance-panel')).AttendancePanel),
};
