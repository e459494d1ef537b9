import { PageHeader } from '../../../components/page-header';
import { AttendanceTabs } from '../attendance-tabs';

export function ReviewPage() {
  return (
    <>
      <PageHeader title="Attendance to review" />
      <AttendanceTabs />
    </>
  );
}
