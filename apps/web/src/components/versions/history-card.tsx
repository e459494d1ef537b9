import Stack from '@mui/material/Stack';
import type { Page } from '../../lib/queries';
import type { ListQuery } from '../data-grid/grid-state';
import type { AuditEntry } from '@shifa/contract';
import { EmptyState } from '../empty-state';
import { ErrorState } from '../error-state';
import { Skeleton } from '../loading/skeleton';
import { SectionCard } from '../section-card';
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
  if (!query.data) {
    return query.error ? (
      <ErrorState title="Couldn't load the history" error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Stack sx={{ gap: 4 }}>
        <Skeleton variant="rectangular" height={64} />
        <Skeleton silent variant="rectangular" height={64} />
        <Skeleton silent variant="rectangular" height={64} />
      </Stack>
    );
  }
  if (query.data.data.length === 0) {
    return <EmptyState>No history for this {thing} yet.</EmptyState>;
  }
  return (
    <SectionCard title="History">
      <HistoryList history={query.data} page={page} onPage={onPage} {...format} />
    </SectionCard>
  );
}
