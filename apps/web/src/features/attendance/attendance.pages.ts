import type { ResolvedPermissions } from '@shifa/contract';
import { paths } from '../../config/paths';

/** The pages of the attendance that a person may open, in the order of their tabs. */
export function attendancePages(permissions: ResolvedPermissions): { path: string; label: string }[] {
  const ofOthers = (permission: 'attendance.view' | 'leave.view') =>
    permissions[permission].allowed && permissions[permission].scope !== 'own';
  const seesTeam = ofOthers('attendance.view');
  const editsShifts = permissions['staff.edit'].allowed || permissions['laboratories.edit'].allowed;
  const pages = [
    { path: paths.attendance, label: 'My attendance', shown: true },
    { path: paths.attendanceTeam, label: 'Team', shown: seesTeam },
    { path: paths.roster, label: 'Roster', shown: permissions['attendance.view'].allowed },
    { path: paths.attendanceMonth, label: 'Month', shown: seesTeam },
    { path: paths.monthSheet, label: 'Month sheet', shown: seesTeam },
    { path: paths.attendanceRecords, label: 'Records', shown: seesTeam },
    { path: paths.attendanceReview, label: 'Review', shown: permissions['attendance.approve'].allowed },
    { path: paths.leaveReview, label: 'Leave requests', shown: permissions['leave.approve'].allowed },
    { path: paths.leaves, label: 'Leave', shown: permissions['leave.view'].allowed },
    { path: paths.leaveCalendar, label: 'Leave calendar', shown: ofOthers('leave.view') },
    { path: paths.attendanceReport, label: 'Report', shown: seesTeam },
    {
      path: paths.shifts,
      label: 'Shifts and holidays',
      shown: permissions['laboratories.view'].allowed && editsShifts,
    },
  ];
  return pages.filter(({ shown }) => shown).map(({ path, label }) => ({ path, label }));
}
