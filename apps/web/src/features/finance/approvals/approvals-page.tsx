import { EmptyState } from '../../../components/empty-state';

/** What waits for the viewer's decision. */
export function ApprovalsPage() {
  return <EmptyState>Entries that wait for you will stand here. This part is not built yet.</EmptyState>;
}
