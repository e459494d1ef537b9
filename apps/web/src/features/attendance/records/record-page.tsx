import { PageHeader } from '../../../components/page-header';

export function RecordPage() {
  return (
    <>
      <PageHeader title="Attendance record" />
    </>
  );
}
