import { PageHeader } from '../../../components/page-header';

export function ScanPage() {
  return (
    <>
      <PageHeader title="Scan the code" />
    </>
  );
}
