import { PageHeader } from '../../../components/page-header';

export function DisplayPage() {
  return (
    <>
      <PageHeader title="Clock in here" />
    </>
  );
}
