import Stack from '@mui/material/Stack';
import type { Page } from '../../data/queries';
import type { ListQuery } from '../../ui/grid/grid-state';
import type { AuditEntry } from '@shifa/contract';
import { EmptyState } from '../../ui/feedback/empty-state';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { Skeleton } from '../../ui/loading/skeleton';
import { SectionCard } from '../../ui/section-card';
import { HistoryList, type HistoryFormat } from './history-list';

type HistoryCardProps = HistoryFormat & {
  /** What it is the history of: `laboratory`. */
  thing: string;
  query: Pick<ListQuery<Page<AuditEntry>>, 'data' | 'error' | 'refetch'>;
  page: number;
  onPage: (page: number) => void;
};

/** Who changed what and when, newest first. */
export function HistoryCard({ thing, query, page, onPage, ...format }: HistoryCardProps) {
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
