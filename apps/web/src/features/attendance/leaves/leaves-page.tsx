import { PageHeader } from '../../../components/page-header';
import { AttendanceTabs } from '../attendance-tabs';

export function LeavesPage() {
  return (
    <>
      <PageHeader title="Leave" />
      <AttendanceTabs />
    </>
  );
}
