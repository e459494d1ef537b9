import { PageHeader } from '../../../components/page-header';
import { AttendanceTabs } from '../attendance-tabs';

export function ShiftsPage() {
  return (
    <>
      <PageHeader title="Shifts and holidays" />
      <AttendanceTabs />
    </>
  );
}
