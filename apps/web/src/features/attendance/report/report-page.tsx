import { PageHeader } from '../../../components/page-header';
import { AttendanceTabs } from '../attendance-tabs';

export function ReportPage() {
  return (
    <>
      <PageHeader title="Attendance report" />
      <AttendanceTabs />
    </>
  );
}
