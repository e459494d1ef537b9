import type { ResolvedPermissions } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { LinkTabs } from '../../components/link-tabs';
import { paths } from '../../config/paths';
import { formatCount } from '../../lib/format';
import { useUser } from '../../lib/use-session';
import { leavesWaitingForMe, recordsWaitingForMe } from './attendance.resource';

/** The pages of the attendance that a person may open, with the number of records and leaves that wait for them. */
export function AttendanceTabs() {
  const { permissions } = useUser();
  const records = useQuery({
    ...recordsWaitingForMe,
    enabled: permissions['attendance.approve'].allowed,
  });
  const leaves = useQuery({
    ...leavesWaitingForMe,
    enabled: permissions['leave.approve'].allowed,
  });
  return (
    <LinkTabs
      label="Pages of the attendance"
      tabs={tabsFor(permissions, { records: records.data, leaves: leaves.data })}
    />
  );
}

type Waiting = { records: number | undefined; leaves: number | undefined };

function tabsFor(permissions: ResolvedPermissions, waiting: Waiting) {
  const ofOthers = (permission: 'attendance.view' | 'leave.view') =>
    permissions[permission].allowed && permissions[permission].scope !== 'own';
  const seesTeam = ofOthers('attendance.view');
  const editsShifts = permissions['staff.edit'].allowed || permissions['laboratories.edit'].allowed;
  const withCount = (label: string, count = 0) => (count > 0 ? `${label} (${formatCount(count)})` : label);
  const tabs = [
    { path: paths.attendance, label: 'My attendance', shown: true },
    { path: paths.attendanceTeam, label: 'Team', shown: seesTeam },
    { path: paths.attendanceMonth, label: 'Month', shown: seesTeam },
    { path: paths.attendanceRecords, label: 'Records', shown: seesTeam },
    {
      path: paths.attendanceReview,
      label: withCount('Review', waiting.records),
      shown: permissions['attendance.approve'].allowed,
    },
    {
      path: paths.leaveReview,
      label: withCount('Leave requests', waiting.leaves),
      shown: permissions['leave.approve'].allowed,
    },
    { path: paths.leaves, label: 'Leave', shown: permissions['leave.view'].allowed },
    { path: paths.leaveCalendar, label: 'Leave calendar', shown: ofOthers('leave.view') },
    { path: paths.attendanceReport, label: 'Report', shown: seesTeam },
    {
      path: paths.shifts,
      label: 'Shifts and holidays',
      shown: permissions['laboratories.view'].allowed && editsShifts,
    },
  ];
  return tabs.filter(({ shown }) => shown);
}
