import { EmptyState } from '../../../components/empty-state';

/** The grid of entries. */
export function TransactionsPage() {
  return <EmptyState>Entries will be listed here. This part is not built yet.</EmptyState>;
}
