import { EmptyState } from '../../../components/empty-state';

/** Totals of a period by day, month, category and more. */
export function ReportPage() {
  return <EmptyState>The report will stand here. This part is not built yet.</EmptyState>;
}
