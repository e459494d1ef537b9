import type { ResolvedPermissions } from '@shifa/contract';
import { LinkTabs } from '../../components/link-tabs';
import { paths } from '../../config/paths';
import { useUser } from '../../lib/use-session';

/** The pages of the attendance that a person may open. */
export function AttendanceTabs() {
  const { permissions } = useUser();
  return <LinkTabs label="Pages of the attendance" tabs={tabsFor(permissions)} />;
}

function tabsFor(permissions: ResolvedPermissions) {
  const ofOthers = (permission: 'attendance.view' | 'leave.view') =>
    permissions[permission].allowed && permissions[permission].scope !== 'own';
  const seesTeam = ofOthers('attendance.view');
  const editsShifts = permissions['staff.edit'].allowed || permissions['laboratories.edit'].allowed;
  const tabs = [
    { path: paths.attendance, label: 'My attendance', shown: true },
    { path: paths.attendanceTeam, label: 'Team', shown: seesTeam },
    { path: paths.attendanceMonth, label: 'Month', shown: seesTeam },
    { path: paths.attendanceRecords, label: 'Records', shown: seesTeam },
    { path: paths.attendanceReview, label: 'Review', shown: permissions['attendance.approve'].allowed },
    { path: paths.leaves, label: 'Leave', shown: permissions['leave.view'].allowed },
    { path: paths.leaveCalendar, label: 'Leave calendar', shown: ofOthers('leave.view') },
    { path: paths.attendanceReport, label: 'Report', shown: seesTeam },
    { path: paths.shifts, label: 'Shifts and holidays', shown: editsShifts },
  ];
  return tabs.filter(({ shown }) => shown);
}
