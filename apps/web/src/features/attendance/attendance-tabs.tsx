import { useQuery } from '@tanstack/react-query';
import { LinkTabs } from '../../ui/link-tabs';
import { paths } from '../../config/paths';
import { formatCount } from '../../lib/format';
import { useUser } from '../../data/use-session';
import { attendancePages } from './attendance.pages';
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
  const waiting = new Map<string, number | undefined>([
    [paths.attendanceReview, records.data],
    [paths.leaveReview, leaves.data],
  ]);
  const tabs = attendancePages(permissions).map(({ path, label }) => {
    const count = waiting.get(path) ?? 0;
    return { path, label: count > 0 ? `${label} (${formatCount(count)})` : label };
  });
  return <LinkTabs label="Attendance" tabs={tabs} />;
}
