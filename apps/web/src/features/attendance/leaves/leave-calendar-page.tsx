import { PageHeader } from '../../../components/page-header';
import { AttendanceTabs } from '../attendance-tabs';

export function LeaveCalendarPage() {
  return (
    <>
      <PageHeader title="Leave calendar" />
      <AttendanceTabs />
    </>
  );
}
