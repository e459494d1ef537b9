import { EmptyState } from '../../../components/empty-state';

/** Income, expenses and what waits, of a period. */
export function OverviewPage() {
  return <EmptyState>The figures will stand here. This part is not built yet.</EmptyState>;
}
