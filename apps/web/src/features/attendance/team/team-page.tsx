import { PageHeader } from '../../../components/page-header';
import { AttendanceTabs } from '../attendance-tabs';

export function TeamPage() {
  return (
    <>
      <PageHeader title="Team today" />
      <AttendanceTabs />
    </>
  );
}
