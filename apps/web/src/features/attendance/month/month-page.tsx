import { PageHeader } from '../../../components/page-header';
import { AttendanceTabs } from '../attendance-tabs';

export function MonthPage() {
  return (
    <>
      <PageHeader title="Month" />
      <AttendanceTabs />
    </>
  );
}
