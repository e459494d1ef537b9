import type { BulkResult } from '@shifa/contract';
import { BulkResults } from '../../../components/bulk-results';
import { ChangeLines } from '../../../components/versions/change-lines';
import { describeChanges } from '../../../components/versions/describe-changes';
import { useStaffFields } from '../staff.fields';

/** What would become of each person. */
export function StaffBulkResults({ results }: { results: readonly BulkResult[] }) {
  const { all } = useStaffFields();
  return (
    <BulkResults results={results} describe={(changes) => <ChangeLines changes={describeChanges(all, changes)} />} />
  );
}
