import { PageHeader } from '../../../components/page-header';
import { AttendanceTabs } from '../attendance-tabs';

export function LeaveReviewPage() {
  return (
    <>
      <PageHeader title="Leave to review" />
      <AttendanceTabs />
    </>
  );
}
