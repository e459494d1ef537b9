import type { LaboratoryStatus } from '@shifa/contract';
import { useQueries } from '@tanstack/react-query';
import { ErrorState } from '../../components/error-state';
import { StatCardSkeleton } from '../../components/loading/skeleton';
import { StatCard } from '../../components/stat-card';
import { paths } from '../../config/paths';
import { formatCount } from '../../lib/format';
import { dashboardQueries } from './dashboard.queries';

const cards: readonly { status: LaboratoryStatus; label: string; note: string }[] = [
  { status: 'active', label: 'Active laboratories', note: 'Open for work' },
  { status: 'suspended', label: 'Suspended laboratories', note: 'Can be read, nobody works there' },
  { status: 'archived', label: 'Archived laboratories', note: 'Closed for good, kept for the records' },
];

/** How many laboratories there are in each state, each figure leading to the list it counts. */
export function LaboratoryCards() {
  const counts = useQueries({ queries: cards.map(({ status }) => dashboardQueries.laboratoryCount(status)) });
  const failed = counts.find(({ isError }) => isError);
  if (failed) {
    const retry = () => counts.forEach((count) => void count.refetch());
    return <ErrorState title="The laboratories could not be counted" error={failed.error} onRetry={retry} />;
  }
  return cards.map(({ status, label, note }, index) => {
    const total = counts[index]?.data;
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
