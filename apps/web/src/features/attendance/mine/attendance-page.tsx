import { PageHeader } from '../../../components/page-header';
import { AttendanceTabs } from '../attendance-tabs';

export function AttendancePage() {
  return (
    <>
      <PageHeader title="Attendance Tracking" />
      <AttendanceTabs />
    </>
  );
}
