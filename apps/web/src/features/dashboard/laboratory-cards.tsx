import type { LaboratoryStatus } from '@shifa/contract';
import { useQueries } from '@tanstack/react-query';
import { ErrorState } from '../../components/error-state';
import { StatCardSkeleton } from '../../components/loading/skeleton';
import { StatCard } from '../../components/stat-card';
import { paths } from '../../config/paths';
import { api } from '../../lib/api';
import { formatCount } from '../../lib/format';
import { pageQuery } from '../../lib/queries';

const cards: readonly { status: LaboratoryStatus; label: string; note: string }[] = [
  { status: 'active', label: 'Active laboratories', note: 'Open for work' },
  { status: 'suspended', label: 'Suspended laboratories', note: 'Read-only, no work is recorded' },
  { status: 'archived', label: 'Archived laboratories', note: 'Closed permanently, kept for the records' },
];

/** The list's pagination has the total, and every change of a laboratory makes the list stale. */
const countOf = (status: LaboratoryStatus) =>
  pageQuery(api.laboratories.list, { query: { status: [status], limit: 1 } });

/** The number of laboratories by status, each linked to the list that it counts. */
export function LaboratoryCards() {
  const counts = useQueries({ queries: cards.map(({ status }) => countOf(status)) });
  const failed = counts.find(({ isError }) => isError);
  if (failed) {
    const retry = () => counts.forEach((count) => void count.refetch());
    return <ErrorState title="The laboratories could not be counted" error={failed.error} onRetry={retry} />;
  }
  return cards.map(({ status, label, note }, index) => {
    const total = counts[index]?.data?.pagination.total;
    if (total === undefined) return <StatCardSkeleton key={status} />;
    return (
      <StatCard
        key={status}
        label={label}
        figure={formatCount(total)}
        note={note}
        to={`${paths.laboratories}?status=${status}`}
      />
    );
  });
}
