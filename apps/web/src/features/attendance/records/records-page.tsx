import { PageHeader } from '../../../components/page-header';
import { AttendanceTabs } from '../attendance-tabs';

export function RecordsPage() {
  return (
    <>
      <PageHeader title="Attendance records" />
      <AttendanceTabs />
    </>
  );
}
