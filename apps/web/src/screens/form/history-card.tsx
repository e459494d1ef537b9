import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import type { api } from '../../data/api';
import { pageQuery } from '../../data/queries';
import { EmptyState } from '../../ui/feedback/empty-state';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { Skeleton } from '../../ui/loading/skeleton';
import { SectionCard } from '../../ui/section-card';
import { HistoryList, type HistoryFormat } from './history-list';

type HistoryCardProps = HistoryFormat & {
  /** What it is the history of: `laboratory`. */
  thing: string;
  id: string;
  route:
    | typeof api.attendance.history
    | typeof api.inventory.history
    | typeof api.laboratories.history
    | typeof api.purchaseOrders.history
    | typeof api.staff.history
    | typeof api.suppliers.history;
  page: number;
  onPage: (page: number) => void;
};

/** Who changed what and when, newest first. */
export function HistoryCard({ thing, id, route, page, onPage, ...format }: HistoryCardProps) {
  const query = useQuery(pageQuery(route, { params: { id }, query: { page, limit: 20 } }));
  if (!query.data) return <NotLoaded query={query} what="the history" skeleton={<HistorySkeleton />} />;
  if (query.data.data.length === 0) {
    return <EmptyState>No history for this {thing} yet.</EmptyState>;
  }
  return (
    <SectionCard title="History">
      <HistoryList history={query.data} page={page} onPage={onPage} {...format} />
    </SectionCard>
  );
}

function HistorySkeleton() {
  return (
    <Stack sx={{ gap: 4 }}>
      <Skeleton variant="rectangular" height={64} />
      <Skeleton silent variant="rectangular" height={64} />
      <Skeleton silent variant="rectangular" height={64} />
    </Stack>
  );
}
